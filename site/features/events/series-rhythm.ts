import { m } from '#site/lib/messages.ts'
import { timeText, type TimeFormatName } from '#site/lib/time/time-text.ts'
import { utcTimeContext } from '#site/lib/time/utc-times.ts'
import { fillMessage, html, type Html } from '#site/ui/html.ts'
import { time } from '#site/ui/time.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import type { EventSummary, SeriesSummary } from '#worker/features/events/contract.ts'

/** `Every Tuesday at 20:30 · 9 dates`, or what comes next where no day of the week says it. */
export function seriesRhythm(
  page: PageContext,
  event: EventSummary,
  { count, isWeekly, laterDates: [next] }: SeriesSummary,
): Html {
  const dates = html`<span>${m.series_dates({ count })}</span>`
  if (isWeekly) {
    const weekday = startTime(page, event, event.start, ['weekly', 'weekday'])
    return html`<span>${fillMessage(m.series_every, weekday)}</span> ${dates}`
  }
  if (!next) return dates
  const date = startTime(page, event, next.start, ['when', 'date'])
  return html`${dates} <span>${fillMessage(m.series_next, date)}</span>`
}

/** A day without an hour is one of the organiser’s zone, wherever the reader is. */
function startTime(
  page: PageContext,
  event: EventSummary,
  at: string,
  [exact, fixed]: [TimeFormatName, TimeFormatName],
): Html {
  if (event.time_certainty === 'exact') return time(page, { at, as: exact })
  const reader = { ...utcTimeContext(page.locale, page.ctx.now), timeZone: event.timezone }
  return html`${timeText(fixed, Date.parse(at), reader)}`
}
