import type { EventStatus, ProposalView, RejectInput } from '#worker/features/events/contract.ts'

/** What a moderator can do with a proposal, and what it then looks like. */
export type Act =
  | { name: 'approve'; delay_seconds: number }
  | { name: 'reject'; input: RejectInput }
  | { name: 'cancel_approval' | 'reset' | 'disable' | 'enable' }
export type ActName = Act['name']

const allowed: Record<EventStatus, ActName[]> = {
  pending: ['approve', 'reject', 'disable'],
  approved: ['reset', 'disable'],
  rejected: ['reset'],
  disabled: ['reset', 'enable'],
}

/** While an approval waits, it can only be taken back. */
export function actsOn({ status, approve_at }: ProposalView): ActName[] {
  return approve_at === null ? allowed[status] : ['cancel_approval']
}

/** The body of the call. */
export function bodyOf(act: Act): unknown {
  if (act.name === 'approve') return { delay_seconds: act.delay_seconds }
  return act.name === 'reject' ? act.input : undefined
}

/** What the server will most likely answer; shown until it does. */
export function foresee(proposal: ProposalView, act: Act, now: number): ProposalView {
  const undecided = { ...proposal, approve_at: null, rejection: null }
  switch (act.name) {
    case 'approve':
      return act.delay_seconds === 0
        ? { ...undecided, status: 'approved' }
        : { ...undecided, approve_at: new Date(now + act.delay_seconds * 1000).toISOString() }
    case 'reject': {
      const { reason_code = null, reason = null } = act.input
      return { ...undecided, status: 'rejected', rejection: { reason_code, reason } }
    }
    case 'disable':
      return { ...undecided, status: 'disabled' }
    default:
      return { ...undecided, status: 'pending' }
  }
}

/** "1:05", "1:00:00" */
export function remaining(until: string, now: number): string {
  const seconds = Math.max(0, Math.round((Date.parse(until) - now) / 1000))
  const [hours, minutes, rest] = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map(Math.floor)
  const tail = String(rest).padStart(2, '0')
  return hours
    ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}`
    : `${String(minutes).padStart(2, '0')}:${tail}`
}
