import { memo, useEffect, useRef } from 'react'
import { getLocale } from '#messages/runtime'
import { platformName, reasonNames, statusName } from '#site/lib/labels.ts'
import { categoryName } from '#site/lib/event-labels.ts'
import { LocalTime } from '#site/ui/LocalTime.tsx'
import { formatList, languageName } from '#site/lib/format.ts'
import { Picture } from '#site/ui/pictures/Picture.tsx'
import { m } from '#site/lib/messages.ts'
import { eventPosterPath } from '#worker/features/media/generated-images/paths.ts'
import type { ProposalView } from '#worker/features/moderation/proposals/contract.ts'
import type { ModerationActionName } from './actions.ts'
import { actionNames } from './labels.ts'
import { ProposalActions } from './ProposalActions.tsx'
import { Evidence } from './Evidence.tsx'

const badges = { pending: '', approved: 'badge-success', rejected: 'badge-danger', disabled: '' }

type Props = {
  proposal: ProposalView
  isSelected: boolean
  isMarked: boolean
  onSelect: (id: number) => void
  onMark: (id: number) => void
  onAct: (id: number, name: ModerationActionName) => void
}

/** Drawn anew only when it changes itself: of a hundred, an act touches two. */
export const ProposalCard = memo(function ProposalCard(props: Props) {
  const { proposal, isSelected, isMarked, onSelect, onMark, onAct } = props
  const ref = useRef<HTMLLIElement>(null)
  useEffect(() => {
    const card = ref.current
    // A click inside keeps its own focus; a key brings the card to it.
    if (isSelected && card && !card.contains(document.activeElement)) card.focus()
  }, [isSelected])
  const { id, name, status, thumbnail_path, description } = proposal
  const titleId = `proposal-${id}`
  return (
    <li
      ref={ref}
      className="card proposal"
      tabIndex={-1}
      aria-labelledby={titleId}
      aria-current={isSelected ? 'true' : undefined}
      onFocus={() => onSelect(id)}
    >
      <Picture
        className="proposal-poster"
        path={thumbnail_path}
        drawn={eventPosterPath(proposal)}
        width={640}
        height={360}
        loading="lazy"
      />
      <div className="proposal-main">
        <div className="proposal-head">
          <label className="proposals-mark">
            <input type="checkbox" checked={isMarked} onChange={() => onMark(id)} />
            <span className="visually-hidden">{m.proposals_mark({ name })}</span>
          </label>
          <h2 id={titleId} className="proposal-name">
            {name}{' '}
            <span className={`badge proposal-status ${badges[status]}`}>
              {proposal.cancelled_at ? m.proposals_cancelled() : statusName(status)}
            </span>
          </h2>
        </div>
        <When proposal={proposal} />
        <Facts proposal={proposal} />
        {description && <p className="proposal-about">{description}</p>}
        <Decided proposal={proposal} />
        <Evidence proposal={proposal} />
      </div>
      <ProposalActions proposal={proposal} onAct={(act) => onAct(id, act)} />
    </li>
  )
})

/** What was decided last, by whom and why. */
function Decided({ proposal }: { proposal: ProposalView }) {
  const { rejection, decision, cancelled_at, cancel_reason } = proposal
  const reasons = rejection
    ? [rejection.reason_code && reasonNames[rejection.reason_code](), rejection.reason]
    : [cancelled_at && cancel_reason]
  const reason = reasons.filter(Boolean).join(' — ')
  return (
    <>
      {decision && (
        <p className="quiet">
          {decisionText(decision)} <LocalTime at={decision.at} />
        </p>
      )}
      {reason && <p className="proposal-rejection">{m.my_proposals_reason({ reason })}</p>}
    </>
  )
}

function decisionText({ act, by }: NonNullable<ProposalView['decision']>): string {
  return m.proposals_decided({ act: actionNames[act](), by: by ?? m.proposals_decided_by_clock() })
}

function When({ proposal }: { proposal: ProposalView }) {
  const { start, end, time_certainty, timezone } = proposal
  if (time_certainty !== 'exact') {
    return (
      <p className="proposal-when">
        <LocalTime at={start} dayIn={timezone} />{' '}
        <span className="quiet">
          {time_certainty === 'tba' ? m.propose_certainty_tba() : m.propose_certainty_date_only()}
        </span>
      </p>
    )
  }
  return (
    <p className="proposal-when">
      <LocalTime at={start} /> <span className="quiet">→</span> <LocalTime at={end} as="full" />
    </p>
  )
}

function Facts({ proposal }: { proposal: ProposalView }) {
  const { platform, streaming_account_name, language, category, game, participants } = proposal
  const names = participants.map(({ display_name }) => display_name)
  const facts = [languageName(language), categoryName(category), game?.name].filter(Boolean)
  return (
    <>
      <p className="quiet">
        <b className={`platform-${platform}`}>{platformName(platform)}</b>{' '}
        {streaming_account_name ?? m.proposals_no_channel()} · {facts.join(' · ')}
      </p>
      {names.length > 0 && <p className="quiet">{formatList(names, getLocale())}</p>}
    </>
  )
}
