import { memo } from 'react'
import { getLocale } from '#messages/runtime'
import { platformName, rejectionReasonNames } from '#site/lib/labels.ts'
import { categoryName } from '#site/lib/event-labels.ts'
import { LocalTime } from '#site/ui/LocalTime.tsx'
import { formatCount, formatList, nativeLanguageName, separator } from '#site/lib/format.ts'
import { Picture } from '#site/ui/pictures/Picture.tsx'
import { m } from '#site/lib/messages.ts'
import { eventPosterPath } from '#worker/features/media/generated-images/paths.ts'
import type { ProposalView } from '#worker/features/moderation/proposals/contract.ts'
import type { ModerationActionName } from './actions.ts'
import { isShownAsSeries, WeeklyDates } from '#site/features/moderation/ProposalRhythm.tsx'
import { decisionText } from './labels.ts'
import { OriginalLink } from './OriginalLink.tsx'
import { ProposalActions } from './ProposalActions.tsx'
import { Evidence } from './Evidence.tsx'
import { proposalDetailId } from './ProposalRow.tsx'
import { StatusBadge } from './StatusBadge.tsx'

type Props = {
  proposal: ProposalView
  onAct: (id: number, name: ModerationActionName) => void
}

export const ProposalDetail = memo(function ProposalDetail({ proposal, onAct }: Props) {
  const { id, name, thumbnail_path, description } = proposal
  const titleId = `proposal-title-${id}`
  return (
    <section className="proposal-detail" id={proposalDetailId(id)} aria-labelledby={titleId}>
      <div className="proposal-head">
        <Picture
          className="proposal-poster"
          path={thumbnail_path}
          drawn={eventPosterPath(proposal)}
          width={640}
          height={360}
          loading="lazy"
        />
        <div className="proposal-main">
          <h2 id={titleId} className="proposal-name">
            {name} <StatusBadge proposal={proposal} />
          </h2>
          {isShownAsSeries(proposal) ? (
            <p className="proposal-when">
              <WeeklyDates proposal={proposal} />
            </p>
          ) : (
            <ProposalTime proposal={proposal} />
          )}
          <ProposalFacts proposal={proposal} />
        </div>
      </div>
      <ProposalActions proposal={proposal} onAct={(action) => onAct(id, action)} />
      <ReviewNotice proposal={proposal} />
      <DecisionNotice proposal={proposal} />
      {isShownAsSeries(proposal) && <ProposalDates proposal={proposal} />}
      {description && <p className="proposal-about">{description}</p>}
      <Evidence proposal={proposal} />
    </section>
  )
})

function ReviewNotice({ proposal }: { proposal: ProposalView }) {
  const { waiting_followers, needs_other_reviewer, reviewed_at, status } = proposal
  const isDecided = status === 'approved' ? reviewed_at !== null : status !== 'pending'
  return (
    <>
      {waiting_followers !== null && (
        <p className="notice">
          {m.proposals_waiting_followers({ count: formatCount(waiting_followers, getLocale()) })}
        </p>
      )}
      {needs_other_reviewer && !isDecided && <p className="notice">{m.error_own_proposal()}</p>}
    </>
  )
}

function DecisionNotice({ proposal }: { proposal: ProposalView }) {
  const { rejection, decision, cancelled_at, cancel_reason } = proposal
  const reasons = rejection
    ? [rejection.reason_code && rejectionReasonNames[rejection.reason_code](), rejection.reason]
    : [cancelled_at && cancel_reason]
  const reason = reasons.filter(Boolean).join(' — ')
  return (
    <>
      {decision && (
        <p className="quiet">
          {decisionText(decision)} <LocalTime at={decision.at} />
        </p>
      )}
      {reason && (
        <p className="proposal-rejection">
          {m.my_proposals_reason({ reason })} <OriginalLink original={rejection?.duplicate_of} />
        </p>
      )}
    </>
  )
}

function ProposalDates({
  proposal: { dates, time_certainty, timezone },
}: {
  proposal: ProposalView
}) {
  return (
    <section className="stack">
      <h3 className="overline">{m.proposals_dates()}</h3>
      <ul className="proposal-dates">
        {dates.map(({ id, start }) => (
          <li key={id}>
            <LocalTime at={start} dayIn={time_certainty === 'exact' ? undefined : timezone} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function ProposalTime({ proposal }: { proposal: ProposalView }) {
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
      <LocalTime at={start} /> <span className="quiet">→</span>{' '}
      <LocalTime at={end} as="end" from={start} />
    </p>
  )
}

function ProposalFacts({ proposal }: { proposal: ProposalView }) {
  const { platform, channel, language, category, game, participants } = proposal
  const names = participants.map(({ display_name }) => display_name)
  const factTexts = [nativeLanguageName(language), categoryName(category), game?.name].filter(
    Boolean,
  )
  return (
    <>
      <p className="quiet">
        <b className={`platform-${platform}`}>{platformName(platform)}</b>{' '}
        {[channel?.name ?? m.proposals_no_channel(), ...factTexts].join(separator)}
      </p>
      {names.length > 0 && <p className="quiet">{formatList(names, getLocale())}</p>}
      {proposal.removed_participants.map(({ display_name, at }) => (
        <p key={display_name} className="quiet">
          {m.proposals_removed_participant({ name: display_name })} <LocalTime at={at} />
        </p>
      ))}
    </>
  )
}
