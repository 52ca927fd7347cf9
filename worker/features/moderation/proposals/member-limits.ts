import { sql } from 'drizzle-orm'
import { read, type Contributor, type Ctx } from '#worker/context.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { first, select } from '#worker/db/statement.ts'
import { AppError } from '#worker/api/errors.ts'
import type { ProposalLimitsView } from './member-contract.ts'
import { limitColumns, mayPublish } from './limits.ts'

/** Whether the member's events on their own channel are published without a review. */
export async function getProposalLimits(ctx: Ctx<Contributor>): Promise<ProposalLimitsView> {
  const { member } = await read(ctx, {
    member: first(
      select(limitColumns(ctx.now), sql`from ${users} where ${users.id} = ${ctx.actor.userId}`),
    ),
  })
  if (!member) throw new AppError('unauthenticated', 'session_ended')
  return {
    may_publish: mayPublish(ctx, member),
    publishing_participants: ctx.config.PROPOSAL_LIMITS.publishingParticipants,
  }
}
