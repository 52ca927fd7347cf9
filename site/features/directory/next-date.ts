import { m } from '#site/lib/messages.ts'
import { allDayDate, utcTimeContext } from '#site/lib/time/utc-times.ts'
import { calendarDay } from '#site/ui/calendar-day.ts'
import { html, type Html } from '#site/ui/html.ts'
import { time } from '#site/ui/time.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import type { NextDate } from '#worker/features/events/contract.ts'

/** `Live`, or when a streamer, game or group goes on; nothing where nothing is planned. */
export function nextDate(page: PageContext, next: NextDate | null): Html | undefined {
  if (!next) return undefined
  const { locale, ctx } = page
  if (Date.parse(next.start) <= ctx.now) {
    return html`<b class="badge badge-live">${m.event_live()}</b>`
  }
  /** Without an hour it has a day in the organiser’s zone, wherever the reader is. */
  const day = allDayDate(next, utcTimeContext(locale, ctx.now))
  const date = day ? calendarDay(page, { day }) : time(page, { at: next.start, as: 'when' })
  return html`<span class="next-date"> ${m.groups_next()} ${date} </span>`
}
