import { sql, type SQL } from 'drizzle-orm'
import { write, type Ctx, type System } from '#worker/context.ts'
import { featurePlatforms } from '#worker/contracts/platforms.ts'
import { equals, literal } from '#worker/db/conditions.ts'
import { notNullable, type RowOf } from '#worker/db/row.ts'
import { events } from '#worker/db/schema/events.ts'
import { channels, eventBroadcasts } from '#worker/db/schema/live.ts'
import { prepare, type Params } from '#worker/db/statement.ts'
import { jsonField, jsonRows, update } from '#worker/db/writes.ts'
import { queuePurge } from '#worker/caching/purge.ts'
import { findLivePlatform } from '#worker/integrations/live-platforms.ts'
import { computeRetryTime, recordQuotaUsage } from './states.ts'
import { findTwitchVod } from '#worker/integrations/twitch/live-streams.ts'

const minuteMs = 60_000
/** Looked for every so often, and for so long after the end. */
const againMs = 30 * minuteMs
const givingUpMs = 6 * 60 * minuteMs
const perMessage = 20

const { vodAt, nameKey, streamId } = eventBroadcasts
const isRecordingDue = (now: number | SQL) =>
  sql`${equals(eventBroadcasts.platform, featurePlatforms.recordings)} and ${vodAt} <= ${now}`

/** YouTube's recordings stand where the broadcast stood. */
export function selectDueRecordingSearch(now: number): SQL {
  return sql`select * from (select 'recordings', 0, 0, 0 from ${eventBroadcasts}
    where ${isRecordingDue(now)} limit 1)`
}

const dueColumns = {
  eventId: eventBroadcasts.eventId,
  nameKey,
  streamId: notNullable(streamId),
  platformId: sql<string | null>`(select ${channels.platformId} from ${channels}
    where ${equals(channels.platform, featurePlatforms.recordings)} and ${channels.nameKey} = ${nameKey})`,
}
type DueRecordingRow = RowOf<typeof dueColumns>

/** The last try leaves no next one. */
const scheduleNextTry = prepare(({ now }: Params<{ now: number }>) => {
  const again = sql`${now} + ${literal(againMs)}`
  return update(
    eventBroadcasts,
    {
      vodAt: sql<number | null>`iif(${again} > (select ${events.endAt} from ${events}
        where ${events.id} = ${eventBroadcasts.eventId}) + ${literal(givingUpMs)},
        null, ${again})`,
    },
    {
      where: sql`${equals(eventBroadcasts.platform, featurePlatforms.recordings)}
        and (${eventBroadcasts.eventId}, ${nameKey}) in (select ${eventBroadcasts.eventId}, ${nameKey}
          from ${eventBroadcasts} where ${isRecordingDue(now)} order by ${vodAt} limit ${perMessage})`,
      returning: dueColumns,
    },
  )
})

export async function findAndSaveRecordings(ctx: Ctx<System>): Promise<void> {
  const platform = featurePlatforms.recordings
  if (!findLivePlatform(ctx, platform)) return
  const { due } = await write(ctx, { due: scheduleNextTry(ctx) })
  const recordings: Recording[] = []
  try {
    for (const dueEvent of due) {
      const { platformId, streamId } = dueEvent
      const url = platformId ? await findTwitchVod(ctx, { platformId, streamId }) : undefined
      if (url) recordings.push({ ...dueEvent, url })
    }
  } catch (error) {
    const nextPollAt = computeRetryTime(ctx, platform, error)
    await write(ctx, { quota: recordQuotaUsage(ctx, { platform, spent: 0, nextPollAt }) })
  }
  if (recordings.length > 0) await saveRecordings(ctx, recordings)
}

type Recording = DueRecordingRow & { url: string }

function recordingField<Name extends keyof Recording>(name: Name): SQL<Recording[Name]> {
  return jsonField(name)
}

async function saveRecordings(ctx: Ctx, recordings: readonly Recording[]): Promise<void> {
  await write(ctx, {
    recordings: update(
      eventBroadcasts,
      { vodAt: null, vodUrl: recordingField('url') },
      {
        from: jsonRows(recordings),
        where: sql`${eventBroadcasts.eventId} = ${recordingField('eventId')}
          and ${equals(eventBroadcasts.platform, featurePlatforms.recordings)}
          and ${nameKey} = ${recordingField('nameKey')} and ${streamId} = ${recordingField('streamId')}`,
      },
    ),
  })
  await queuePurge(ctx, ...recordings.map(({ eventId: id }) => ({ type: 'event', id }) as const))
}
