import { sql } from 'drizzle-orm'
import { read, type Contributor, type Ctx } from '#worker/context.ts'
import { minuteMs } from '#worker/contracts/durations.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { selectFirst } from '#worker/db/statement.ts'
import { AppError } from '#worker/api/errors.ts'
import type { ProposalLimitsView } from './member-contract.ts'
import { limitColumns, findReviewRequirement } from './limits.ts'
import { fastTrackDelayMs, minFastTrackTrust } from './new-proposal.ts'

export async function getProposalLimits(ctx: Ctx<Contributor>): Promise<ProposalLimitsView> {
  const { member } = await read(ctx, {
    member: selectFirst(
      limitColumns(ctx.now),
      sql`from ${users} where ${users.id} = ${ctx.actor.userId}`,
    ),
  })
  if (!member) throw new AppError('unauthenticated', 'session_ended')
  const review = findReviewRequirement(ctx, member)
  const isFast = !review && member.trust >= minFastTrackTrust
  const limits = ctx.config.PROPOSAL_LIMITS
  return {
    may_publish: !review,
    review_reason: review?.reason ?? null,
    review_until: review?.until ? toInstant(review.until) : null,
    published_per_day: limits.publishedPerDay,
    fast_track_minutes: isFast ? fastTrackDelayMs / minuteMs : null,
    publishing_participants: limits.publishingParticipants,
  }
}
