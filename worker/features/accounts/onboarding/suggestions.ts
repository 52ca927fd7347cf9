import { sql, type SQL } from 'drizzle-orm'
import { read, type Ctx, type Member } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { e } from '#worker/db/aliases.ts'
import type { Statement } from '#worker/db/client.ts'
import { columnListSql, booleanSql, nullable, type RowOf } from '#worker/db/row.ts'
import {
  gameFollows,
  games,
  streamerFollows,
  streamers,
  streamingAccounts,
} from '#worker/db/schema/directory.ts'
import { eventParticipants, events } from '#worker/db/schema/events.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { queryRows } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import {
  avatarPath,
  gameThumbnail,
  personPictureKey,
} from '#worker/features/media/generated-images/paths.ts'
import {
  gamePicturePathSql,
  streamerPicturePathSql,
  streamerPictureSubject,
} from '#worker/features/media/generated-images/chosen-picture.ts'
import { upcomingOrLiveEvents } from '#worker/features/events/upcoming-or-live.ts'
import { isUnlistedStreamer } from '#worker/features/directory/streamers/unproven.ts'
import { buildParticipationsSql } from '#worker/features/directory/streamers/participations.ts'
import type { OnboardingListQuery, PopularGame, PopularStreamer } from './contract.ts'

/** From the next events and the most followed, so that the cost does not grow with the agenda. */
const nextEvents = 300
const mostFollowed = 200
/** Read for each place of the list, so that one kind need not fill it. */
const candidatesPerPlace = 6

const coming = alias(events, 'coming')
const shows = alias(eventParticipants, 'shows')

function selectUpcomingEventIds(now: number): SQL {
  return sql`select id from (${upcomingOrLiveEvents(now, { limit: nextEvents })})`
}

function selectLanguage(userId: UserId): SQL {
  return sql`(select ${users.interfaceLanguage} from ${users} where ${users.id} = ${userId})`
}

/** With one min(), SQLite takes the bare columns from the soonest event. */
function upcomingEventColumns(userId: UserId): SQL {
  return sql`min(${e.startAt}) as start_at, ${e.category} as category, ${e.gameId} as game_id,
    sum(${e.hypeCount}) as hypes, max(${e.language} = ${selectLanguage(userId)}) as is_in_language`
}

const kindColumns = { category: nullable(coming.category), gameId: coming.gameId }
type SuggestionCandidate = RowOf<typeof kindColumns>

function streamerCandidateColumns(userId: UserId) {
  return {
    id: streamers.id,
    displayName: streamers.displayName,
    avatar: streamerPicturePathSql(streamers.id, streamers.avatarPath),
    handle: sql<string | null>`(select ${streamingAccounts.name} from ${streamingAccounts}
      where ${streamingAccounts.streamerId} = ${streamers.id}
      order by ${streamingAccounts.id} limit 1)`,
    subject: streamerPictureSubject(sql`${streamers.id}`),
    ...kindColumns,
    isFollowed: booleanSql(sql`exists (select 1 from ${streamerFollows}
      where ${streamerFollows.streamerId} = ${streamers.id}
        and ${streamerFollows.userId} = ${userId})`),
  }
}
type StreamerCandidate = RowOf<ReturnType<typeof streamerCandidateColumns>>

export function selectStreamerCandidates(
  { now, actor }: Ctx<Member>,
  limit: number,
): Statement<StreamerCandidate[]> {
  const columns = streamerCandidateColumns(actor.userId)
  return queryRows(
    columns,
    sql`with coming as materialized (
        select ${shows.streamerId} as id, ${upcomingEventColumns(actor.userId)}
        from (${buildParticipationsSql(selectUpcomingEventIds(now))}) shows
          cross join ${e} on ${e.id} = ${shows.eventId}
        group by ${shows.streamerId}),
      pick as materialized (select id from coming union select id from (
        select ${streamers.id} from ${streamers}
        order by ${streamers.followCount} desc, ${streamers.platformFollowers} desc, ${streamers.id}
        limit ${mostFollowed}))
    select ${columnListSql(columns)}
    from pick join ${streamers} on ${streamers.id} = pick.id
      left join coming on ${coming.id} = ${streamers.id}
    where not ${isUnlistedStreamer(streamers)}
    order by coalesce(${streamers.language} = ${selectLanguage(actor.userId)}, coming.is_in_language, 0) desc,
      ${coming.id} is null, ${streamers.followCount} + coalesce(coming.hypes, 0) desc,
      ${streamers.platformFollowers} desc, ${streamers.id}
    limit ${limit * candidatesPerPlace}`,
  )
}

