import { sql, type SQL } from 'drizzle-orm'
import type { EventId } from '#worker/contracts/ids.ts'
import { e } from '#worker/db/aliases.ts'
import { jsonObjectSql, jsonRow } from '#worker/db/row.ts'
import { events } from '#worker/db/schema/events.ts'
import type { deliveries, notificationBroadcasts } from '#worker/db/schema/notifications.ts'
import { alias } from '#worker/db/write-sql.ts'
import { channelOwnerName } from '#worker/features/events/event-people.ts'
import type { Platform } from '#worker/contracts/enumerations.ts'
import type { EventStatus, TimeCertainty } from '#worker/features/events/contract.ts'
import type {
  NotificationKind,
  NotificationPayloads,
} from '#worker/features/notifications/kinds.ts'

export type ListedEvent = {
  name: string
  slug: string
  startAt: number
  certainty: TimeCertainty
  /** The organiser's, in which a day without an hour is counted. */
  timeZone: string
  platform: Platform
  /** Null while the channel is to be announced. */
  accountName: string | null
  /** The streamer whose channel it is; absent from lists of an older build. */
  streamerName?: string | null
}

export type NotificationEvent = ListedEvent & {
  id: EventId
  status: EventStatus
  rejectionCode: string | null
  rejectionReason: string | null
  /** The public event that it repeats. */
  original: ListedEvent | null
}

export type NotificationOf<Kind extends NotificationKind> = {
  kind: Kind
  payload: NotificationPayloads[Kind]
  event: NotificationEvent | undefined
  listed?: ListedEvent[]
}
export type Notification = { [Kind in NotificationKind]: NotificationOf<Kind> }[NotificationKind]

export type NotificationItem = {
  name: string
  /** Day and hour in full. */
  start: string
  day: string
  /** Null for a day without an hour. */
  time: string | null
  channel: string | null
  path: string
}
/** Written by the channel; at least one is not null. */
export type EventTimes = {
  /** Null where it does not take place. */
  start: string | null
  /** The time that no longer holds. */
  before: string | null
}

export type NotificationText = {
  title: string
  /** All there is to say, for channels that show words alone. */
  text: string
  /** The event whose facts a channel can show in its own form, with `lead` in place of the text. */
  shows?: { times: EventTimes; lead: string }
  path: string
  action: string
  items?: NotificationItem[]
  note?: string
  watch?: { label: string; url: string }
  /** Watching is the first choice of the two links. */
  isStarting?: boolean
}

export function formatPlainBody({ text, items = [] }: NotificationText): string {
  return [text, ...items.map(({ name, start }) => `${name} · ${start}`)].join('\n')
}

const original = alias(events, 'original')

function listedEventColumns(table: typeof events) {
  return {
    name: table.name,
    slug: table.slug,
    startAt: table.startAt,
    certainty: table.timeCertainty,
    timeZone: table.timezone,
    platform: table.platform,
    accountName: table.streamingAccountName,
    streamerName: channelOwnerName(table),
  }
}

type OutboxTable = typeof deliveries | typeof notificationBroadcasts

export function eventIdsOf({ eventId, payload }: OutboxTable): SQL {
  return sql`select ${eventId} as id
    union all select value from json_each(${payload}, '$.events')`
}

/** JSON of a digest's events `e` that stand and meet `when`; in the bell those begun too. */
export function digestEventsJson({ payload }: OutboxTable, when = sql`true`): SQL<string> {
  return sql<string>`(select json_group_array(json(listed))
      from (select ${jsonObjectSql(listedEventColumns(e))} as listed
        from json_each(${payload}, '$.events') x cross join ${e} on ${e.id} = x.value
        where ${e.status} = 'approved' and ${e.cancelledAt} is null and ${when}
        order by ${e.startAt}, ${e.id}))`
}

/** The event `e`, or null where the join found none. */
export const notificationEvent = jsonRow(
  {
    ...listedEventColumns(e),
    id: e.id,
    status: e.status,
    rejectionCode: e.rejectionCode,
    rejectionReason: e.rejectionReason,
    original: jsonRow(
      listedEventColumns(original),
      (row) => sql`(select ${row} from ${original}
        where ${original.id} = ${e.duplicateOfId} and ${original.status} = 'approved')`,
    ),
  },
  (row) => sql`iif(${e.id} is null, null, ${row})`,
)

export type NotificationRow = {
  kind: NotificationKind
  payload: string
  /** JSON. */
  listed: string
  event: NotificationEvent | null
}

/** `notify` wrote the row with the payload of its kind. */
export function toNotification(row: NotificationRow): Notification {
  const payload: unknown = JSON.parse(row.payload)
  const listed: unknown = JSON.parse(row.listed)
  return { kind: row.kind, payload, event: row.event ?? undefined, listed } as Notification
}
