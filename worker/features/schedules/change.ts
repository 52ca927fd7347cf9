import { sql } from 'drizzle-orm'
import { read, type Ctx, type System } from '#worker/context.ts'
import { rows } from '#worker/db/client.ts'
import { cancellation } from '#worker/features/proposals/cancellation.ts'
import type { EventInput } from '#worker/features/proposals/contract.ts'
import { stepOf, take, type Plan, type Step } from '#worker/features/proposals/engine.ts'
import { scheduleAssignments } from '#worker/features/proposals/proposal-writes.ts'
import { moveOnAgenda } from '#worker/features/proposals/publication.ts'
import { selectStandings, type Standing } from '#worker/features/proposals/standing.ts'
import { AppError } from '#worker/http/errors.ts'
import { mayRewrite, type Decided } from './decide.ts'
import { fingerprintOf } from './fingerprint.ts'
import type { Changed } from './plan.ts'
import type { Source } from './source-rows.ts'

function rewriting(ctx: Ctx, { id }: Source, input: EventInput, standing: Standing): Plan {
  const isMoved = standing.status === 'approved' && standing.startAt !== input.start
  const facts = scheduleAssignments(input)
  return {
    set: isMoved ? sql`${facts}, previous_start_at = start_at` : facts,
    effects: (isDone) => [
      rows(
        ctx.db,
        sql`update imported_events set fingerprint = ${fingerprintOf(input)}
          where source_id = ${id} and event_id = ${standing.id} and ${isDone}`,
      ),
      ...(isMoved ? moveOnAgenda(ctx, standing.id, isDone) : []),
    ],
  }
}

/** An act of the clock; refused where somebody decided otherwise. */
function stepFor(
  ctx: Ctx<System>,
  source: Source,
  { decision }: Changed,
  standing: Standing | undefined,
): Step | AppError {
  const roleOf = () => 'clock' as const
  if (decision.outcome === 'updated') {
    const planFor = (current: Standing) =>
      mayRewrite(current.status, source)
        ? rewriting(ctx, source, decision.input, current)
        : new AppError('conflict', 'changed_meanwhile')
    return stepOf(ctx, { act: 'edit', roleOf, planFor }, standing)
  }
  if (standing?.status === 'approved') {
    const planFor = (current: Standing) => cancellation(ctx, {}, current)
    return stepOf(ctx, { act: 'cancel', roleOf, planFor }, standing)
  }
  const planFor = () => ({ set: sql`approve_at = null` })
  return stepOf(ctx, { act: 'disable', roleOf, planFor }, standing)
}

/** Those that were left as somebody changed them meanwhile. */
export async function changeAll(
  ctx: Ctx<System>,
  source: Source,
  changes: Changed[],
): Promise<Decided[]> {
  if (changes.length === 0) return []
  const ids = changes.map(({ decision }) => decision.eventId)
  const [standings] = await read(ctx, [selectStandings(ctx, ids)])
  const byId = new Map(standings.map((one) => [one.id, one]))
  const asked = changes.map((one) => {
    const id = one.decision.eventId
    return { id, step: stepFor(ctx, source, one, byId.get(id)) }
  })
  const outcomes = await take(ctx, asked, false)
  return changes.filter((_, index) => outcomes[index]?.refusal)
}
