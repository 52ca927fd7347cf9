import { singleEventRow } from '#site/features/events/single-row.ts'
import { m } from '#site/lib/messages.ts'
import { html, type Html } from '#site/ui/html.ts'
import { highlightMatches } from './highlight-matches.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import type { EventHit } from '#worker/features/search/contract.ts'

export function eventHit(page: PageContext, event: EventHit, search: string): Html {
  const { upcoming_dates: count } = event
  return singleEventRow(page, {
    event,
    heading: 'h3',
    isDated: true,
    name: highlightMatches(event.name, search),
    beside: count === null ? undefined : html`<p class="quiet">${m.series_dates({ count })}</p>`,
  })
}
