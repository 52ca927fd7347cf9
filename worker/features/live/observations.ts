import { sql } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { Platform } from '#worker/contracts/enumerations.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import type { Broadcast } from '#worker/integrations/streaming-platform.ts'
import { pollAfterEndMs, type WatchedRow } from './window.ts'

const minuteMs = 60_000
/** What was seen counts for so long at least: one poll may fail. */
const freshMs = 5 * minuteMs
/** Recordings appear some time after the end. */
const recordingMs = 10 * minuteMs

export type Observation = (Broadcast | typeof nothing) & {
  eventId: EventId
  nameKey: string
  isOnAir: boolean
  /** Gone on or off air since the last time. */
  isChanged: boolean
  /** When the recording is looked for. */
  vodAt: number | null
}

const nothing = { streamId: null, title: null, since: null, viewers: 0, vodUrl: null }

/** A broadcast is an event's when it began before its end: what comes after is another. */
export function observeBroadcasts(
  { eventId, nameKey, startAt, endAt, wasOnAir }: WatchedRow,
  broadcast: Broadcast | null,
  now: number,
): Observation {
  const isOnAir = broadcast !== null && broadcast.since < endAt
  const facts = isOnAir ? broadcast : nothing
  const isToFind = isOnAir && facts.vodUrl === null && now >= startAt
  return {
    ...facts,
    eventId,
    nameKey,
    isOnAir,
    isChanged: isOnAir !== (wasOnAir === 1),
    vodAt: isToFind ? Math.max(endAt, now) + recordingMs : null,
  }
}

type Seen = { platform: Platform; interval: number; observations: readonly Observation[] }

export function saveObservations(
  { db, now }: Ctx,
  { platform, interval, observations }: Seen,
): Statement<unknown> {
  const cell = (name: keyof Observation) => sql.raw(`s.value ->> '${name}'`)
  const untilNext = now + Math.max(freshMs, 2 * interval + minuteMs)
  // Nobody asks again once the event is long over.
  const freshUntil = sql`min(${untilNext}, e.end_at + ${pollAfterEndMs + freshMs})`
  return rows(
    db,
    sql`insert into event_broadcasts (event_id, platform, name_key, is_on_air, polled_at,
        fresh_until, seen_at, stream_id, title, since, viewers, vod_url, vod_at)
      select e.id, ${platform}, ${cell('nameKey')}, ${cell('isOnAir')}, ${now}, ${freshUntil},
        iif(${cell('isOnAir')}, ${now}, null), ${cell('streamId')}, ${cell('title')},
        ${cell('since')}, ${cell('viewers')}, ${cell('vodUrl')}, ${cell('vodAt')}
      from json_each(${JSON.stringify(observations)}) s join events e on e.id = ${cell('eventId')}
      where true
      on conflict (event_id, platform, name_key) do update set is_on_air = excluded.is_on_air,
        polled_at = excluded.polled_at, fresh_until = excluded.fresh_until,
        seen_at = coalesce(excluded.seen_at, seen_at),
        title = coalesce(excluded.title, title), since = coalesce(excluded.since, since),
        viewers = excluded.viewers,
        vod_url = iif(excluded.stream_id <> stream_id, excluded.vod_url,
          coalesce(excluded.vod_url, vod_url)),
        vod_at = coalesce(excluded.vod_at, vod_at),
        stream_id = coalesce(excluded.stream_id, stream_id)
      where excluded.polled_at >= polled_at`,
  )
}
