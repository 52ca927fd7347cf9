import { dateText } from '#site/lib/time/time-text.ts'
import { allDayDate, utcTimeContext } from '#site/lib/time/utc-times.ts'
import { html, type Html } from '#site/ui/html.ts'
import { time } from '#site/ui/time.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import type { EventSummary } from '#worker/features/events/contract.ts'

export function eventWhen(
  page: PageContext,
  event: Pick<EventSummary, 'start' | 'timezone' | 'time_certainty'>,
): Html {
  const reader = utcTimeContext(page.locale, page.ctx.now)
  const day = allDayDate(event, reader)
  if (!day) return time(page, { at: event.start, as: 'when' })
  return html`<span data-day="${day}">
    <span data-time-format="day-date">${dateText(day, reader)}</span>
  </span>`
}
