import type { Ctx, Moderator } from '#worker/context.ts'
import { errorText } from '#worker/api/error-texts.ts'
import type {
  BulkModerationInput,
  BulkModerationView,
} from '#worker/features/moderation/proposals/bulk/contract.ts'
import { executeTransitions, type TransitionResult } from './engine.ts'
import { toTransitionCommand } from './moderation.ts'

type BulkResultItem = BulkModerationView['items'][number]

function toBulkResultItem(
  { locale }: Ctx,
  { id, proposal, refusal }: TransitionResult,
): BulkResultItem {
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

export async function moderateProposals(
  ctx: Ctx<Moderator>,
  { ids, ...input }: BulkModerationInput,
): Promise<BulkModerationView> {
  const outcomes = await executeTransitions(ctx, { ids, ...toTransitionCommand(ctx, input) })
  return { items: outcomes.map((outcome) => toBulkResultItem(ctx, outcome)) }
}
