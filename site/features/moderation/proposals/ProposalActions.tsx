import { useEffect, useState } from 'react'
import { m } from '#site/lib/messages.ts'
import type { ProposalView } from '#worker/features/moderation/proposals/contract.ts'
import {
  listAllowedModerationActions,
  formatRemainingTime,
  type ModerationActionName,
} from './actions.ts'
import { actionNames } from './labels.ts'

const looks: Partial<Record<ModerationActionName, string>> = {
  approve: 'button-primary',
  review: 'button-primary',
  reject: 'button-danger',
  cancel: 'button-danger',
}

type Props = { proposal: ProposalView; onAct: (name: ModerationActionName) => void }

export function ProposalActions({ proposal, onAct }: Props) {
  return (
    <div
      className="proposal-acts"
      role="group"
      aria-label={m.proposals_actions({ name: proposal.name })}
    >
      {proposal.approve_at && <ApprovalCountdown until={proposal.approve_at} />}
      {listAllowedModerationActions(proposal, Date.now()).map((name) => (
        <button
          key={name}
          type="button"
          className={`button ${looks[name] ?? ''}`}
          onClick={() => onAct(name)}
        >
          {actionNames[name]()}
        </button>
      ))}
    </div>
  )
}

/** "Approving in 00:42"; at zero the server has until its next minute. */
export function ApprovalCountdown({ until }: { until: string }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const isDue = Date.parse(until) <= now
  return (
    <span className="proposal-countdown figures" role="timer" suppressHydrationWarning>
      {isDue
        ? m.proposals_approving()
        : m.proposals_approving_in({ time: formatRemainingTime(until, now) })}
    </span>
  )
}
