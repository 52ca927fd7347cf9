import { sql } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import { events } from '#worker/db/schema/events.ts'
import type { ReasonsInput } from '#worker/contracts/decision-reasons.ts'
import { concludeDecision, tellDecision, toEntryReasons } from '#worker/audit/tell-decision.ts'
import type { TransitionPlan } from './engine.ts'
import type { EventSnapshot } from './event-snapshot.ts'
import { proposerIdOf } from './publication.ts'

type ToldTransition = { act: 'cancel' | 'disable' | 'enable' | 'reset'; reasons?: ReasonsInput }

/** The proposer hears of it, with the reasons. */
export function withNotice(
  ctx: Ctx,
  { act, reasons }: ToldTransition,
  { id }: EventSnapshot,
  plan: TransitionPlan,
): TransitionPlan {
  const about = { subject: 'event', id } as const
  const name = sql<string>`(select ${events.name} from ${events} where ${events.id} = ${id})`
  return {
    ...plan,
    ...toEntryReasons(reasons),
    notice: tellDecision(ctx, { ...about, act, name, users: proposerIdOf(id), reasons }),
    effects: [plan.effects ?? [], concludeDecision(ctx, { ...about, act }, reasons)],
  }
}
