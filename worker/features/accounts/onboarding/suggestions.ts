import { sql, type SQL } from 'drizzle-orm'
import { read, type Ctx, type Member } from '#worker/context.ts'
import type { GameId, StreamerId } from '#worker/contracts/ids.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { avatarPath, gameThumbnail } from '#worker/features/media/generated-images/paths.ts'
import { upcomingOrLiveEvents } from '#worker/features/events/upcoming-or-live.ts'
import { participationsIn } from '#worker/features/directory/streamers/participations.ts'
import type { OnboardingListQuery, PopularGame, PopularStreamer } from './contract.ts'
import { pickVaried } from './pick-varied.ts'

/**
 * Suggestions for a newcomer: from the next events and from the most followed, so that the cost does
 * not grow with the agenda. In the member's language first, then with something coming up, then by
 * popularity.
 */
const nextEvents = 300
const mostFollowed = 200
/** Read for each place of the list, so that one kind need not fill it. */
const candidatesPerPlace = 6

type Candidate = {
  /** Null where nothing is coming up. */
  category: string | null
  gameId: GameId | null
  isFollowed: 0 | 1
}
type StreamerCandidate = Candidate & {
  id: StreamerId
  displayName: string
  handle: string | null
  avatar: string | null
}
type GameCandidate = Candidate & {
  id: GameId
  slug: string
  name: string
  description: string
  thumbnail: string | null
}

function comingIds(now: number): SQL {
  return sql`select id from (${upcomingOrLiveEvents(now, { limit: nextEvents })})`
}

/** The language of the member who asks. */
function languageOf({ actor }: Ctx<Member>): SQL {
  return sql`(select interface_language from users where id = ${actor.userId})`
}

/** Of events `e` grouped by their subject; with one min(), the bare columns are those of the soonest. */
function comingColumns(ctx: Ctx<Member>): SQL {
  return sql`min(e.start_at) as start_at, e.category as category, e.game_id as game_id,
    sum(e.hype_count) as hypes, max(e.language = ${languageOf(ctx)}) as is_in_language`
}

function selectStreamers(ctx: Ctx<Member>, limit: number): Statement<StreamerCandidate[]> {
  const { db, now, actor } = ctx
  return rows<StreamerCandidate>(
    db,
    sql`with coming as materialized (
        select shows.streamer_id as id, ${comingColumns(ctx)}
        from (${participationsIn(comingIds(now))}) shows cross join events e on e.id = shows.event_id
        group by shows.streamer_id),
      pick as materialized (select id from coming union select id from (
        select id from streamers order by follow_count desc, followers desc, id
        limit ${mostFollowed}))
    select s.id as id, s.display_name as displayName, s.avatar_path as avatar,
      (select a.name from streaming_accounts a where a.streamer_id = s.id
        order by a.id limit 1) as handle,
      coming.category as category, coming.game_id as gameId,
      exists (select 1 from streamer_follows f
        where f.streamer_id = s.id and f.user_id = ${actor.userId}) as isFollowed
    from pick join streamers s on s.id = pick.id left join coming on coming.id = s.id
    order by coalesce(s.language = ${languageOf(ctx)}, coming.is_in_language, 0) desc,
      coming.id is null, s.follow_count + coalesce(coming.hypes, 0) desc, s.followers desc, s.id
    limit ${limit * candidatesPerPlace}`,
  )
}

function selectGames(ctx: Ctx<Member>, limit: number): Statement<GameCandidate[]> {
  const { db, now, actor } = ctx
  return rows<GameCandidate>(
    db,
    sql`with coming as materialized (
        select e.game_id as id, ${comingColumns(ctx)}
        from (${comingIds(now)}) shown cross join events e on e.id = shown.id
        where e.game_id is not null group by e.game_id),
      pick as materialized (select id from coming union select id from (
        select id from games order by follow_count desc, id limit ${mostFollowed}))
    select g.id as id, g.slug as slug, g.name as name, g.description as description,
      g.thumbnail_path as thumbnail, coming.category as category, null as gameId,
      exists (select 1 from game_follows f
        where f.game_id = g.id and f.user_id = ${actor.userId}) as isFollowed
    from pick join games g on g.id = pick.id left join coming on coming.id = g.id
    order by coalesce(coming.is_in_language, 0) desc, coming.id is null,
      g.follow_count + coalesce(coming.hypes, 0) desc, g.id
    limit ${limit * candidatesPerPlace}`,
  )
}

/** Of one game, or else of one category. */
function kindOf({ gameId, category }: Candidate): string | null {
  return gameId === null ? category : `game ${gameId}`
}

function varied<One extends Candidate>(candidates: One[], limit: number): One[] {
  return pickVaried(
    candidates.map((one) => ({ ...one, kind: kindOf(one) })),
    limit,
  )
}

export async function listPopularStreamers(
  ctx: Ctx<Member>,
  { limit }: OnboardingListQuery,
): Promise<PopularStreamer[]> {
  const [candidates] = await read(ctx, [selectStreamers(ctx, limit)])
  return varied(candidates, limit).map((one) => ({
    id: one.id,
    display_name: one.displayName,
    name: one.handle ?? one.displayName,
    avatar_path: one.avatar ?? avatarPath(one.id, one.displayName),
    is_followed: Boolean(one.isFollowed),
  }))
}

export async function listPopularGames(
  ctx: Ctx<Member>,
  { limit }: OnboardingListQuery,
): Promise<PopularGame[]> {
  const [candidates] = await read(ctx, [selectGames(ctx, limit)])
  return varied(candidates, limit).map((one) => ({
    id: one.id,
    slug: one.slug,
    name: one.name,
    description: one.description,
    thumbnail_url: gameThumbnail(one.id, one.name, one.thumbnail).thumbnail_url,
    is_followed: Boolean(one.isFollowed),
  }))
}
