import '#site/features/events/event-rows.css'
import { groupByDay, utcTimeContext } from '#site/lib/time/utc-times.ts'
import { html, type Html } from '#site/ui/html.ts'
import { daySection } from './day-section.ts'
import { eventRow } from './event-row.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import type { ListedEvent } from '#worker/features/events/contract.ts'

/** The marker after the list has the days cut again in the reader's zone. */
export function eventDays(
  page: PageContext,
  events: ListedEvent[],
  order: 'up' | 'down' = 'up',
): Html {
  const reader = utcTimeContext(page.locale, page.ctx.now)
  const days = groupByDay(events, reader, order)
  return html`<div class="days">
      ${days.map(({ day, events: ofDay }) =>
        daySection(
          page,
          day,
          ofDay.map((event) => eventRow(page, { event })),
        ),
      )}
    </div>
    <i hidden data-time-format="days" data-order="${order}"></i>`
}
