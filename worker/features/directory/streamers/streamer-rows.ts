import { sql, type Column, type SQL } from 'drizzle-orm'
import type { Platform } from '#worker/contracts/enumerations.ts'
import type { StreamerId } from '#worker/contracts/ids.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { a, e, s } from '#worker/db/aliases.ts'
import type { ResultOf, Statement } from '#worker/db/client.ts'
import { equals } from '#worker/db/conditions.ts'
import { booleanSql, jsonArraySql, jsonRowList, parseJsonRow, type RowOf } from '#worker/db/row.ts'
import { streamingAccounts } from '#worker/db/schema/directory.ts'
import { prepare, select, selectFirst, type Params } from '#worker/db/statement.ts'
import { streamerPicturePathSql } from '#worker/features/media/generated-images/chosen-picture.ts'
import { streamerAvatarPath } from '#worker/features/media/generated-images/paths.ts'
import { accountKey, platforms, featurePlatforms } from '#worker/contracts/platforms.ts'
import { ownerColumn, toChannel } from '#worker/features/events/event-people.ts'
import type { InstantOrSql } from '#worker/features/events/upcoming-or-live.ts'
import { participatedEventIds } from './participations.ts'
import { isUnprovenStreamer } from './unproven.ts'
import type { StreamerSummary, StreamerView } from './contract.ts'

export const accountColumns = {
  platform: a.platform,
  name: a.name,
  isVerified: booleanSql(sql`${a.verifiedAt} is not null`),
}
export type AccountRow = RowOf<typeof accountColumns>

/** The channels `a` of a streamer `s`, as they were added. */
export const streamerAccountsFromClause = sql`from (select * from ${streamingAccounts}
  where ${streamingAccounts.streamerId} = ${s.id} order by ${streamingAccounts.id}) a`

const isOnOwnChannel = sql`exists (select 1 from ${a} where ${a.streamerId} = ${s.id}
  and ${a.platform} = ${e.platform} and ${a.nameKey} = lower(ltrim(${e.streamingAccountName}, '@')))`

const nextColumns = {
  startAt: e.startAt,
  timezone: e.timezone,
  certainty: e.timeCertainty,
  slug: e.slug,
  platform: e.platform,
  accountName: e.streamingAccountName,
  owner: ownerColumn,
  isOwn: booleanSql(isOnOwnChannel),
}

/** JSON. SQLite takes the columns of an aggregate from the row that has its minimum. */
function selectNextEventSql(now: InstantOrSql): SQL<string | null> {
  const isOnNow = sql`${e.startAt} <= ${now} and ${isOnOwnChannel}`
  const soonest = sql`min(${e.startAt} - iif(${isOnNow}, 1e15, 0))`
  return sql<
    string | null
  >`(select iif(${soonest} is null, null, ${jsonArraySql(nextColumns)} || '')
    ${upcomingEventsOfStreamer(s.id, now)})`
}

function toNextEvent(cell: string | null): StreamerSummary['next'] {
  if (cell === null) return null
  const { slug, isOwn, ...row } = parseJsonRow(nextColumns, cell)
  const channel = toChannel({ ...row, channelPicture: null })
  return {
    start: toInstant(row.startAt),
    timezone: row.timezone,
    time_certainty: row.certainty,
    elsewhere: isOwn || !channel ? null : { slug, channel: channel.name },
  }
}

/** The events to come of a streamer: by the few that are theirs, whatever the index of all has. */
function upcomingEventsOfStreamer(streamerId: SQL | Column | StreamerId, now: InstantOrSql): SQL {
  return sql`from ${e} where ${e.id} in (${participatedEventIds(streamerId)})
    and +${equals(e.status, 'approved')} and ${e.cancelledAt} is null and +${e.endAt} > ${now}`
}

export function streamerColumns(now: InstantOrSql) {
  return {
    id: s.id,
    displayName: s.displayName,
    nameKey: s.nameKey,
    language: s.language,
    avatar: streamerPicturePathSql(s.id, s.avatarPath),
    followers: s.followCount,
    platformFollowers: s.platformFollowers,
    accounts: jsonRowList(accountColumns, streamerAccountsFromClause),
    next: selectNextEventSql(now),
  }
}
export type StreamerRow = RowOf<ReturnType<typeof streamerColumns>>

/** `tail` says where `s` comes from: from, where, order and limit. */
export function selectStreamers(now: InstantOrSql, tail: SQL): Statement<StreamerRow[]> {
  return select(streamerColumns(now), tail)
}

export const selectStreamer = prepare(({ id, now }: Params<{ id: StreamerId; now: number }>) =>
  selectFirst(
    {
      ...streamerColumns(now),
      isFeatured: booleanSql(sql`${s.featuredAt} is not null`),
      bannerPath: s.bannerPath,
      bio: s.bio,
      links: s.links,
      isUnverified: booleanSql(isUnprovenStreamer(s)),
      isListed: booleanSql(sql`${s.unlistedAt} is null`),
      upcoming: sql<number>`(select count(*) ${upcomingEventsOfStreamer(id, now)})`,
    },
    sql`from ${s} where ${s.id} = ${id}`,
  ),
)
type StreamerDetailRow = NonNullable<ResultOf<ReturnType<typeof selectStreamer>>>

export function findYoutubeUrlName(
  accounts: readonly { platform: Platform; name: string }[],
): string | null {
  return accounts.find(({ platform }) => platform === featurePlatforms.urlNames)?.name ?? null
}

export function toAccount({ platform, name, isVerified }: AccountRow) {
  const url = platforms[platform].watchUrl(accountKey(name))
  return { platform, name, url, is_verified: isVerified }
}

export function omitShownStreamers(
  rows: StreamerRow[] | undefined,
  shownRows: StreamerRow[] | undefined,
): StreamerRow[] | undefined {
  const ids = new Set(shownRows?.map(({ id }) => id))
  return rows?.filter(({ id }) => !ids.has(id))
}

export function toStreamer(row: StreamerRow): StreamerSummary {
  const { accounts } = row
  return {
    id: row.id,
    display_name: row.displayName,
    name: accounts[0]?.name ?? row.displayName,
    streamer_name: row.displayName,
    url_name: findYoutubeUrlName(accounts),
    avatar_path:
      row.avatar ?? streamerAvatarPath({ id: row.id, display_name: row.displayName, accounts }),
    language: row.language,
    followers: row.followers,
    platform_followers: row.platformFollowers,
    accounts: accounts.map(toAccount),
    next: toNextEvent(row.next),
  }
}

export function toStreamerView(row: StreamerDetailRow): StreamerView {
  return {
    ...toStreamer(row),
    is_featured: row.isFeatured,
    upcoming_events: row.upcoming,
    banner_path: row.bannerPath,
    bio: row.bio,
    links: row.isUnverified ? [] : row.links,
    is_unverified: row.isUnverified,
    is_listed: row.isListed,
  }
}
