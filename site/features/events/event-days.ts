import '#site/features/events/event-rows.css'
import { dateText, dayName } from '#site/lib/time/time-text.ts'
import { groupByDay, utcTimeContext } from '#site/lib/time/utc-times.ts'
import { html, type Html } from '#site/ui/html.ts'
import { eventRow } from './event-row.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import type { ListedEvent } from '#worker/features/events/contract.ts'

/** Rows by day. The marker after the list has the days cut again in the reader's zone. */
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

/** One of `.days`: the label of a day and its rows. */
export function daySection({ locale, ctx }: PageContext, day: string, rows: Html[]): Html {
  const reader = utcTimeContext(locale, ctx.now)
  return html`<section class="day" data-day="${day}">
    <div class="day-label">
      <h3 data-time-format="day-name">${dayName(day, reader)}</h3>
      <p class="quiet" data-time-format="day-date">${dateText(day, reader)}</p>
    </div>
    <ol class="day-rows">
      ${rows}
    </ol>
  </section>`
}
