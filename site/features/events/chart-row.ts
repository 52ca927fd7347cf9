import { eventTraits } from '#site/lib/display/event-traits.ts'
import { m } from '#site/lib/messages.ts'
import { html, type Html } from '#site/ui/html.ts'
import { platformName } from '#site/ui/platform-name.ts'
import { hypeButton } from '../hype/hype-button.ts'
import { eventLink } from './event-link.ts'
import { eventWhen } from './event-when.ts'
import { poster } from './poster.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import type { EventSummary } from '#worker/features/events/contract.ts'

/** A place in the most hyped. */
export function chartRow(page: PageContext, event: EventSummary, place: number): Html {
  const isLive = event.phase === 'live'
  return html`<li class="chart-row" data-traits="${eventTraits(event)}">
    <span class="chart-place display figures" aria-hidden="true"> ${place} </span>
    ${poster({ event, class: 'chart-thumb', width: 96, height: 96 })}
    <div class="chart-what">
      <h3 class="event-name">${eventLink(page, event)}</h3>
      <p class="event-facts">
        ${isLive ? html`<b class="live-word">${m.event_live_now()}</b>` : eventWhen(page, event)}
        ${platformName(event.platform)}
      </p>
    </div>
    ${hypeButton(page, { event, size: 'short' })}
  </li>`
}
