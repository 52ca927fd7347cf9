import { formatDayDistance, formatDistance, localDay } from '#site/lib/time/time-text.ts'
import type { TimeContext } from '#site/lib/time/time-text.ts'
import { allDayDate } from '#site/lib/time/utc-times.ts'
import { attributes, html, type Html } from '#site/ui/html.ts'
import type { EventRowFields } from '#worker/features/events/contract.ts'

/** `in 3 h`, kept right by the page, or beyond a day `In 5 days`. */
export function timeLeft(event: EventRowFields, reader: TimeContext, name?: string): Html {
  const at = Date.parse(event.start)
  // An event without an hour has only a day, in the organiser's zone.
  const day = allDayDate(event, reader)
  const near = day ? undefined : formatDistance(at, reader)
  const own = attributes({
    class: name,
    datetime: event.start,
    'data-time-format': near && 'distance',
  })
  return html`<time ${own}>${near ?? formatDayDistance(day ?? localDay(at, reader), reader)}</time>`
}
