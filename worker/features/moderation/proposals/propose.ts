import { sql } from 'drizzle-orm'
import { read, write, type Contributor, type Ctx } from '#worker/context.ts'
import { AppError } from '#worker/api/errors.ts'
import type { ProposalView } from './contract.ts'
import type { NewEventInput } from './weekly/contract.ts'
import { findLimitRefusal, tooManyPendingError, tooManyProposalsError } from './limits.ts'
import { buildProposal } from './new-proposal.ts'
import { getMyEvent } from './proposal-lists.ts'
import { selectProposals, toProposals } from './proposal-rows.ts'
import {
  validateProposal,
  findDuplicateRefusal,
  selectProposalContext,
  findWeeklyDateErrors,
} from './proposal-rules.ts'
import { publishAgendaChange } from './publication.ts'
import { selectNearbyEvents } from './similar.ts'
import { repeatWeekly } from '#worker/contracts/weekly-dates.ts'

/** A draft that was sent before, from another tab for instance, is answered with what it became. */
export async function proposeEvent(
  ctx: Ctx<Contributor>,
  { weekly_dates, ...input }: NewEventInput,
): Promise<ProposalView> {
  const dates = repeatWeekly(input, weekly_dates ?? 1)
  const { contexts, nearby } = await read(ctx, {
    contexts: selectProposalContext(ctx, ctx.actor.userId, input),
    nearby: dates.map(({ start }) => selectNearbyEvents(ctx, start)),
  })
  const [context] = contexts
  if (!context) throw new AppError('unauthenticated', 'session_ended')
  if (context.sentAs) return getMyEvent(ctx, context.sentAs)
  const { userId } = ctx.actor
  const draftKey = input.draft_key ?? crypto.randomUUID()
  const { isPublished, isPublishing, own, statements } = buildProposal(ctx, input, {
    userId,
    draftKey,
    facts: context,
    laterDates: dates.slice(1),
  })
  const refusal =
    validateProposal(ctx, input, context, { more: findWeeklyDateErrors(ctx, dates) }) ??
    findLimitRefusal(ctx, context, { isPublishing, dates: dates.length }) ??
    findDuplicateRefusal(input, dates, nearby.flat())
  if (refusal) throw refusal
  const { proposals } = await write(ctx, {
    statements,
    proposals: selectProposals(ctx, own, sql``),
  })
  const [proposal] = toProposals(ctx, proposals)
  // Others that were sent at the same time took the last places.
  if (!proposal) throw isPublishing ? tooManyProposalsError(1) : tooManyPendingError()
  const ids = new Set([proposal.id, ...proposal.dates.map(({ id }) => id)])
  if (isPublished) await publishAgendaChange(ctx, ...ids)
  return proposal
}
