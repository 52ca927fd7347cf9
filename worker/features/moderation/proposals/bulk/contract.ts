import * as v from 'valibot'
import {
  DecisionReasons,
  hasNeededFacts,
  resetReasonsEntries,
} from '#worker/contracts/decision-reasons.ts'
import { EventId } from '#worker/contracts/ids.ts'
import { InstantInput } from '#worker/contracts/time.ts'
import {
  delaySeconds,
  hasRejectionReason,
  ProposalView,
  rejectionEntries,
} from '#worker/features/moderation/proposals/contract.ts'

const ids = v.pipe(v.array(EventId), v.minLength(1), v.maxLength(100))

export const BulkModerationInput = v.variant('act', [
  v.object({
    ids,
    act: v.literal('approve'),
    delay_seconds: delaySeconds,
    /** By id, as in a single approval. */
    seen_updated_at: v.optional(v.record(v.string(), InstantInput), {}),
  }),
  v.pipe(
    v.object({ ids, act: v.literal('reject'), ...rejectionEntries }),
    v.check((input) => hasRejectionReason(input), 'reason_required'),
  ),
  v.object({ ids, act: v.literal('disable'), ...DecisionReasons.entries }),
  v.pipe(
    v.object({ ids, act: v.literal('reset'), ...resetReasonsEntries }),
    v.forward(v.partialCheck([['ground'], ['facts']], hasNeededFacts, 'facts_required'), ['facts']),
  ),
  v.object({ ids, act: v.picklist(['review', 'cancel_approval', 'enable']) }),
])
export type BulkModerationInput = v.InferOutput<typeof BulkModerationInput>

/** In the order of the ids sent. */
export const BulkModerationView = v.object({
  items: v.array(
    v.variant('outcome', [
      v.object({ id: v.number(), outcome: v.literal('done'), proposal: ProposalView }),
      v.object({
        id: v.number(),
        outcome: v.literal('refused'),
        code: v.string(),
        msg: v.string(),
        proposal: v.nullable(ProposalView),
      }),
    ]),
  ),
})
export type BulkModerationView = v.InferOutput<typeof BulkModerationView>