function gameCandidateColumns(userId: UserId) {
  return {
    id: games.id,
    slug: games.slug,
    name: games.name,
    description: games.description,
    thumbnail: gamePicturePathSql(games.id, games.thumbnailPath),
    category: kindColumns.category,
    gameId: sql<null>`null`,
    isFollowed: booleanSql(sql`exists (select 1 from ${gameFollows}
      where ${gameFollows.gameId} = ${games.id} and ${gameFollows.userId} = ${userId})`),
  }
}
type GameCandidate = RowOf<ReturnType<typeof gameCandidateColumns>>

function selectGameCandidates(
  { now, actor }: Ctx<Member>,
  limit: number,
): Statement<GameCandidate[]> {
  const columns = gameCandidateColumns(actor.userId)
  return queryRows(
    columns,
    sql`with coming as materialized (
        select ${e.gameId} as id, ${upcomingEventColumns(actor.userId)}
        from (${selectUpcomingEventIds(now)}) shown cross join ${e} on ${e.id} = shown.id
        where ${e.gameId} is not null group by ${e.gameId}),
      pick as materialized (select id from coming union select id from (
        select ${games.id} from ${games} order by ${games.followCount} desc, ${games.id}
        limit ${mostFollowed}))
    select ${columnListSql(columns)}
    from pick join ${games} on ${games.id} = pick.id
      left join coming on ${coming.id} = ${games.id}
    order by coalesce(coming.is_in_language, 0) desc, ${coming.id} is null,
      ${games.followCount} + coalesce(coming.hypes, 0) desc, ${games.id}
    limit ${limit * candidatesPerPlace}`,
  )
}

function toEventKindKey({ gameId, category }: SuggestionCandidate): string | null {
  return gameId === null ? category : `game ${gameId}`
}

/** A kind fills at most this share of a list while there is anything else to show. */
const largestShare = 1 / 4

export function pickDiverseCandidates<One extends { kind: string | null }>(
  candidates: readonly One[],
  limit: number,
): One[] {
  const mostPerKind = Math.max(1, Math.floor(limit * largestShare))
  const counts = new Map<string, number>()
  const pickedCandidates: One[] = []
  const surplus: One[] = []
  for (const candidate of candidates) {
    const count = candidate.kind === null ? 0 : (counts.get(candidate.kind) ?? 0)
    if (candidate.kind !== null) counts.set(candidate.kind, count + 1)
    if (count < mostPerKind) pickedCandidates.push(candidate)
    else surplus.push(candidate)
  }
  return [...pickedCandidates, ...surplus].slice(0, limit)
}

function pickVariedCandidates<One extends SuggestionCandidate>(
  candidates: One[],
  limit: number,
): One[] {
  return pickDiverseCandidates(
    candidates.map((candidate) => ({ ...candidate, kind: toEventKindKey(candidate) })),
    limit,
  )
}

export async function listPopularStreamers(
  ctx: Ctx<Member>,
  { limit }: OnboardingListQuery,
): Promise<PopularStreamer[]> {
  const { candidates } = await read(ctx, { candidates: selectStreamerCandidates(ctx, limit) })
  return toPopularStreamers(candidates, limit)
}

export function toPopularStreamers(
  candidates: StreamerCandidate[],
  limit: number,
): PopularStreamer[] {
  return pickVariedCandidates(candidates, limit).map((candidate) => ({
    id: candidate.id,
    display_name: candidate.displayName,
    name: candidate.handle ?? candidate.displayName,
    avatar_path:
      candidate.avatar ??
      avatarPath(candidate.subject ?? personPictureKey(candidate.id, candidate.displayName)),
    is_followed: candidate.isFollowed,
  }))
}

export async function listPopularGames(
  ctx: Ctx<Member>,
  { limit }: OnboardingListQuery,
): Promise<PopularGame[]> {
  const { candidates } = await read(ctx, { candidates: selectGameCandidates(ctx, limit) })
  return pickVariedCandidates(candidates, limit).map((candidate) => ({
    id: candidate.id,
    slug: candidate.slug,
    name: candidate.name,
    description: candidate.description,
    thumbnail_url: gameThumbnail(candidate.id, candidate.thumbnail).thumbnail_url,
    is_followed: candidate.isFollowed,
  }))
}
