import { useEffect, useRef } from 'react'
import { getLocale } from '#messages/runtime'
import { platformName, reasonNames, statusName } from '#site/islands/forms/labels.ts'
import { categoryName } from '#site/lib/event-words.ts'
import { LocalTime } from '#site/islands/forms/LocalTime.tsx'
import { formatList, languageName } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import type { ProposalView } from '#worker/features/events/contract.ts'
import type { ActName } from './acts.ts'
import { ProposalActs } from './ProposalActs.tsx'
import { Evidence } from './Evidence.tsx'

const badges = { pending: '', approved: 'badge-success', rejected: 'badge-danger', disabled: '' }

type Props = {
  proposal: ProposalView
  isSelected: boolean
  onSelect: () => void
  onAct: (name: ActName) => void
}

export function ProposalCard({ proposal, isSelected, onSelect, onAct }: Props) {
  const ref = useRef<HTMLLIElement>(null)
  useEffect(() => {
    const card = ref.current
    // A click inside keeps its own focus; a key brings the card to it.
    if (isSelected && card && !card.contains(document.activeElement)) card.focus()
  }, [isSelected])
  const { name, status, thumbnail_path, description, rejection } = proposal
  const titleId = `proposal-${proposal.id}`
  return (
    <li
      ref={ref}
      className="card proposal"
      tabIndex={-1}
      aria-labelledby={titleId}
      aria-current={isSelected ? 'true' : undefined}
      onFocus={onSelect}
    >
      <img
        className="proposal-poster"
        src={paths.media(thumbnail_path)}
        alt=""
        width={640}
        height={360}
        loading="lazy"
        decoding="async"
      />
      <div className="proposal-main">
        <h2 id={titleId} className="proposal-name">
          {name}{' '}
          <span className={`badge ${badges[status]}`}>
            {proposal.cancelled_at ? m.proposals_cancelled() : statusName(status)}
          </span>
        </h2>
        <When proposal={proposal} />
        <Facts proposal={proposal} />
        {description && <p className="proposal-about">{description}</p>}
        {rejection && (
          <p className="proposal-reason">
            {m.my_proposals_reason({
              reason: [
                rejection.reason_code && reasonNames[rejection.reason_code](),
                rejection.reason,
              ]
                .filter(Boolean)
                .join(' — '),
            })}
          </p>
        )}
        <Evidence proposal={proposal} />
      </div>
      <ProposalActs proposal={proposal} onAct={onAct} />
    </li>
  )
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
