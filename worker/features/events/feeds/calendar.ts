import ical, {
  ICalAlarmType,
  ICalEventStatus,
  ICalEventTransparency,
  type ICalAlarmData,
  type ICalEventData,
} from 'ical-generator'
import { Temporal } from 'temporal-polyfill'
import { m } from '#messages'
import { localePath } from '#worker/locale/locale.ts'
import type { EventView } from '#worker/features/events/contract.ts'
import { categoryName } from '#worker/features/events/event-labels.ts'
import { platforms } from '#worker/contracts/platforms.ts'
import type { FeedEvent } from './feed-events.ts'
import { toFeedText, type FeedMetadata } from '#worker/feeds/web-feed.ts'
import type { WithdrawnEvent } from './personal-events.ts'

const hourSeconds = 3600
/** SEQUENCE is an integer of 32 bits with a sign. */
const highestSequence = 2 ** 31 - 1

type CalendarFeed = Pick<FeedMetadata, 'site' | 'locale' | 'name'> &
  Partial<Pick<FeedMetadata, 'description' | 'page' | 'self'>> & {
    /** The end of every UID. */
    installation: string
    /** Minutes before an exact start. */
    alarms?: number[]
    departed?: WithdrawnEvent[]
  }

/** iCalendar (RFC 5545, RFC 7986); the same events give the same bytes. */
export function renderICalendar(events: FeedEvent[], calendar: CalendarFeed): string {
  const { name, description, page, self, alarms = [], departed = [] } = calendar
  const text = ical({
    name: escapeCalendarText(name),
    ...(description && { description: escapeCalendarText(description) }),
    ...(page && { url: page }),
    ...(self && { source: self }),
    prodId: { company: 'Hypecal', product: 'Agenda', language: calendar.locale.toUpperCase() },
    ttl: hourSeconds,
    events: [
      ...events.map((one) => ({
        ...toCalendarEntry(one, calendar),
        alarms: buildAlarms(one, alarms),
      })),
      ...departed.map((one) => toWithdrawnEntry(one, calendar)),
    ],
  }).toString()
  // The library knows the older property alone, and leaves out the last line's end.
  return `${text.replace(/^X-WR-CALDESC(:.*\r\n(?: .*\r\n)*)/m, 'DESCRIPTION$1$&')}\r\n`
}

/** The library escapes texts of events, but not those of the calendar. */
function escapeCalendarText(text: string): string {
  return toFeedText(text)
    .replace(/[\\;,]/g, '\\$&')
    .replace(/\r?\n|\r/g, '\\n')
}

type VersionTimes = Pick<FeedEvent, 'createdAt' | 'changedAt'>

function buildVersionFields(
  id: number,
  { createdAt, changedAt }: VersionTimes,
  { installation }: Pick<CalendarFeed, 'installation'>,
) {
  return {
    id: `event-${id}@${installation}.hypecal`,
    sequence: computeSequenceNumber(createdAt, changedAt),
    stamp: new Date(changedAt),
    lastModified: new Date(changedAt),
    created: new Date(createdAt),
    // A stream is no appointment: the reader stays free.
    transparency: ICalEventTransparency.TRANSPARENT,
  }
}

function toCalendarEntry(feedEvent: FeedEvent, calendar: CalendarFeed): ICalEventData {
  const { event } = feedEvent
  const { locale } = calendar
  return {
    ...buildVersionFields(event.id, feedEvent, calendar),
    ...toEntryTimes(event),
    summary: toFeedText(event.name),
    description: buildEntryDescription(event, calendar),
    ...(event.watch_urls[0] && { location: event.watch_urls[0] }),
    url: eventUrl(event, calendar),
    categories: [categoryName(event.category, locale), platforms[event.platform].name].map(
      (name) => ({ name }),
    ),
    status: toEventStatus(event),
  }
}

function buildAlarms({ event }: FeedEvent, minutes: number[]): ICalAlarmData[] {
  if (event.time_certainty !== 'exact' || event.cancelled_at) return []
  return minutes.map((before) => ({
    type: ICalAlarmType.display,
    trigger: before * 60,
    description: toFeedText(event.name),
  }))
}

/** Events that left the agenda are no longer told about, not even by name. */
function toWithdrawnEntry(departed: WithdrawnEvent, calendar: CalendarFeed): ICalEventData {
  return {
    ...buildVersionFields(departed.id, departed, calendar),
    start: new Date(departed.startAt),
    summary: m.my_feed_departed({}, { locale: calendar.locale }),
    status: ICalEventStatus.CANCELLED,
  }
}

/** Changes are not counted, so the seconds from its making to its last change stand for a count. */
function computeSequenceNumber(createdAt: number, changedAt: number): number {
  const seconds = Math.floor((changedAt - createdAt) / 1000)
  return Math.min(Math.max(0, seconds), highestSequence)
}

function toEventStatus(event: EventView): ICalEventStatus {
  if (event.cancelled_at) return ICalEventStatus.CANCELLED
  return event.time_certainty === 'tba' ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED
}

/** An event without an hour is whole days where its organiser is; the end is the day after. */
function toEntryTimes(event: EventView): Pick<ICalEventData, 'start' | 'end' | 'allDay'> {
  if (event.time_certainty === 'exact') {
    return { start: new Date(event.start), end: new Date(event.end) }
  }
  const dayOf = (at: number) =>
    Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(event.timezone).toPlainDate()
  const last = dayOf(Date.parse(event.end) - 1)
  return {
    start: dayOf(Date.parse(event.start)).toString(),
    end: last.add({ days: 1 }).toString(),
    allDay: true,
  }
}

function buildEntryDescription(event: EventView, calendar: CalendarFeed): string {
  const { locale } = calendar
  const probable = event.time_certainty === 'tba' ? m.calendar_probable_day({}, { locale }) : ''
  const links = [...event.watch_urls, eventUrl(event, calendar)].join('\n')
  return [probable, toFeedText(event.description), links].filter(Boolean).join('\n\n')
}

export function eventUrl(
  { slug }: Pick<EventView, 'slug'>,
  { site, locale }: Pick<FeedMetadata, 'site' | 'locale'>,
): string {
  return site + localePath(locale, `/events/${slug}`)
}
