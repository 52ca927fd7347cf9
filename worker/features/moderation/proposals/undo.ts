import type { Ctx } from '#worker/context.ts'
import type { Statement } from '#worker/db/client.ts'
import type { TrustAction } from '#worker/features/gamification/ledger/ledger-rules.ts'
import { reverseTrust, reverseXp } from '#worker/features/gamification/ledger/ledger.ts'
import { proposerIdOf } from './publication.ts'
import { parseLaterDates, type EventSnapshot } from './event-snapshot.ts'

export function toRejectionTrustAction(code: string | null): TrustAction {
  return code === 'spam' ? 'proposal_rejected_as_spam' : 'proposal_rejected'
}

export function undoDecision(ctx: Ctx, snapshot: EventSnapshot): Statement[] {
  const { id, status, rejectionCode } = snapshot
  const fact = { userId: proposerIdOf(id), subject: `event:${id}` }
  if (status === 'rejected') {
    return [reverseTrust(ctx, { ...fact, action: toRejectionTrustAction(rejectionCode) })]
  }
  if (status !== 'approved') return []
  return [
    reverseXp(ctx, { ...fact, action: 'proposal_approved' }),
    reverseXp(ctx, { ...fact, action: 'own_event_published' }),
    reverseTrust(ctx, { ...fact, action: 'proposal_approved' }),
  ]
}

export function undoCancellation(ctx: Ctx, snapshot: EventSnapshot): Statement[] {
  const { id, cancelledAt } = snapshot
  if (cancelledAt === null && parseLaterDates(snapshot).length === 0) return []
  const userId = proposerIdOf(id)
  return [reverseTrust(ctx, { userId, action: 'own_event_cancelled', subject: `event:${id}` })]
}
