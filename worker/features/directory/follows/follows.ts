import { sql } from 'drizzle-orm'
import { asContributor, read, selectRestriction, type Ctx, type Member } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import {
  followables,
  insertFollows,
  type FollowableKind,
  type FollowTarget,
} from '#worker/db/followables.ts'
import { booleanSql } from '#worker/db/row.ts'
import { prepare, selectFirst, type Params } from '#worker/db/statement.ts'
import { remove } from '#worker/db/writes.ts'
import {
  addHypeOrFollow,
  removeHypeOrFollow,
  type HypeOrFollowStatements,
} from '#worker/features/gamification/ledger/reactions.ts'
import { prepareXpEntry } from '#worker/features/gamification/ledger/ledger.ts'
import { selectProgress } from '#worker/features/gamification/ledger/progress.ts'
import { AppError, type ErrorCode } from '#worker/api/errors.ts'
import type { FollowInput, FollowView } from './contract.ts'

type FollowParams = { id: number; userId: UserId; now: number }
type FollowState = { isFollowed: boolean; followers: number }

function prepareFollowStatements(kind: FollowableKind, unknown: ErrorCode) {
  const { table, follows, followedId } = followables[kind]
  const isOf = ({ id, userId }: Params<Omit<FollowParams, 'now'>>) =>
    sql`${followedId} = ${id} and ${follows.userId} = ${userId}`
  const stands = (follow: Params<Omit<FollowParams, 'now'>>) =>
    sql`exists (select 1 from ${follows} where ${isOf(follow)})`
  return {
    unknown,
    entry: prepareXpEntry('follow', stands),
    set: prepare(({ id, userId, now }: Params<FollowParams>) =>
      insertFollows(
        followables[kind],
        table.id,
        { userId, createdAt: now },
        { from: sql`${table}`, where: sql`${table.id} = ${id}`, onConflict: sql`do nothing` },
      ),
    ),
    unset: prepare((follow: Params<FollowParams>) => remove(follows, { where: isOf(follow) })),
    state: prepare((follow: Params<FollowParams>) =>
      selectFirst(
        { isFollowed: booleanSql(stands(follow)), followers: sql<number>`${table.followCount}` },
        sql`from ${table} where ${table.id} = ${follow.id}`,
      ),
    ),
  }
}

const prepared = {
  streamer: prepareFollowStatements('streamer', 'streamer_not_found'),
  game: prepareFollowStatements('game', 'game_not_found'),
  group: prepareFollowStatements('group', 'group_not_found'),
}

function buildFollowStatements(
  ctx: Ctx<Member>,
  { kind, id }: FollowTarget,
): HypeOrFollowStatements<FollowState> & { unknown: ErrorCode } {
  const { actor, now } = ctx
  const { unknown, entry, set, unset, state } = prepared[kind]
  const { userId } = actor
  const follow = { id, userId, now }
  const subject = `${kind}:${String(id)}`
  return {
    action: 'follow',
    subject,
    entry: entry(ctx, { userId, subject, id }),
    set: set(follow),
    unset: unset(follow),
    state: state(follow),
    unknown,
  }
}

export async function toggleFollow(
  ctx: Ctx<Member>,
  target: FollowTarget,
  { followed }: FollowInput,
): Promise<FollowView> {
  const { unknown, ...follow } = buildFollowStatements(ctx, target)
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
