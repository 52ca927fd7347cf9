import type { Body } from '#site/lib/api-calls.ts'
import type {
  EventAction,
  ProposalView,
  RejectInput,
} from '#worker/features/moderation/proposals/contract.ts'
import {
  listAllowedActions as actionsAllowedIn,
  deriveEventState,
} from '#worker/features/moderation/proposals/transitions.ts'

/** What a moderator can decide about a proposal, and what the call then takes. */
export type ModerationAction =
  | { name: 'approve'; delay_seconds: number }
  | { name: 'reject'; input: RejectInput }
  | { name: 'cancel'; input: { reason?: string | null } }
  | { name: 'review' | 'cancel_approval' | 'reset' | 'disable' | 'enable' }
export type ModerationActionName = Exclude<EventAction, 'withdraw'>

/** What can be done with it now, by the server's own table. */
export function allowedActions(proposal: ProposalView, now: number): ModerationActionName[] {
  const { status, approve_at, cancelled_at, withdrawn_at, reviewed_at, end } = proposal
  const isPossible: Partial<Record<EventAction, boolean>> = {
    withdraw: false,
    approve: !proposal.needs_other_reviewer,
    review: reviewed_at === null && !proposal.needs_other_reviewer,
  }
  return actionsAllowedIn(
    'moderator',
    deriveEventState({
      status,
      isApproving: approve_at !== null,
      isCancelled: cancelled_at !== null,
      isOver: Date.parse(end) <= now,
      isWithdrawn: withdrawn_at !== null,
    }),
  ).filter((action): action is ModerationActionName => isPossible[action] ?? true)
}

/** Whether it still waits for somebody. */
export function isUndecided({ status, approve_at }: ProposalView): boolean {
  return status === 'pending' && approve_at === null
}

type ActBody = Body<'post', `admin/proposals/:id/${ModerationAction['name']}`>

/** The body of the call. What changed since the moderator looked is not approved unseen. */
export function toActionBody(act: ModerationAction, { updated_at }: ProposalView): ActBody {
  if (act.name === 'approve') {
    return { delay_seconds: act.delay_seconds, seen_updated_at: updated_at }
  }
  return 'input' in act ? act.input : undefined
}

/** What the server will most likely answer; shown until it does. */
export function toOptimisticProposal(
  proposal: ProposalView,
  act: ModerationAction,
  now: number,
): ProposalView {
  const undecided = { ...proposal, approve_at: null, rejection: null }
  switch (act.name) {
    case 'approve':
      return act.delay_seconds === 0
        ? { ...undecided, status: 'approved', reviewed_at: new Date(now).toISOString() }
        : { ...undecided, approve_at: new Date(now + act.delay_seconds * 1000).toISOString() }
    case 'reject': {
      const { reason_code = null, reason = null } = act.input
      const rejection = { reason_code, reason, duplicate_of: null }
      return { ...undecided, status: 'rejected', rejection }
    }
    case 'review':
      return { ...proposal, reviewed_at: new Date(now).toISOString(), waiting_followers: null }
    case 'disable':
      return { ...undecided, status: 'disabled' }
    case 'cancel':
      return { ...proposal, cancelled_at: new Date(now).toISOString() }
    default:
      return { ...undecided, status: 'pending' }
  }
}

/** What takes an act back, where that leads to just where it was: from waiting. */
export function findUndoAction(
  before: ProposalView,
  act: ModerationAction,
): ModerationAction | undefined {
  if (!isUndecided(before)) return undefined
  if (act.name === 'approve') {
    return act.delay_seconds === 0 ? { name: 'reset' } : { name: 'cancel_approval' }
  }
  if (act.name === 'reject') return { name: 'reset' }
  return act.name === 'disable' ? { name: 'enable' } : undefined
}

/** "1:05", "1:00:00" */
export function formatRemaining(until: string, now: number): string {
  const seconds = Math.max(0, Math.round((Date.parse(until) - now) / 1000))
  const [hours, minutes, rest] = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map(Math.floor)
  const tail = String(rest).padStart(2, '0')
  return hours
    ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}`
    : `${String(minutes).padStart(2, '0')}:${tail}`
}
