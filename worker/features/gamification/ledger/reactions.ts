import { writeInOrder, type Contributor, type Ctx, type Member } from '#worker/context.ts'
import type { Statement } from '#worker/db/client.ts'
import { afterChange } from '#worker/db/writes.ts'
import type { RewardResultView } from './contract.ts'
import { preparedReverseXp, grantRewards, type EarnedXp } from './ledger.ts'
import { buildRewardResultView, selectProgress, type MemberProgress } from './progress.ts'

export type HypeOrFollowStatements<State> = {
  action: 'hype' | 'follow'
  /** Subject as in the ledger: `streamer:12`. */
  subject: string
  entry: Statement<EarnedXp[]>
  set: Statement
  unset: Statement
  state: Statement<State | undefined>
}

type ReactionResult<State> = { state: State | undefined; gamification_info: RewardResultView }

export function addHypeOrFollow<State>(
  ctx: Ctx<Contributor>,
  mark: HypeOrFollowStatements<State>,
  previousProgress: MemberProgress,
): Promise<ReactionResult<State>> {
  return writeReaction(ctx, mark, { isWanted: true, before: previousProgress })
}

/** One round trip where it is new; without `gamification_info` where nothing has changed. */
export async function addHypeOrFollowAtOnce<State>(
  ctx: Ctx<Contributor>,
  { action, entry, set, state }: HypeOrFollowStatements<State>,
) {
  const { userId } = ctx.actor
  const written = await writeInOrder(ctx, {
    mark: afterChange(set, { entries: entry, rewards: grantRewards(ctx, { userId, action }) }),
    state,
    progress: selectProgress(ctx.actor),
  })
  const { mark, progress: after } = written
  if (!mark.hasChanged || !after) return { known: written.state, before: after }
  const [earned] = mark.entries
  const before = { ...after, totalXp: after.totalXp - (earned?.points ?? 0) }
  const reward = buildRewardResultView(ctx, { action, before, after, earned })
  return { known: written.state, before, gamification_info: reward }
}

/** Also for restricted members: they may always undo reactions. */
export function removeHypeOrFollow<State>(
  ctx: Ctx<Member>,
  mark: HypeOrFollowStatements<State>,
  previousProgress: MemberProgress,
): Promise<ReactionResult<State>> {
  return writeReaction(ctx, mark, { isWanted: false, before: previousProgress })
}

/** Counts, ledger and answer come from one transaction. */
async function writeReaction<State>(
  ctx: Ctx<Member>,
  { action, subject, entry, set, unset, state }: HypeOrFollowStatements<State>,
  { isWanted, before }: { isWanted: boolean; before: MemberProgress },
): Promise<ReactionResult<State>> {
  const { now } = ctx
  const { userId } = ctx.actor
  const entries: Statement<ReactionXpEntry[]> = isWanted
    ? entry
    : preparedReverseXp(action)({ userId, subject, now })
  const written = await writeInOrder(ctx, {
    mark: isWanted ? set : unset,
    entries,
    state,
    after: selectProgress(ctx.actor),
    rewards: isWanted ? grantRewards(ctx, { userId, action }) : [],
  })
  const { after = before } = written
  const { points = 0, isDayCapped } = written.entries[0] ?? {}
  const earned = isDayCapped === undefined ? undefined : { points, isDayCapped }
  return {
    state: written.state,
    gamification_info: buildRewardResultView(ctx, { action, before, after, earned }),
  }
}

type ReactionXpEntry = { points: number; isDayCapped?: boolean }
