import { formatEventDuration, isOpenForHype } from '#site/lib/event-labels.ts'
import { m } from '#site/lib/messages.ts'
import { allDayDate, utcTimeContext } from '#site/lib/time/utc-times.ts'
import { calendarDay } from '#site/ui/calendar-day.ts'
import { html, type Html } from '#site/ui/html.ts'
import { timeDistance, time } from '#site/ui/time.ts'
import { liveBadge } from '../live/live-badge.ts'
import type { PageContext } from '#site/lib/page-context.ts'
import type { EventRowFields } from '#worker/features/events/contract.ts'

/** In lists without day headings (`isDated`), the date comes first. */
export function eventTime(page: PageContext, event: EventRowFields, isDated = false): Html {
  return html`<p class="event-time">${timeLines(page, event, isDated)}</p>`
}

function timeLines(page: PageContext, event: EventRowFields, isDated: boolean): Html {
  if (event.time_certainty !== 'exact') {
    return isDated ? datedDay(page, event) : unknownHourLines(page, event)
  }
  if (event.phase === 'live') return liveLines(page, event)
  return isDated ? datedHour(page, event) : hourAndRelativeTime(page, event)
}

function timeNote(text: string | Html | undefined): Html {
  return html`<span class="event-time-note">${text}</span>`
}

function liveLines(page: PageContext, event: EventRowFields): Html {
  return html`
    ${liveBadge(event, { class: event.is_late ? undefined : 'event-live' })}
    <span class="event-time-note"> ${time(page, { at: event.end, as: 'until' })} </span>
  `
}

function datedHour(page: PageContext, { start: at }: EventRowFields): Html {
  return html`
    ${time(page, { class: 'event-hour event-date', at, as: 'date' })}
    ${time(page, { class: 'event-time-note', at, as: 'time' })}
  `
}

export function unknownHourText(event: EventRowFields): string {
  if (!isOpenForHype(event)) return m.event_time_unknown()
  return event.time_certainty === 'tba' ? m.event_probably() : m.event_date_only()
}

function datedDay(page: PageContext, event: EventRowFields): Html {
  const day = allDayDate(event, utcTimeContext(page.locale, page.ctx.now)) ?? ''
  return html`
    ${calendarDay(page, { class: 'event-hour event-date', day })}
    <span class="event-time-note"> ${unknownHourText(event)} </span>
  `
}

function unknownHourLines({ locale }: PageContext, event: EventRowFields): Html {
  const duration = event.time_certainty === 'date_only' && formatEventDuration(event, locale)
  return html`
    <span class="event-hour event-hour-unknown"> ${unknownHourText(event)} </span>
    ${duration && timeNote(duration)}
  `
}

function hourAndRelativeTime(page: PageContext, event: EventRowFields): Html {
  const { start: at } = event
  const duration = formatEventDuration(event, page.locale)
  // “5 hours” alone reads as a distance, and “17 heures” as an hour of the day.
  const lasts = duration && m.event_lasts({ duration })
  return html`
    ${time(page, { class: 'event-hour', at, as: 'time' })}
    ${
      event.phase === 'past'
        ? timeNote(lasts)
        : timeDistance(page, { at, class: 'event-time-note', beyond: lasts })
    }
  `
}
