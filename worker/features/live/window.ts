import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { Platform } from '#worker/contracts/enumerations.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { upcomingOrLiveEvents } from '#worker/features/events/upcoming-or-live.ts'
import type { LivePlatform } from '#worker/integrations/streaming-platform.ts'

const minuteMs = 60_000
/** Channels are watched from before the start until after the end: events run early and over. */
const beforeMs = 15 * minuteMs
export const pollAfterEndMs = 30 * minuteMs
/** One that nobody knew is asked after again, as it may have been made since. */
const unknownMs = 60 * minuteMs

/** The events whose channels are watched now: rows `id`. */
function watchedEvents(now: number): SQL {
  const where = sql`and e.start_at <= ${now + beforeMs}`
  return upcomingOrLiveEvents(now - pollAfterEndMs, { where, limit: sql`-1` })
}

/** As `accountKey` has it. */
function keyOf(name: string): SQL {
  return sql.raw(`lower(ltrim(${name}, '@'))`)
}

/** Rows `event_id, name_key, name` of what is shown on a platform, of the events that `ids` selects. */
export function channelsOfEvents(platform: Platform, ids: SQL): SQL {
  return sql`select e.id as event_id, ${keyOf('e.streaming_account_name')} as name_key,
      ltrim(e.streaming_account_name, '@') as name
      from (${ids}) w cross join events e on e.id = w.id
      where e.platform = ${platform} and e.streaming_account_name is not null
    union
    select c.event_id, ${keyOf('c.account')}, ltrim(c.account, '@')
      from (${ids}) w cross join event_channels c on c.event_id = w.id
      where c.platform = ${platform}`
}

/** For the minute job's one query: a row when channels of a platform are to be asked after. */
export function selectDuePoll({ now }: Pick<Ctx, 'now'>, platform: Platform): SQL {
  return sql`select ${`poll_${platform}`} as kind, 0, 0, 0 where exists (
      select 1 from (${watchedEvents(now)}) w cross join events e on e.id = w.id
        where (e.platform = ${platform} and e.streaming_account_name is not null)
          or exists (select 1 from event_channels c
            where c.event_id = e.id and c.platform = ${platform}))
    and not exists (select 1 from platform_states
      where platform = ${platform} and next_poll_at > ${now})`
}

/** An event on one of its channels, with what is known of both. */
export type WatchedRow = {
  nameKey: string
  name: string
  eventId: EventId
  startAt: number
  endAt: number
  proofUrl: string
  /** Undefined in all three: never asked after. */
  platformId: string | null
  uploadsId: string | null
  checkedAt: number | null
  wasOnAir: 0 | 1 | null
  streamId: string | null
  /** Of all channels that are watched on the platform. */
  channels: number
}

type Page = { platform: Platform; after: string }

/** The channels behind `after`, as many as one message asks after, with their events. */
export function selectWatched(
  { db, now }: Ctx,
  { platform, after }: Page,
  { channelsPerMessage }: LivePlatform,
): Statement<WatchedRow[]> {
  return rows<WatchedRow>(
    db,
    sql`with shown as materialized (${channelsOfEvents(platform, watchedEvents(now))}),
      page as (select distinct name_key from shown where name_key > ${after}
        order by name_key limit ${channelsPerMessage})
      select s.name_key as nameKey, s.name, s.event_id as eventId, e.start_at as startAt,
        e.end_at as endAt, e.proof_url as proofUrl, c.platform_id as platformId,
        c.uploads_id as uploadsId, c.checked_at as checkedAt, b.is_on_air as wasOnAir,
        b.stream_id as streamId, (select count(distinct name_key) from shown) as channels
      from page join shown s on s.name_key = page.name_key
      cross join events e on e.id = s.event_id
      left join channels c on c.platform = ${platform} and c.name_key = s.name_key
      left join event_broadcasts b on b.event_id = s.event_id and b.platform = ${platform}
        and b.name_key = s.name_key
      order by s.name_key, s.event_id`,
  )
}

/** Nobody knew it when it was last asked after, or nobody has asked yet. */
export function needsIdentification(
  { platformId, checkedAt }: Pick<WatchedRow, 'platformId' | 'checkedAt'>,
  now: number,
): boolean {
  return platformId === null && (checkedAt === null || checkedAt <= now - unknownMs)
}
