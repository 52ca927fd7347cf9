import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { allDayDate, utcTimeContext } from '#site/lib/time/utc-times.ts'
import { calendarDay } from '#site/ui/calendar-day.ts'
import { fillMessage, html, type Html } from '#site/ui/html.ts'
import { time } from '#site/ui/time.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import type { StreamerSummary } from '#worker/features/directory/streamers/contract.ts'
import type { NextDate } from '#worker/features/events/contract.ts'

/** A streamer who takes part elsewhere is not live: their own channel may be off. */
type NextDateOrElsewhere = NextDate &
  Partial<Pick<NonNullable<StreamerSummary['next']>, 'elsewhere'>>

export function nextDate(page: PageContext, next: NextDateOrElsewhere | null): Html | undefined {
  if (!next) return undefined
  const { locale, ctx } = page
  if (Date.parse(next.start) <= ctx.now) {
    if (next.elsewhere) {
      const { slug, channel } = next.elsewhere
      return html`<a class="next-elsewhere" href="${paths.event(locale, slug)}">
        ${m.streamer_on_with({ name: channel })} <span aria-hidden="true">→</span>
      </a>`
    }
    return html`<b class="badge badge-live">${m.event_live()}</b>`
  }
  /** Without an hour it has a day in the organiser’s zone, wherever the reader is. */
  const day = allDayDate(next, utcTimeContext(locale, ctx.now))
  const date = day ? calendarDay(page, { day }) : time(page, { at: next.start, as: 'when' })
  return html`<span class="next-date"> ${fillMessage(m.groups_next, date)} </span>`
}
