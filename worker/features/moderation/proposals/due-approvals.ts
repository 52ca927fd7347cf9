import { read, type Ctx, type System } from '#worker/context.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import { events } from '#worker/db/schema/events.ts'
import { buildSetSql } from '#worker/db/writes.ts'
import { resolveTransition, commitResolvedTransitions } from './engine.ts'
import { listFollowingDates } from './following-dates.ts'
import { planPublication } from './moderation.ts'
import { minFastTrackTrust } from './new-proposal.ts'
import { selectProposalSnapshots, type EventSnapshot } from './event-snapshot.ts'

function findFastTrackObstacle(snapshot: EventSnapshot): string | undefined {
  const { isFastTrack, isActive, isSoftBanned, isVerified, trust } = snapshot
  if (!isFastTrack) return undefined
  if (!isActive) return 'inactive'
  if (isSoftBanned) return 'soft_banned'
  if (!isVerified) return 'email_not_verified'
  return trust < minFastTrackTrust ? 'trust' : undefined
}

function resolveDueTransition(ctx: Ctx<System>, snapshot: EventSnapshot | undefined) {
  const roleOf = () => 'system' as const
  const reason = snapshot && findFastTrackObstacle(snapshot)
  if (reason === undefined) {
    const planFor = (current: EventSnapshot) => planPublication(ctx, current, !current.isFastTrack)
    return resolveTransition(ctx, { act: 'approve', roleOf, planFor }, snapshot)
  }
  const planFor = (current: EventSnapshot) => ({
    set: buildSetSql(events, { approveAt: null }),
    dates: listFollowingDates(current),
    reason,
  })
  return resolveTransition(ctx, { act: 'cancel_approval', roleOf, planFor }, snapshot)
}

/** Looks again at proposers on the fast track. Overlapping runs publish and award once. */
export async function approveDueProposals(ctx: Ctx<System>, ids: EventId[]): Promise<void> {
  const { snapshots } = await read(ctx, { snapshots: selectProposalSnapshots(ctx, ids) })
  const isDue = ({ approveAt }: EventSnapshot) => approveAt !== null && approveAt <= ctx.now
  for (const snapshot of snapshots.filter(isDue)) {
    await commitResolvedTransitions(
      ctx,
      [{ id: snapshot.id, step: resolveDueTransition(ctx, snapshot) }],
      false,
    )
  }
}
