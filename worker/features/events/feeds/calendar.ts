import ical, {
  ICalAlarmType,
  ICalEventStatus,
  ICalEventTransparency,
  type ICalAlarmData,
  type ICalEventData,
} from 'ical-generator'
import { Temporal } from 'temporal-polyfill'
import { m } from '#messages'
import type { Category } from '#worker/contracts/enumerations.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import type { EventView } from '#worker/features/events/contract.ts'
import { platforms } from '#worker/contracts/platforms.ts'
import { toFeedText, type FeedEvent } from './feed-events.ts'
import type { WithdrawnEvent } from './personal-events.ts'

const hourSeconds = 3600
/** SEQUENCE is an integer of 32 bits with a sign. */
const highestSequence = 2 ** 31 - 1

/** What a personal calendar has beside the events. */
type Own = {
  name?: string
  /** Minutes before an exact start. */
  alarms?: number[]
  departed?: WithdrawnEvent[]
  locale?: Locale
}

/** iCalendar (RFC 5545); the same events give the same bytes. */
export function writeCalendar(events: FeedEvent[], site: string, own: Own = {}): string {
  const { name = 'Hypecal', alarms = [], departed = [], locale = 'en' } = own
  const calendar = ical({
    name,
    prodId: { company: 'Hypecal', product: 'Agenda', language: 'EN' },
    ttl: hourSeconds,
    events: [
      ...events.map((one) => ({ ...toEntry(one, site), alarms: alarmsOf(one, alarms) })),
      ...departed.map((one) => toFarewell(one, site, locale)),
    ],
  })
  // The library leaves out the last line's end, which the format asks for.
  return `${calendar.toString()}\r\n`
}

type Versioned = Pick<FeedEvent, 'createdAt' | 'changedAt'>

/** How programs tell one event from another, and its versions apart. */
function versionOf(id: number, { createdAt, changedAt }: Versioned, site: string) {
  return {
    id: `event-${id}@${new URL(site).host}`,
    sequence: sequenceOf(createdAt, changedAt),
    stamp: new Date(changedAt),
    lastModified: new Date(changedAt),
    created: new Date(createdAt),
    // A stream is no appointment: the reader stays free.
    transparency: ICalEventTransparency.TRANSPARENT,
  }
}

function toEntry(feedEvent: FeedEvent, site: string): ICalEventData {
  const { event } = feedEvent
  return {
    ...versionOf(event.id, feedEvent, site),
    ...timesOf(event),
    summary: toFeedText(event.name),
    description: descriptionOf(event, site),
    ...(event.watch_urls[0] && { location: event.watch_urls[0] }),
    url: `${site}/events/${event.slug}`,
    categories: [categoryName(event.category), platforms[event.platform].name].map((name) => ({
      name,
    })),
    status: statusOf(event),
  }
}

/** Only what has an hour reminds of itself. */
function alarmsOf({ event }: FeedEvent, minutes: number[]): ICalAlarmData[] {
  if (event.time_certainty !== 'exact' || event.cancelled_at) return []
  return minutes.map((before) => ({
    type: ICalAlarmType.display,
    trigger: before * 60,
    description: toFeedText(event.name),
  }))
}

/** What left the agenda is no longer told about, not even by name. */
function toFarewell(departed: WithdrawnEvent, site: string, locale: Locale): ICalEventData {
  return {
    ...versionOf(departed.id, departed, site),
    start: new Date(departed.startAt),
    summary: m.my_feed_departed({}, { locale }),
    status: ICalEventStatus.CANCELLED,
  }
}

/** Changes are not counted, so the seconds from its making to its last change stand for a count. */
function sequenceOf(createdAt: number, changedAt: number): number {
  const seconds = Math.floor((changedAt - createdAt) / 1000)
  return Math.min(Math.max(0, seconds), highestSequence)
}

function statusOf(event: EventView): ICalEventStatus {
  if (event.cancelled_at) return ICalEventStatus.CANCELLED
  return event.time_certainty === 'tba' ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED
}

/** An event without an hour is whole days where its organiser is; the end is the day after. */
function timesOf(event: EventView): Pick<ICalEventData, 'start' | 'end' | 'allDay'> {
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

function descriptionOf(event: EventView, site: string): string {
  const probable =
    event.time_certainty === 'tba' ? m.event_time_tba({}, { locale: event.language }) : ''
  const links = [...event.watch_urls, `${site}/events/${event.slug}`].join('\n')
  return [probable, toFeedText(event.description), links].filter(Boolean).join('\n\n')
}

function categoryName(category: Category): string {
  if (category === 'irl') return 'IRL'
  const words = category.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
