import { writeInOrder, type Contributor, type Ctx, type Member } from '#worker/context.ts'
import type { Statement } from '#worker/db/client.ts'
import type { GamificationInfo } from './contract.ts'
import { preparedReverseXp, grantRewards, type EarnedXp } from './ledger.ts'
import { buildGamificationInfo, selectProgress, type MemberProgress } from './progress.ts'

export type HypeOrFollow<State> = {
  action: 'hype' | 'follow'
  /** Subject as in the ledger: `streamer:12`. */
  subject: string
  entry: Statement<EarnedXp[]>
  set: Statement
  unset: Statement
  state: Statement<State | undefined>
}

type Written<State> = { state: State | undefined; gamification_info: GamificationInfo }

export function addHypeOrFollow<State>(
  ctx: Ctx<Contributor>,
  mark: HypeOrFollow<State>,
  previousProgress: MemberProgress,
): Promise<Written<State>> {
  return writeReaction(ctx, mark, { isWanted: true, before: previousProgress })
}

/** Also for restricted members: they may always undo reactions. */
export function removeHypeOrFollow<State>(
  ctx: Ctx<Member>,
  mark: HypeOrFollow<State>,
  previousProgress: MemberProgress,
): Promise<Written<State>> {
  return writeReaction(ctx, mark, { isWanted: false, before: previousProgress })
}

/** Counts, ledger and answer come from one transaction. */
async function writeReaction<State>(
  ctx: Ctx<Member>,
  { action, subject, entry, set, unset, state }: HypeOrFollow<State>,
  { isWanted, before }: { isWanted: boolean; before: MemberProgress },
): Promise<Written<State>> {
  const { now } = ctx
  const { userId } = ctx.actor
  const entries: Statement<Entry[]> = isWanted
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
    gamification_info: buildGamificationInfo(ctx, { action, before, after, earned }),
  }
}

type Entry = { points: number; isDayCapped?: boolean }
