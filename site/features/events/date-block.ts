import { m } from '#site/lib/messages.ts'
import {
  dateText,
  timeText,
  type TimeContext,
  type TimeFormatName,
} from '#site/lib/time/time-text.ts'
import { allDayDate, utcTimeContext } from '#site/lib/time/utc-times.ts'
import { attributes, html, type Html } from '#site/ui/html.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import type { EventSummary } from '#worker/features/events/contract.ts'

/** Read out as one date. */
export function dateBlock({ locale, ctx }: PageContext, event: EventSummary): Html {
  const neutral = utcTimeContext(locale, ctx.now)
  const day = allDayDate(event, neutral)
  const reader = day === undefined ? neutral : { ...neutral, timeZone: event.timezone }
  const start = Date.parse(event.start)
  const show = (form: TimeFormatName) => timeText(form, start, reader)
  /** Rewritten by the browser only when the hour is known. */
  const as = (form: TimeFormatName) => attributes({ 'data-time-format': day ? undefined : form })
  const { start: at } = event
  return html`<div class="date-block">
    <time class="visually-hidden" datetime="${at}" ${as('full')}>
      ${day ? `${show('weekday')} ${dateText(day, reader)}` : show('full')}
    </time>
    <time class="date-number display" datetime="${at}" ${as('number')} aria-hidden="true">
      ${show('number')}
    </time>
    <div class="date-words">
      <p class="date-day" aria-hidden="true">
        <time datetime="${at}" ${as('day')}> ${show('day')} </time>
      </p>
      ${day === undefined ? hourRange(event, reader) : html`<p class="quiet">${formatDayRange(event, reader)}</p>`}
    </div>
  </div>`
}

function hourRange({ start, end }: EventSummary, reader: TimeContext): Html {
  const from = Date.parse(start)
  return html`<p class="quiet">
    <time datetime="${start}" data-time-format="time" aria-hidden="true">
      ${timeText('time', from, reader)}
    </time>
    –
    <time datetime="${end}" data-time-format="end" data-from="${start}">
      ${timeText('end', Date.parse(end), reader, from)}
    </time>
    <span class="date-zone" data-time-format="zone" aria-hidden="true"> UTC </span>
  </p>`
}

function formatDayRange(
  { start, end, time_certainty: certainty }: EventSummary,
  reader: TimeContext,
): string {
  if (certainty === 'tba') return m.event_probably()
  const first = timeText('date', Date.parse(start), reader)
  // A date without an hour ends at midnight: its last day is the one before.
  const last = timeText('date', Date.parse(end) - 1, reader)
  return last === first ? m.event_all_day() : `${first} – ${last}`
}
