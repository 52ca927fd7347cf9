import type { EventStatus } from '#worker/features/events/contract.ts'
import type { EventAction } from './contract.ts'

export const eventStates = [
  'pending',
  'approving',
  'approved',
  'cancelled',
  'over',
  'rejected',
  'disabled',
  'withdrawn',
] as const
export type EventState = (typeof eventStates)[number]

/** `member` is one who did not propose the event. */
export const transitionRoles = [
  'visitor',
  'member',
  'restricted_proposer',
  'proposer',
  'owner',
  'moderator',
  'admin',
  'system',
] as const
export type TransitionRole = (typeof transitionRoles)[number]
type StateTransitions = Partial<Record<EventState, EventState>>

const review: Partial<Record<EventAction, StateTransitions>> = {
  // A delayed approval stops at `approving`, where the minutely job takes it up.
  approve: { pending: 'approved' },
  review: { approved: 'approved' },
  cancel_approval: { approving: 'pending' },
  reject: { pending: 'rejected' },
  reset: {
    approved: 'pending',
    cancelled: 'pending',
    over: 'pending',
    rejected: 'pending',
    disabled: 'pending',
  },
  disable: { pending: 'disabled', approved: 'disabled', cancelled: 'disabled', over: 'disabled' },
  enable: { disabled: 'pending' },
  cancel: { approved: 'cancelled' },
  edit: { pending: 'pending', rejected: 'rejected', disabled: 'disabled' },
}

const proposer: Partial<Record<EventAction, StateTransitions>> = {
  cancel: { approved: 'cancelled' },
  edit: { pending: 'pending', approving: 'pending', rejected: 'pending' },
  withdraw: { pending: 'withdrawn', approving: 'withdrawn' },
}

/** The engine decides by this table alone: what is not here is refused and changes nothing. */
export const transitions: Record<TransitionRole, Partial<Record<EventAction, StateTransitions>>> = {
  visitor: {},
  member: {},
  /** Soft-banned. */
  restricted_proposer: {},
  proposer,
  /** On their own verified channel: the steps of one change, taken together. */
  owner: { ...proposer, reset: { approved: 'pending' }, approve: { pending: 'approved' } },
  moderator: review,
  admin: review,
  system: {
    approve: { approving: 'approved' },
    // Where the proposer is no longer trusted to be published without a review.
    cancel_approval: { approving: 'pending' },
    // An imported event that nobody changed since follows its source.
    edit: { pending: 'pending', approved: 'approved' },
    cancel: { approved: 'cancelled' },
    disable: { pending: 'disabled' },
    // An event that the import itself took off is on again at its source.
    enable: { cancelled: 'approved', disabled: 'pending' },
  },
}

export function findTargetState(
  role: TransitionRole,
  act: EventAction,
  state: EventState,
): EventState | undefined {
  return transitions[role][act]?.[state]
}

export function listAllowedActions(role: TransitionRole, state: EventState): EventAction[] {
  const acts = Object.keys(transitions[role]) as EventAction[]
  return acts.filter((act) => findTargetState(role, act, state) !== undefined)
}

export type EventStateFacts = {
  status: EventStatus
  isApproving: boolean
  isCancelled: boolean
  isOver: boolean
  isWithdrawn: boolean
}

export function deriveEventState(facts: EventStateFacts): EventState {
  const { status, isApproving, isCancelled, isOver, isWithdrawn } = facts
  if (status === 'pending') return isApproving ? 'approving' : 'pending'
  if (status === 'disabled') return isWithdrawn ? 'withdrawn' : 'disabled'
  if (status !== 'approved') return status
  if (isCancelled) return 'cancelled'
  return isOver ? 'over' : 'approved'
}

const statuses: Record<EventState, EventStatus> = {
  pending: 'pending',
  approving: 'pending',
  approved: 'approved',
  cancelled: 'approved',
  over: 'approved',
  rejected: 'rejected',
  disabled: 'disabled',
  withdrawn: 'disabled',
}

export function toStoredStatus(state: EventState): EventStatus {
  return statuses[state]
}
