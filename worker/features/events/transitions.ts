import type { EventStatus } from './contract.ts'

export type ModerationAct =
  'approve' | 'cancel_approval' | 'reject' | 'reset' | 'disable' | 'enable'

type Transition = {
  from: EventStatus[]
  to: EventStatus
  /** Whether a delayed approval must be waiting, or must not. */
  isApproving: boolean
}

/**
 * Every moderation act on an event's status; anything that is not here is refused. While a delayed
 * approval waits, only its cancellation is allowed.
 */
export const transitions: Record<ModerationAct, Transition> = {
  approve: { from: ['pending'], to: 'approved', isApproving: false },
  cancel_approval: { from: ['pending'], to: 'pending', isApproving: true },
  reject: { from: ['pending'], to: 'rejected', isApproving: false },
  disable: { from: ['pending', 'approved'], to: 'disabled', isApproving: false },
  enable: { from: ['disabled'], to: 'pending', isApproving: false },
  reset: { from: ['approved', 'rejected', 'disabled'], to: 'pending', isApproving: false },
}

export function isAllowed(
  act: ModerationAct,
  event: { status: EventStatus; approveAt: number | null },
): boolean {
  const { from, isApproving } = transitions[act]
  return from.includes(event.status) && (event.approveAt !== null) === isApproving
}
