import { sql, type SQL } from 'drizzle-orm'
import type { TimeCertainty } from '#worker/features/events/contract.ts'
import type { NotificationKind } from './contract.ts'
import type { NoticePayloads } from './payloads.ts'

export type NoticeEvent = {
  name: string
  slug: string
  startAt: number
  certainty: TimeCertainty
  /** The organiser's, in which a day without an hour is counted. */
  timeZone: string
}

/** What a person hears of, whatever the channel. */
export type Notice = {
  [Kind in NotificationKind]: {
    kind: Kind
    payload: NoticePayloads[Kind]
    event: NoticeEvent | undefined
  }
}[NotificationKind]

/** The columns of `NoticeRow` that come from the notice's event `e`, if any. */
export const eventColumns: SQL = sql.raw(`e.name as eventName, e.slug as eventSlug,
  e.start_at as eventStartAt, e.time_certainty as eventCertainty, e.timezone as eventTimeZone`)

type EventColumns =
  | {
      eventName: string
      eventSlug: string
      eventStartAt: number
      eventCertainty: TimeCertainty
      eventTimeZone: string
    }
  | {
      eventName: null
      eventSlug: null
      eventStartAt: null
      eventCertainty: null
      eventTimeZone: null
    }
export type NoticeRow = { kind: NotificationKind; payload: string } & EventColumns

function eventOf(row: NoticeRow): NoticeEvent | undefined {
  if (row.eventName === null) return undefined
  return {
    name: row.eventName,
    slug: row.eventSlug,
    startAt: row.eventStartAt,
    certainty: row.eventCertainty,
    timeZone: row.eventTimeZone,
  }
}

/** A row of the outbox, which `notify` wrote with the payload of its kind. */
export function toNotice(row: NoticeRow): Notice {
  const payload: unknown = JSON.parse(row.payload)
  return { kind: row.kind, payload, event: eventOf(row) } as Notice
}
