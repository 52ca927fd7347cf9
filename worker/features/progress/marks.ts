import type { SQL } from 'drizzle-orm'
import { write, type Contributor, type Ctx } from '#worker/context.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import type { GamificationInfo } from './contract.ts'
import { earnXp, reverseXp } from './ledger.ts'
import { gamificationInfo, selectStanding, type Standing } from './progress.ts'

/** A hype or a follow: what a member sets on something, or takes back, and earns XP with. */
export type Mark<State> = {
  action: 'hype' | 'follow'
  /** What it is on, as the ledger names it: `streamer:12`. */
  subject: string
  /** Whether it is there. */
  isSet: SQL
  set: SQL
  unset: SQL
  /** What the answer tells of it. */
  selectState: () => Statement<State[]>
}

/** Sets a mark or takes it back; the count, the ledger and the answer come from one transaction. */
export async function writeMark<State>(
  ctx: Ctx<Contributor>,
  { action, subject, isSet, set, unset, selectState }: Mark<State>,
  { isWanted, before }: { isWanted: boolean; before: Standing },
): Promise<{ state: State | undefined; gamification_info: GamificationInfo }> {
  const { userId } = ctx.actor
  const fact = { userId, action, subject }
  const [entry, ...alongside]: readonly [Statement<Entry[]>, ...Statement[]] = isWanted
    ? earnXp(ctx, { ...fact, when: isSet })
    : [reverseXp(ctx, fact)]
  const [, [written], [state], [after = before]] = await write(ctx, [
    rows(ctx.db, isWanted ? set : unset),
    entry,
    selectState(),
    selectStanding(ctx, userId),
    ...alongside,
  ])
  const { points = 0, isDayCapped } = written ?? {}
  const earned = isDayCapped === undefined ? undefined : { points, isDayCapped }
  return { state, gamification_info: gamificationInfo(ctx, { action, before, after, earned }) }
}

/** Of the ledger; what takes points back was never capped. */
type Entry = { points: number; isDayCapped?: number }
