import { sql, type SQL } from 'drizzle-orm'
import { write, type Ctx, type System } from '#worker/context.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import { rows } from '#worker/db/client.ts'
import { queuePurge } from '#worker/features/operations/cache/purge.ts'
import { livePlatforms } from './enabled-platforms.ts'
import { retryTime, recordQuota } from './states.ts'
import { findTwitchVod } from '#worker/integrations/twitch/live-streams.ts'

const minuteMs = 60_000
/** Looked for every so often, and for so long after the end. */
const againMs = 30 * minuteMs
const givingUpMs = 6 * 60 * minuteMs
const perMessage = 20

/** For the minute job's one query. YouTube's recordings stand where the broadcast stood. */
export function selectDueRecordings(now: number): SQL {
  return sql`select * from (select 'recordings', 0, 0, 0 from event_broadcasts
    where platform = 'twitch' and vod_at <= ${now} limit 1)`
}

type Due = { eventId: EventId; nameKey: string; streamId: string; platformId: string | null }

/** Looks for the recordings of what is over; each try sets the time of the next. */
export async function findRecordings(ctx: Ctx<System>): Promise<void> {
  const { db, now } = ctx
  if (!livePlatforms.twitch.isConfigured(ctx)) return
  const [due] = await write(ctx, [
    rows<Due>(
      db,
      sql`update event_broadcasts set vod_at =
          iif(${now + againMs} > (select end_at from events where id = event_broadcasts.event_id) + ${givingUpMs},
            null, ${now + againMs})
        where platform = 'twitch' and (event_id, name_key) in (select event_id, name_key
          from event_broadcasts where platform = 'twitch' and vod_at <= ${now}
          order by vod_at limit ${perMessage})
        returning event_id as eventId, name_key as nameKey, stream_id as streamId,
          (select platform_id from channels c
            where c.platform = 'twitch' and c.name_key = event_broadcasts.name_key) as platformId`,
    ),
  ])
  const found: (Due & { url: string })[] = []
  try {
    for (const one of due) {
      const { platformId, streamId } = one
      const url = platformId ? await findTwitchVod(ctx, { platformId, streamId }) : undefined
      if (url) found.push({ ...one, url })
    }
  } catch (error) {
    const nextPollAt = retryTime(ctx, 'twitch', error)
    await write(ctx, [recordQuota(ctx, { platform: 'twitch', spent: 0, nextPollAt })])
  }
  if (found.length > 0) await keep(ctx, found)
}

async function keep(ctx: Ctx, found: readonly (Due & { url: string })[]): Promise<void> {
  await write(ctx, [
    rows(
      ctx.db,
      sql`update event_broadcasts set vod_at = null, vod_url = f.value ->> 'url'
        from json_each(${JSON.stringify(found)}) f
        where event_id = f.value ->> 'eventId' and platform = 'twitch'
          and name_key = f.value ->> 'nameKey' and stream_id = f.value ->> 'streamId'`,
    ),
  ])
  await queuePurge(ctx, ...found.map(({ eventId: id }) => ({ type: 'event', id }) as const))
}
