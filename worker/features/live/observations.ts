import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { Platform } from '#worker/contracts/enumerations.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import { e } from '#worker/db/aliases.ts'
import type { Statement } from '#worker/db/client.ts'
import { eventBroadcasts } from '#worker/db/schema/live.ts'
import {
  buildSetSql,
  excluded,
  excludedOrCurrent,
  insert,
  jsonField,
  jsonRows,
} from '#worker/db/writes.ts'
import type { Broadcast } from '#worker/integrations/streaming-platform.ts'
import { pollAfterEndMs, type WatchedChannelRow } from './window.ts'

const minuteMs = 60_000
/** An observation counts for so long at least: one poll may fail. */
const freshMs = 5 * minuteMs
/** Recordings appear some time after the end. */
const recordingMs = 10 * minuteMs

export type BroadcastObservation = (Broadcast | typeof nothing) & {
  eventId: EventId
  nameKey: string
  isOnAir: boolean
  isChanged: boolean
  /** Time when the recording is looked for. */
  vodAt: number | null
}

const nothing = { streamId: null, title: null, since: null, viewers: 0, vodUrl: null }

/** A broadcast is an event's when it began before its end: what comes after is another. */
export function toBroadcastObservation(
  { eventId, nameKey, startAt, endAt, wasOnAir }: WatchedChannelRow,
  broadcast: Broadcast | null,
  now: number,
): BroadcastObservation {
  const isOnAir = broadcast !== null && broadcast.since < endAt
  const facts = isOnAir ? broadcast : nothing
  const isToFind = isOnAir && facts.vodUrl === null && now >= startAt
  return {
    ...facts,
    eventId,
    nameKey,
    isOnAir,
    isChanged: isOnAir !== (wasOnAir === true),
    vodAt: isToFind ? Math.max(endAt, now) + recordingMs : null,
  }
}

type ObservationsToSave = {
  platform: Platform
  interval: number
  observations: readonly BroadcastObservation[]
}

function observationField<Name extends keyof BroadcastObservation>(
  name: Name,
): SQL<BroadcastObservation[Name]> {
  return jsonField(name)
}

const seenAgain = sql`do update set ${buildSetSql(eventBroadcasts, {
  isOnAir: excluded(eventBroadcasts.isOnAir),
  polledAt: excluded(eventBroadcasts.polledAt),
  freshUntil: excluded(eventBroadcasts.freshUntil),
  seenAt: excludedOrCurrent(eventBroadcasts.seenAt),
  title: excludedOrCurrent(eventBroadcasts.title),
  since: excludedOrCurrent(eventBroadcasts.since),
  viewers: excluded(eventBroadcasts.viewers),
  vodUrl: sql<
    string | null
  >`iif(${excluded(eventBroadcasts.streamId)} <> ${eventBroadcasts.streamId},
    ${excluded(eventBroadcasts.vodUrl)}, ${excludedOrCurrent(eventBroadcasts.vodUrl)})`,
  vodAt: excludedOrCurrent(eventBroadcasts.vodAt),
  streamId: excludedOrCurrent(eventBroadcasts.streamId),
})} where ${excluded(eventBroadcasts.polledAt)} >= ${eventBroadcasts.polledAt}`

export function saveObservations(
  { now }: Ctx,
  { platform, interval, observations }: ObservationsToSave,
): Statement {
  const untilNext = now + Math.max(freshMs, 2 * interval + minuteMs)
  return insert(
    eventBroadcasts,
    {
      eventId: e.id,
      platform,
      nameKey: observationField('nameKey'),
      isOnAir: observationField('isOnAir'),
      polledAt: now,
      // Polls stop once the event is long over.
      freshUntil: sql<number>`min(${untilNext}, ${e.endAt} + ${pollAfterEndMs + freshMs})`,
      seenAt: sql<number | null>`iif(${observationField('isOnAir')}, ${now}, null)`,
      streamId: observationField('streamId'),
      title: observationField('title'),
      since: observationField('since'),
      viewers: observationField('viewers'),
      vodUrl: observationField('vodUrl'),
      vodAt: observationField('vodAt'),
    },
    {
      from: sql`${jsonRows(observations)} join ${e} on ${e.id} = ${observationField('eventId')}`,
      onConflict: seenAgain,
    },
  )
}
