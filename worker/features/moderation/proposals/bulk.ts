import type { Ctx, Moderator } from '#worker/context.ts'
import { errorText } from '#worker/api/error-texts.ts'
import type { BulkInput, BulkView } from './contract.ts'
import { executeTransitions, type Outcome } from './engine.ts'
import { toCommand } from './moderation.ts'

type Item = BulkView['items'][number]

function toItem({ locale }: Ctx, { id, proposal, refusal }: Outcome): Item {
  if (proposal && !refusal) return { id, outcome: 'done', proposal }
  const { code, msg } = refusal ?? { code: 'event_not_found' as const }
  return {
    id,
    outcome: 'refused',
    code,
    msg: msg ?? errorText(code, locale),
    proposal: proposal ?? null,
  }
}

/** One act on many proposals in two round trips, each decided for itself. */
export async function moderateProposals(
  ctx: Ctx<Moderator>,
  { ids, ...input }: BulkInput,
): Promise<BulkView> {
  const outcomes = await executeTransitions(ctx, { ids, ...toCommand(ctx, input) })
  return { items: outcomes.map((outcome) => toItem(ctx, outcome)) }
}
