import { memo, useEffect, useRef } from 'react'
import { ProposalRhythm } from '#site/features/moderation/ProposalRhythm.tsx'
import { Picture } from '#site/ui/pictures/Picture.tsx'
import { platformName } from '#site/lib/labels.ts'
import { m } from '#site/lib/messages.ts'
import { eventPosterPath } from '#worker/features/media/generated-images/paths.ts'
import type { ProposalView } from '#worker/features/moderation/proposals/contract.ts'
import { isUndecided } from './actions.ts'
import { ApprovalCountdown } from './ProposalActions.tsx'
import { StatusBadge } from './StatusBadge.tsx'

export function proposalDetailId(id: number): string {
  return `proposal-${id}`
}

type Props = {
  proposal: ProposalView
  isSelected: boolean
  /** A key moved here: the focus follows. */
  isFocused: boolean
  isMarked: boolean
  onSelect: (id: number) => void
  onMark: (id: number) => void
}

/** Drawn anew only when it changes itself: of a hundred, an act touches two. */
export const ProposalRow = memo(function ProposalRow(props: Props) {
  const { proposal, isSelected, isFocused, isMarked, onSelect, onMark } = props
  const ref = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isFocused) return
    ref.current?.focus({ preventScroll: true })
    ref.current?.scrollIntoView({ block: 'nearest' })
  }, [isFocused])
  const { id, name, thumbnail_path } = proposal
  return (
    <div className="proposal-row" data-selected={isSelected || undefined}>
      <label className="admin-mark">
        <input type="checkbox" checked={isMarked} onChange={() => onMark(id)} />
        <span className="visually-hidden">{m.proposals_mark({ name })}</span>
      </label>
      <button
        ref={ref}
        type="button"
        className="proposal-open"
        aria-expanded={isSelected}
        aria-controls={isSelected ? proposalDetailId(id) : undefined}
        onClick={() => onSelect(id)}
      >
        <Picture
          className="proposal-thumb"
          path={thumbnail_path}
          drawn={eventPosterPath(proposal)}
          width={128}
          height={72}
          loading="lazy"
        />
        <span className="proposal-summary">
          <b className="proposal-row-name">{name}</b>
          <ProposalSummary proposal={proposal} />
        </span>
        <ProposalState proposal={proposal} />
      </button>
    </div>
  )
})

function ProposalSummary({ proposal }: { proposal: ProposalView }) {
  const { platform, channel, similar } = proposal
  return (
    <span className="proposal-row-facts">
      <ProposalRhythm proposal={proposal} />
      <span className="proposal-row-channel">
        <span className={`platform-${platform}`}>{platformName(platform)}</span> {channel?.name}
      </span>
      {isUndecided(proposal) && similar.length > 0 && (
        <span className="proposal-row-similar">
          {m.proposals_similar_count({ count: similar.length })}
        </span>
      )}
    </span>
  )
}

function ProposalState({ proposal }: { proposal: ProposalView }) {
  if (proposal.approve_at) return <ApprovalCountdown until={proposal.approve_at} />
  return isUndecided(proposal) ? null : <StatusBadge proposal={proposal} />
}
