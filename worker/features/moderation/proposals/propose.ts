import { sql } from 'drizzle-orm'
import { read, write, type Contributor, type Ctx } from '#worker/context.ts'
import { AppError } from '#worker/api/errors.ts'
import type { EventInput, ProposalView } from './contract.ts'
import { newProposal } from './new-proposal.ts'
import { getMyEvent } from './proposal-lists.ts'
import { lastProposals, selectProposals, toProposals } from './proposal-rows.ts'
import { validateProposal, findDuplicates, selectProposalContext } from './proposal-rules.ts'
import { afterAgendaChange } from './publication.ts'
import { selectNearbyEvents } from './similar.ts'

/**
 * A new event from a member: straight to the agenda for their own verified account, else to review.
 * A draft that was sent before, from another tab for instance, is answered with what it became.
 */
export async function propose(ctx: Ctx<Contributor>, input: EventInput): Promise<ProposalView> {
  const [[facts], around] = await read(ctx, [
    selectProposalContext(ctx, ctx.actor.userId, input),
    selectNearbyEvents(ctx, input.start),
  ])
  if (!facts) throw new AppError('unauthenticated', 'session_ended')
  if (facts.sentAs) return getMyEvent(ctx, facts.sentAs)
  const refusal = validateProposal(ctx, input, facts) ?? findDuplicates(input, around)
  if (refusal) throw refusal
  const { userId } = ctx.actor
  const draftKey = input.draft_key ?? crypto.randomUUID()
  const { isPublished, own, statements } = newProposal(ctx, input, { userId, draftKey, facts })
  const results = await write(ctx, [...statements, ...selectProposals(ctx, own, sql``)])
  const [proposal] = toProposals(ctx, ...lastProposals(results))
  if (!proposal) throw new AppError('not_found', 'event_not_found')
  if (isPublished) await afterAgendaChange(ctx, proposal.id)
  return proposal
}
