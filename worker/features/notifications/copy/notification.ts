import { sql, type SQL } from 'drizzle-orm'
import type { EventId } from '#worker/contracts/ids.ts'
import type { EventStatus, TimeCertainty } from '#worker/features/events/contract.ts'
import type {
  NotificationKind,
  NotificationPayloads,
} from '#worker/features/notifications/kinds.ts'

/** One of the events of a digest. */
export type ListedEvent = {
  name: string
  slug: string
  startAt: number
  certainty: TimeCertainty
  /** The organiser's, in which a day without an hour is counted. */
  timeZone: string
}

export type NotificationEvent = ListedEvent & {
  id: EventId
  /** As it stands now: on the agenda only while approved. */
  status: EventStatus
  /** Of its last rejection. */
  rejectionCode: string | null
  rejectionReason: string | null
}

export type NotificationOf<Kind extends NotificationKind> = {
  kind: Kind
  payload: NotificationPayloads[Kind]
  event: NotificationEvent | undefined
  /** Those that a digest names. */
  listed?: ListedEvent[]
}
/** What a person is told, whatever the channel. */
export type Notification = { [Kind in NotificationKind]: NotificationOf<Kind> }[NotificationKind]

/** One of several events of a notification: a line, and where it leads. */
export type NotificationItem = { name: string; start: string; path: string }
export type NotificationText = {
  title: string
  text: string
  path: string
  action: string
  items?: NotificationItem[]
}

/** All of it but the title, where text is plain: each event on a line of its own. */
export function plainBody({ text, items = [] }: NotificationText): string {
  return [text, ...items.map(({ name, start }) => `${name} · ${start}`)].join('\n')
}

/** The ids of the events that a delivery `row` is about. */
export function eventIdsOf(row: SQL): SQL {
  return sql`select ${row}.event_id as id
    union all select value from json_each(${row}.payload, '$.events')`
}

/** Of the events that a digest `row` names, those that stand and for which `when` holds, as JSON; in the bell those that began too. */
export function digestEvents(row: SQL, when = sql`true`): SQL {
  return sql`(select json_group_array(json_object('name', name, 'slug', slug, 'startAt', start_at,
        'certainty', time_certainty, 'timeZone', timezone))
      from (select e.* from json_each(${row}.payload, '$.events') x
        cross join events e on e.id = x.value
        where e.status = 'approved' and e.cancelled_at is null and ${when}
        order by e.start_at, e.id))`
}

/** The columns of `NotificationRow` that come from the event `e` of the notification `d`, if any, beside `listed`. */
export const eventColumns = sql.raw(`e.name as eventName, e.slug as eventSlug,
    e.start_at as eventStartAt, e.time_certainty as eventCertainty, e.timezone as eventTimeZone,
    e.id as eventId, e.status as eventStatus, e.rejection_code as eventRejectionCode,
    e.rejection_reason as eventRejectionReason`)

type EventColumns =
  | {
      eventName: string
      eventSlug: string
      eventStartAt: number
      eventCertainty: TimeCertainty
      eventTimeZone: string
      eventId: EventId
      eventStatus: EventStatus
      eventRejectionCode: string | null
      eventRejectionReason: string | null
    }
  | {
      eventName: null
      eventSlug: null
      eventStartAt: null
      eventCertainty: null
      eventTimeZone: null
      eventId: null
      eventStatus: null
      eventRejectionCode: null
      eventRejectionReason: null
    }
export type NotificationRow = {
  kind: NotificationKind
  payload: string
  /** JSON. */
  listed: string
} & EventColumns

function eventOf(row: NotificationRow): NotificationEvent | undefined {
  if (row.eventName === null) return undefined
  return {
    name: row.eventName,
    slug: row.eventSlug,
    startAt: row.eventStartAt,
    certainty: row.eventCertainty,
    timeZone: row.eventTimeZone,
    id: row.eventId,
    status: row.eventStatus,
    rejectionCode: row.eventRejectionCode,
    rejectionReason: row.eventRejectionReason,
  }
}

/** A row of the outbox, which `notify` wrote with the payload of its kind. */
export function toNotification(row: NotificationRow): Notification {
  const payload: unknown = JSON.parse(row.payload)
  const listed: unknown = JSON.parse(row.listed)
  return { kind: row.kind, payload, event: eventOf(row), listed } as Notification
}
