import type { ApiRequestBody } from '#site/lib/api-calls.ts'
import type {
  EventAction,
  ProposalView,
  ModeratorCancelInput,
  RejectInput,
} from '#worker/features/moderation/proposals/contract.ts'
import type { DecisionReasons, ResetReasons } from '#worker/contracts/decision-reasons.ts'
import {
  listAllowedActions as actionsAllowedIn,
  deriveEventState,
} from '#worker/features/moderation/proposals/transitions.ts'

export type ModerationAction =
  | { name: 'approve'; delay_seconds: number }
  | { name: 'reject'; input: RejectInput }
  | { name: 'cancel'; input: ModeratorCancelInput }
  | { name: 'disable'; input: DecisionReasons }
  | { name: 'reset'; input: ResetReasons }
  | { name: 'review' | 'cancel_approval' | 'enable' }
export type ModerationActionName = Exclude<EventAction, 'withdraw'>

export function listAllowedModerationActions(
  proposal: ProposalView,
  now: number,
): ModerationActionName[] {
  const { status, approve_at, cancelled_at, withdrawn_at, reviewed_at, end } = proposal
  const isPossible: Partial<Record<EventAction, boolean>> = {
    withdraw: false,
    approve: !proposal.needs_other_reviewer,
    review: reviewed_at === null && !proposal.needs_other_reviewer,
  }
  const state = deriveEventState({
    status,
    isApproving: approve_at !== null,
    isCancelled: cancelled_at !== null,
    isOver: Date.parse(end) <= now,
    isWithdrawn: withdrawn_at !== null,
  })
  const allowed = actionsAllowedIn('moderator', state).filter(
    (action): action is ModerationActionName => isPossible[action] ?? true,
  )
  const isEditedOnceReset = state === 'approved' && !proposal.needs_other_reviewer
  return isEditedOnceReset ? ['edit', ...allowed] : allowed
}

export function isUndecided({ status, approve_at }: ProposalView): boolean {
  return status === 'pending' && approve_at === null
}

type ActionBody = ApiRequestBody<'post', `admin/proposals/:id/${ModerationAction['name']}`>

/** A change since the moderator looked is not approved unseen. */
export function toActionBody(action: ModerationAction, { updated_at }: ProposalView): ActionBody {
  if (action.name === 'approve') {
    return { delay_seconds: action.delay_seconds, seen_updated_at: updated_at }
  }
  return 'input' in action ? action.input : undefined
}

export function toOptimisticProposal(
  proposal: ProposalView,
  action: ModerationAction,
  now: number,
): ProposalView {
  const undecided = { ...proposal, approve_at: null, rejection: null }
  switch (action.name) {
    case 'approve':
      return action.delay_seconds === 0
        ? { ...undecided, status: 'approved', reviewed_at: new Date(now).toISOString() }
        : { ...undecided, approve_at: new Date(now + action.delay_seconds * 1000).toISOString() }
    case 'reject': {
      const { reason_code = null, reason = null } = action.input
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

/** Restricts nobody: the proposal is as open as before. */
export const takenBack = { name: 'reset', input: { ground: 'correction' } } as const

/** Undefined where nothing leads back to just where it was. */
export function findUndoAction(
  previousProposal: ProposalView,
  action: ModerationAction,
): ModerationAction | undefined {
  if (!isUndecided(previousProposal)) return undefined
  if (action.name === 'approve') {
    return action.delay_seconds === 0 ? takenBack : { name: 'cancel_approval' }
  }
  if (action.name === 'reject') return takenBack
  return action.name === 'disable' ? { name: 'enable' } : undefined
}

/** "1:05", "1:00:00" */
export function formatRemainingTime(until: string, now: number): string {
  const seconds = Math.max(0, Math.round((Date.parse(until) - now) / 1000))
  const [hours, minutes, remainingSeconds] = [
    seconds / 3600,
    (seconds / 60) % 60,
    seconds % 60,
  ].map(Math.floor)
  const paddedSeconds = String(remainingSeconds).padStart(2, '0')
  return hours
    ? `${hours}:${String(minutes).padStart(2, '0')}:${paddedSeconds}`
    : `${String(minutes).padStart(2, '0')}:${paddedSeconds}`
}
