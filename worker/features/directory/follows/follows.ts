import { sql, type SQL } from 'drizzle-orm'
import { asContributor, read, selectRestriction, type Ctx, type Member } from '#worker/context.ts'
import type { GameId, GroupId, StreamerId, UserId } from '#worker/contracts/ids.ts'
import type { Statement } from '#worker/db/client.ts'
import { booleanSql } from '#worker/db/row.ts'
import {
  eventGroups,
  gameFollows,
  games,
  groupFollows,
  streamerFollows,
  streamers,
} from '#worker/db/schema/directory.ts'
import { first, prepare, select, type Params } from '#worker/db/statement.ts'
import { insert, remove } from '#worker/db/writes.ts'
import {
  addHypeOrFollow,
  removeHypeOrFollow,
  type HypeOrFollow,
} from '#worker/features/gamification/ledger/reactions.ts'
import { prepareEntry } from '#worker/features/gamification/ledger/ledger.ts'
import { selectProgress } from '#worker/features/gamification/ledger/progress.ts'
import { AppError, type ErrorCode } from '#worker/api/errors.ts'
import type { FollowInput, FollowView } from './contract.ts'

type Follow<Id> = { id: Id; userId: UserId; now: number }
type FollowState = { isFollowed: boolean; followers: number }

/** What can be followed. */
type Followable<Id> = {
  unknown: ErrorCode
  entry: ReturnType<typeof prepareEntry>
  set: (follow: Follow<Id>) => Statement
  unset: (follow: Follow<Id>) => Statement
  state: (follow: Follow<Id>) => Statement<FollowState | undefined>
}

type Values = Params<{ id: number; userId: UserId }>

function isOfStreamer({ id, userId }: Values): SQL {
  return sql`${streamerFollows.streamerId} = ${id} and ${streamerFollows.userId} = ${userId}`
}

function standsForStreamer(follow: Values): SQL {
  return sql`exists (select 1 from ${streamerFollows} where ${isOfStreamer(follow)})`
}

const streamer: Followable<StreamerId> = {
  unknown: 'streamer_not_found',
  entry: prepareEntry('follow', standsForStreamer),
  set: prepare(({ id, userId, now }: Params<Follow<StreamerId>>) =>
    insert(
      streamerFollows,
      { streamerId: streamers.id, userId, createdAt: now },
      {
        from: sql`${streamers}`,
        where: sql`${streamers.id} = ${id}`,
        onConflict: sql`do nothing`,
      },
    ),
  ),
  unset: prepare((follow: Params<Follow<StreamerId>>) =>
    remove(streamerFollows, { where: isOfStreamer(follow) }),
  ),
  state: prepare((follow: Params<Follow<StreamerId>>) =>
    first(
      select(
        { isFollowed: booleanSql(standsForStreamer(follow)), followers: streamers.followCount },
        sql`from ${streamers} where ${streamers.id} = ${follow.id}`,
      ),
    ),
  ),
}

function isOfGame({ id, userId }: Values): SQL {
  return sql`${gameFollows.gameId} = ${id} and ${gameFollows.userId} = ${userId}`
}

function standsForGame(follow: Values): SQL {
  return sql`exists (select 1 from ${gameFollows} where ${isOfGame(follow)})`
}

const game: Followable<GameId> = {
  unknown: 'game_not_found',
  entry: prepareEntry('follow', standsForGame),
  set: prepare(({ id, userId, now }: Params<Follow<GameId>>) =>
    insert(
      gameFollows,
      { gameId: games.id, userId, createdAt: now },
      { from: sql`${games}`, where: sql`${games.id} = ${id}`, onConflict: sql`do nothing` },
    ),
  ),
  unset: prepare((follow: Params<Follow<GameId>>) =>
    remove(gameFollows, { where: isOfGame(follow) }),
  ),
  state: prepare((follow: Params<Follow<GameId>>) =>
    first(
      select(
        { isFollowed: booleanSql(standsForGame(follow)), followers: games.followCount },
        sql`from ${games} where ${games.id} = ${follow.id}`,
      ),
    ),
  ),
}

function isOfGroup({ id, userId }: Values): SQL {
  return sql`${groupFollows.groupId} = ${id} and ${groupFollows.userId} = ${userId}`
}

function standsForGroup(follow: Values): SQL {
  return sql`exists (select 1 from ${groupFollows} where ${isOfGroup(follow)})`
}

const group: Followable<GroupId> = {
  unknown: 'group_not_found',
  entry: prepareEntry('follow', standsForGroup),
  set: prepare(({ id, userId, now }: Params<Follow<GroupId>>) =>
    insert(
      groupFollows,
      { groupId: eventGroups.id, userId, createdAt: now },
      {
        from: sql`${eventGroups}`,
        where: sql`${eventGroups.id} = ${id}`,
        onConflict: sql`do nothing`,
      },
    ),
  ),
  unset: prepare((follow: Params<Follow<GroupId>>) =>
    remove(groupFollows, { where: isOfGroup(follow) }),
  ),
  state: prepare((follow: Params<Follow<GroupId>>) =>
    first(
      select(
        { isFollowed: booleanSql(standsForGroup(follow)), followers: eventGroups.followCount },
        sql`from ${eventGroups} where ${eventGroups.id} = ${follow.id}`,
      ),
    ),
  ),
}

type Target =
  | { kind: 'streamer'; id: StreamerId }
  | { kind: 'game'; id: GameId }
  | { kind: 'group'; id: GroupId }

function followOf(
  ctx: Ctx<Member>,
  target: Target,
): HypeOrFollow<FollowState> & { unknown: ErrorCode } {
  if (target.kind === 'streamer') return markOf(ctx, streamer, target)
  return target.kind === 'game' ? markOf(ctx, game, target) : markOf(ctx, group, target)
}

function markOf<Id extends number>(
  { actor, now }: Ctx<Member>,
  { unknown, entry, set, unset, state }: Followable<Id>,
  { kind, id }: { kind: Target['kind']; id: Id },
) {
  const { userId } = actor
  const follow = { id, userId, now }
  const subject = `${kind}:${String(id)}`
  return {
    action: 'follow' as const,
    subject,
    entry: entry({ now }, { userId, subject, id }),
    set: set(follow),
    unset: unset(follow),
    state: state(follow),
    unknown,
  }
}

/** Follows, which is for contributors, or takes it back. */
export async function toggleFollow(
  ctx: Ctx<Member>,
  target: Target,
  { followed }: FollowInput,
): Promise<FollowView> {
  const { unknown, ...follow } = followOf(ctx, target)
  const { known, before, restriction } = await read(ctx, {
    known: follow.state,
    before: selectProgress(ctx.actor),
    restriction: selectRestriction(ctx.actor),
  })
  if (!known || !before) throw new AppError('not_found', unknown)
  const { state, ...progress } =
    (followed ?? !known.isFollowed)
      ? await addHypeOrFollow(asContributor(ctx, restriction), follow, before)
      : await removeHypeOrFollow(ctx, follow, before)
  return { followed: state?.isFollowed ?? false, followers: state?.followers ?? 0, ...progress }
}
