import { sql, type Column, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { Platform } from '#worker/contracts/enumerations.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import { e } from '#worker/db/aliases.ts'
import type { Statement } from '#worker/db/client.ts'
import { columnListSql, nullable, type RowOf } from '#worker/db/row.ts'
import { eventChannels, events } from '#worker/db/schema/events.ts'
import { channels, eventBroadcasts, platformStates } from '#worker/db/schema/live.ts'
import { queryRows } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { isChannelOptedOut } from '#worker/features/directory/opt-outs/opt-out-rows.ts'
import { upcomingOrLiveEvents } from '#worker/features/events/upcoming-or-live.ts'
import type { LivePlatform } from '#worker/integrations/streaming-platform.ts'

const minuteMs = 60_000
/** Channels are watched from before the start until after the end: events run early and over. */
const beforeMs = 15 * minuteMs
export const pollAfterEndMs = 30 * minuteMs
/** One that nobody knew is asked after again, as it may have been made since. */
const unknownMs = 60 * minuteMs

const w = alias(events, 'w')
const ec = alias(eventChannels, 'ec')
const c = alias(channels, 'c')
const b = alias(eventBroadcasts, 'b')

function selectWatchedEvents(now: number): SQL {
  const where = sql`and ${e.startAt} <= ${now + beforeMs}`
  return upcomingOrLiveEvents(now - pollAfterEndMs, { where, limit: sql`-1` })
}

const stripAtSignSql = (name: Column) => sql`ltrim(${name}, '@')`
/** Form of `accountKey`. */
const toAccountKeySql = (name: Column) => sql`lower(${stripAtSignSql(name)})`

/** Rows `event_id, name_key, name` of the events that `ids` selects. */
export function selectChannelsOfEvents(platform: Platform, ids: SQL): SQL {
  return sql`select ${e.id} as event_id, ${toAccountKeySql(e.streamingAccountName)} as name_key,
      ${stripAtSignSql(e.streamingAccountName)} as name
      from (${ids}) w cross join ${e} on ${e.id} = ${w.id}
      where ${e.platform} = ${platform} and ${e.streamingAccountName} is not null
    union
    select ${ec.eventId}, ${toAccountKeySql(ec.account)}, ${stripAtSignSql(ec.account)}
      from (${ids}) w cross join ${ec} on ${ec.eventId} = ${w.id}
      where ${ec.platform} = ${platform}`
}

export function selectDuePoll({ now }: Pick<Ctx, 'now'>, platform: Platform): SQL {
  return sql`select ${`poll_${platform}`} as kind, 0, 0, 0 where exists (
      select 1 from (${selectWatchedEvents(now)}) w cross join ${e} on ${e.id} = ${w.id}
        where (${e.platform} = ${platform} and ${e.streamingAccountName} is not null)
          or exists (select 1 from ${ec}
            where ${ec.eventId} = ${e.id} and ${ec.platform} = ${platform}))
    and not exists (select 1 from ${platformStates}
      where ${platformStates.platform} = ${platform} and ${platformStates.nextPollAt} > ${now})`
}

/** Rows are those of `selectChannelsOfEvents`. */
const shownColumns = {
  nameKey: sql<string>`shown.name_key`,
  name: sql<string>`shown.name`,
  eventId: sql<EventId>`shown.event_id`,
}

const watchedColumns = {
  ...shownColumns,
  startAt: e.startAt,
  endAt: e.endAt,
  proofUrl: e.proofUrl,
  /** Null in all three: never looked up. */
  platformId: c.platformId,
  uploadsId: c.uploadsId,
  checkedAt: nullable(c.checkedAt),
  wasOnAir: nullable(b.isOnAir),
  streamId: b.streamId,
  /** Number of all watched channels of the platform. */
  channels: sql<number>`(select count(distinct name_key) from shown)`,
}
export type WatchedChannelRow = RowOf<typeof watchedColumns>

type WatchedChannelsCursor = { platform: Platform; after: string }

export function selectWatchedChannels(
  { now }: Ctx,
  { platform, after }: WatchedChannelsCursor,
  { channelsPerMessage }: LivePlatform,
): Statement<WatchedChannelRow[]> {
  const { nameKey, eventId } = shownColumns
  return queryRows(
    watchedColumns,
    sql`with shown as materialized (${selectChannelsOfEvents(platform, selectWatchedEvents(now))}),
      page as (select distinct ${nameKey} as name_key from shown where ${nameKey} > ${after}
        and not ${isChannelOptedOut(platform, nameKey)}
        order by ${nameKey} limit ${channelsPerMessage})
      select ${columnListSql(watchedColumns)}
      from page join shown on ${nameKey} = page.name_key
      cross join ${e} on ${e.id} = ${eventId}
      left join ${c} on ${c.platform} = ${platform} and ${c.nameKey} = ${nameKey}
      left join ${b} on ${b.eventId} = ${eventId} and ${b.platform} = ${platform}
        and ${b.nameKey} = ${nameKey}
      order by ${nameKey}, ${eventId}`,
  )
}

export function needsIdentification(
  { platformId, checkedAt }: Pick<WatchedChannelRow, 'platformId' | 'checkedAt'>,
  now: number,
): boolean {
  return platformId === null && (checkedAt === null || checkedAt <= now - unknownMs)
}
