import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Contributor, type Ctx } from '#worker/context.ts'
import type { GameId, StreamerId } from '#worker/contract.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { earnXp, reverseXp, type Earned } from '#worker/features/progress/ledger.ts'
import {
  gamificationInfo,
  selectStanding,
  type Standing,
} from '#worker/features/progress/progress.ts'
import { AppError, type ErrorCode } from '#worker/http/errors.ts'
import type { FollowInput, FollowView } from './contract.ts'

/** What can be followed, and where that is written. */
const kinds = {
  streamer: {
    table: sql.raw('streamers'),
    follows: sql.raw('streamer_follows'),
    column: sql.raw('streamer_id'),
    unknown: 'streamer_not_found',
  },
  game: {
    table: sql.raw('games'),
    follows: sql.raw('game_follows'),
    column: sql.raw('game_id'),
    unknown: 'game_not_found',
  },
} satisfies Record<string, { table: SQL; follows: SQL; column: SQL; unknown: ErrorCode }>

type Target = { kind: 'streamer'; id: StreamerId } | { kind: 'game'; id: GameId }
type FollowState = { isFollowed: number; followers: number }

/** That the actor's follow of the target stands. */
function isStanding({ actor }: Ctx<Contributor>, { kind, id }: Target): SQL {
  const { follows, column } = kinds[kind]
  return sql`exists (select 1 from ${follows} where ${column} = ${id} and user_id = ${actor.userId})`
}

function selectState(ctx: Ctx<Contributor>, target: Target): Statement<FollowState[]> {
  return rows<FollowState>(
    ctx.db,
    sql`select ${isStanding(ctx, target)} as isFollowed, follow_count as followers
      from ${kinds[target.kind].table} where id = ${target.id}`,
  )
}

/** Follows or takes it back; the count, the ledger and the answer come from one transaction. */
export async function toggleFollow(
  ctx: Ctx<Contributor>,
  target: Target,
  { followed }: FollowInput,
): Promise<FollowView> {
  const [[state], [before]] = await read(ctx, [
    selectState(ctx, target),
    selectStanding(ctx, ctx.actor.userId),
  ])
  if (!state || !before) throw new AppError('not_found', kinds[target.kind].unknown)
  const isWanted = followed ?? !state.isFollowed
  return isWanted ? follow(ctx, target, before) : unfollow(ctx, target, before)
}

async function follow(
  ctx: Ctx<Contributor>,
  target: Target,
  before: Standing,
): Promise<FollowView> {
  const { userId } = ctx.actor
  const { table, follows, column } = kinds[target.kind]
  const [, earned, [state], [after = before]] = await write(ctx, [
    rows(
      ctx.db,
      sql`insert into ${follows} (${column}, user_id, created_at)
        select id, ${userId}, ${ctx.now} from ${table} where id = ${target.id}
        on conflict do nothing`,
    ),
    earnXp(ctx, {
      userId,
      action: 'follow',
      subject: subjectOf(target),
      when: isStanding(ctx, target),
    }),
    selectState(ctx, target),
    selectStanding(ctx, userId),
  ])
  return answer(ctx, state, { before, after, earned: earned[0] })
}

async function unfollow(
  ctx: Ctx<Contributor>,
  target: Target,
  before: Standing,
): Promise<FollowView> {
  const { userId } = ctx.actor
  const { follows, column } = kinds[target.kind]
  const [, , [state], [after = before]] = await write(ctx, [
    rows(
      ctx.db,
      sql`delete from ${follows} where ${column} = ${target.id} and user_id = ${userId}`,
    ),
    reverseXp(ctx, { userId, action: 'follow', subject: subjectOf(target) }),
    selectState(ctx, target),
    selectStanding(ctx, userId),
  ])
  return answer(ctx, state, { before, after, earned: undefined })
}

/** As the ledger names it: `streamer:12`. */
function subjectOf({ kind, id }: Target): string {
  return `${kind}:${id}`
}

function answer(
  ctx: Ctx,
  state: FollowState | undefined,
  change: { before: Standing; after: Standing; earned: Earned | undefined },
): FollowView {
  return {
    followed: Boolean(state?.isFollowed),
    followers: state?.followers ?? 0,
    gamification_info: gamificationInfo(ctx, { action: 'follow', ...change }),
  }
}
