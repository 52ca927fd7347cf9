import { sql, type SQL } from 'drizzle-orm'
import { asContributor, read, selectRestriction, type Ctx, type Member } from '#worker/context.ts'
import type { GameId, StreamerId } from '#worker/contracts/ids.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import {
  setReaction,
  unsetReaction,
  type Reaction,
} from '#worker/features/gamification/ledger/reactions.ts'
import { selectProgress } from '#worker/features/gamification/ledger/progress.ts'
import { AppError, type ErrorCode } from '#worker/api/errors.ts'
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
function isStanding({ actor }: Ctx<Member>, { kind, id }: Target): SQL {
  const { follows, column } = kinds[kind]
  return sql`exists (select 1 from ${follows} where ${column} = ${id} and user_id = ${actor.userId})`
}

function selectState(ctx: Ctx<Member>, target: Target): Statement<FollowState[]> {
  return rows<FollowState>(
    ctx.db,
    sql`select ${isStanding(ctx, target)} as isFollowed, follow_count as followers
      from ${kinds[target.kind].table} where id = ${target.id}`,
  )
}

function followOf(ctx: Ctx<Member>, target: Target): Reaction<FollowState> {
  const { kind, id } = target
  const { userId } = ctx.actor
  const { table, follows, column } = kinds[kind]
  return {
    action: 'follow',
    subject: `${kind}:${id}`,
    isSet: isStanding(ctx, target),
    set: sql`insert into ${follows} (${column}, user_id, created_at)
      select id, ${userId}, ${ctx.now} from ${table} where id = ${id} on conflict do nothing`,
    unset: sql`delete from ${follows} where ${column} = ${id} and user_id = ${userId}`,
    selectState: () => selectState(ctx, target),
  }
}

/** Follows, which is for contributors, or takes it back. */
export async function toggleFollow(
  ctx: Ctx<Member>,
  target: Target,
  { followed }: FollowInput,
): Promise<FollowView> {
  const [[known], [before], [restriction]] = await read(ctx, [
    selectState(ctx, target),
    selectProgress(ctx, ctx.actor.userId),
    selectRestriction(ctx),
  ])
  if (!known || !before) throw new AppError('not_found', kinds[target.kind].unknown)
  const follow = followOf(ctx, target)
  const { state, ...progress } =
    (followed ?? !known.isFollowed)
      ? await setReaction(asContributor(ctx, restriction), follow, before)
      : await unsetReaction(ctx, follow, before)
  return { followed: Boolean(state?.isFollowed), followers: state?.followers ?? 0, ...progress }
}
