import { sql } from 'drizzle-orm'
import { read, type Ctx, type System } from '#worker/context.ts'
import type { EventId } from '#worker/contract.ts'
import { stepOf, take } from './engine.ts'
import { fastTrackTrust } from './fast-track.ts'
import { publicationPlan } from './moderation.ts'
import { selectStandings, type Standing } from './standing.ts'

/** Why the proposer is no longer published without a review, if so. */
function doubtAbout(standing: Standing): string | undefined {
  const { isFastTrack, isActive, isSoftBanned, isVerified, trust } = standing
  if (!isFastTrack) return undefined
  if (!isActive) return 'inactive'
  if (isSoftBanned) return 'soft_banned'
  if (!isVerified) return 'email_not_verified'
  return trust < fastTrackTrust ? 'trust' : undefined
}

function stepFor(ctx: Ctx<System>, standing: Standing | undefined) {
  const roleOf = () => 'clock' as const
  const reason = standing && doubtAbout(standing)
  if (reason === undefined) {
    const planFor = ({ id }: Standing) => publicationPlan(ctx, id)
    return stepOf(ctx, { act: 'approve', roleOf, planFor }, standing)
  }
  const planFor = () => ({ set: sql`approve_at = null`, reason })
  return stepOf(ctx, { act: 'cancel_approval', roleOf, planFor }, standing)
}

/**
 * Approvals whose time has come. One that nobody asked for looks again at its proposer, and leaves
 * the event to a review where they are no longer trusted. Overlapping runs publish, award and tell
 * once.
 */
export async function approveDue(ctx: Ctx<System>, ids: EventId[]): Promise<void> {
  const [standings] = await read(ctx, [selectStandings(ctx, ids)])
  const isDue = ({ approveAt }: Standing) => approveAt !== null && approveAt <= ctx.now
  for (const standing of standings.filter(isDue)) {
    await take(ctx, [{ id: standing.id, step: stepFor(ctx, standing) }], false)
  }
}
