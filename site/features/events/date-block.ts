import { formatEventDuration } from '#site/lib/event-labels.ts'
import { dateText, timeText, type TimeContext } from '#site/lib/time/time-text.ts'
import { capitalize } from '#worker/locale/date-words.ts'
import { allDayDate, utcTimeContext, utcZoneName } from '#site/lib/time/utc-times.ts'
import { html, type Html } from '#site/ui/html.ts'
import { time } from '#site/ui/time.ts'
import { unknownHourText } from './event-time.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import type { EventSummary } from '#worker/features/events/contract.ts'

/** `Tuesday, December 1`, `3:00 PM → Wed 9:00 PM`, `30 h`. */
export function dateBlock(page: PageContext, event: EventSummary): Html {
  const reader = utcTimeContext(page.locale, page.ctx.now)
  const day = allDayDate(event, reader)
  if (day !== undefined) return wholeDays(event, day, { ...reader, timeZone: event.timezone })
  const { start, end } = event
  return html`<div class="date-block">
    <p class="date-day display">${time(page, { at: start, as: 'weekday-date' })}</p>
    <p class="date-hours">
      ${time(page, { at: start, as: 'time' })} → ${time(page, { at: end, as: 'end', from: start })}
      <span class="quiet date-length">${formatEventDuration(event, page.locale)}</span>
    </p>
    <p class="quiet date-zone" data-time-format="zone">${utcZoneName(page.locale)}</p>
  </div>`
}

function wholeDays(event: EventSummary, day: string, reader: TimeContext): Html {
  const weekday = capitalize(timeText('weekday', Date.parse(event.start), reader))
  return html`<div class="date-block">
    <p class="date-day display">
      <time datetime="${day}">${weekday} ${dateText(day, reader)}</time>
    </p>
    <p class="quiet">${formatDayRange(event, reader)}</p>
  </div>`
}

function formatDayRange(event: EventSummary, reader: TimeContext): string {
  const first = timeText('date', Date.parse(event.start), reader)
  // A date without an hour ends at midnight: its last day is the one before.
  const last = timeText('date', Date.parse(event.end) - 1, reader)
  const isRange = event.time_certainty === 'date_only' && last !== first
  return isRange ? `${first} – ${last}` : unknownHourText(event)
}
