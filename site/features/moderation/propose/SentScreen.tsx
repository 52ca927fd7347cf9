import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import { getLocale } from '#messages/runtime'
import { Button } from '#site/ui/Button.tsx'
import { session } from '#site/lib/session/session.store.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { WeeklyDates } from '#site/features/moderation/ProposalRhythm.tsx'
import type { ProposalView } from '#worker/features/moderation/proposals/contract.ts'

type Props = {
  proposal: ProposalView
  isEdit: boolean
  onClose: () => void
  onAnother: () => void
}

export function SentScreen({ proposal, isEdit, onClose, onAnother }: Props) {
  const { name, slug, status } = proposal
  const settings = useStore(session.$settings)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const isPublished = status === 'approved'
  const isUnverified = settings && !settings.profile.is_email_verified
  return (
    <div className="stack" role="status">
      <h3 ref={heading} tabIndex={-1}>
        {isPublished ? m.propose_published_title() : m.propose_sent_title()}
      </h3>
      <p>{isPublished ? m.propose_published_text({ name }) : m.propose_sent_text({ name })}</p>
      {proposal.dates.length > 1 && (
        <p>
          <b>
            <WeeklyDates proposal={proposal} />
          </b>
        </p>
      )}
      {!isPublished && isUnverified && <p className="notice">{m.propose_sent_unverified()}</p>}
      <div className="row">
        {isPublished ? (
          <a className="button button-primary" href={paths.event(getLocale(), slug)}>
            {m.propose_see_event()}
          </a>
        ) : isEdit ? (
          <Button label={m.close()} look="primary" onClick={onClose} />
        ) : (
          <a className="button button-primary" href={paths.profile(getLocale())}>
            {m.propose_follow_state()}
          </a>
        )}
        {!isEdit && <Button label={m.propose_another()} onClick={onAnother} />}
      </div>
    </div>
  )
}
