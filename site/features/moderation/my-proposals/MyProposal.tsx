import { getLocale } from '#messages/runtime'
import { Button } from '#site/ui/Button.tsx'
import { separator } from '#site/lib/format.ts'
import { platformName, rejectionReasonNames } from '#site/lib/labels.ts'
import { LocalTime } from '#site/ui/LocalTime.tsx'
import { ProposalRhythm } from '#site/features/moderation/ProposalRhythm.tsx'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import type { ProposalView } from '#worker/features/moderation/proposals/contract.ts'
import { OriginalLink } from '#site/features/moderation/proposals/OriginalLink.tsx'
import { StatusBadge } from '#site/features/moderation/proposals/StatusBadge.tsx'
import { isCancellable, isChangeable, isEditable, isWithdrawable } from './my-proposals.store.ts'

type Props = {
  proposal: ProposalView
  onEdit: () => void
  onChange: () => void
  onCancel: () => void
  onWithdraw: () => void
}

export function MyProposal({ proposal, onEdit, onChange, onCancel, onWithdraw }: Props) {
  const { name, slug, status, platform, channel } = proposal
  const isPublished = status === 'approved'
  return (
    <li className="proposal-mine" id={`proposal-${proposal.id}`}>
      <div>
        <p className="row proposal-title">
          {isPublished ? (
            <a href={paths.event(getLocale(), slug)}>
              <b>{name}</b>
            </a>
          ) : (
            <b>{name}</b>
          )}
          <StatusBadge proposal={proposal} />
        </p>
        <p className="quiet quiet-small">
          <ProposalRhythm proposal={proposal} />
          {separator}
          <span className={`platform-${platform}`}>{platformName(platform)}</span> {channel?.name}
        </p>
        {proposal.approve_at && (
          <p className="quiet quiet-small">
            <LocalTime at={proposal.approve_at} within={m.my_proposals_goes_online} />
          </p>
        )}
        <Rejection rejection={proposal.rejection} />
      </div>
      <div className="row">
        {isEditable(proposal) && (
          <Button
            label={status === 'rejected' ? m.my_proposals_resubmit() : m.my_proposals_edit()}
            isSmall
            onClick={onEdit}
          />
        )}
        {isWithdrawable(proposal) && (
          <Button label={m.withdraw_proposal()} isSmall onClick={onWithdraw} />
        )}
        {isChangeable(proposal, Date.now()) && (
          <Button label={m.own_change()} isSmall onClick={onChange} />
        )}
        {isCancellable(proposal, Date.now()) && (
          <Button label={m.cancel_event()} look="danger" isSmall onClick={onCancel} />
        )}
      </div>
    </li>
  )
}

function Rejection({ rejection }: Pick<ProposalView, 'rejection'>) {
  if (!rejection) return null
  const { reason, reason_code, duplicate_of } = rejection
  const isSaid = reason !== null && reason_code === 'other'
  const preset = reason_code && !isSaid && rejectionReasonNames[reason_code]()
  return (
    <p className="proposal-reason">
      {m.my_proposals_reason({ reason: [preset, reason].filter(Boolean).join(' — ') })}
      {duplicate_of?.slug && (
        <>
          {' '}
          {m.my_proposals_original()} <OriginalLink original={duplicate_of} />
        </>
      )}
    </p>
  )
}
