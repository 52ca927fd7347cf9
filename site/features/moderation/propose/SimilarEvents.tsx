import { useEffect, useRef } from 'react'
import { getLocale } from '#messages/runtime'
import { Button } from '#site/ui/Button.tsx'
import { separator } from '#site/lib/format.ts'
import { eventStatusNames } from '#site/lib/labels.ts'
import { LocalTime } from '#site/ui/LocalTime.tsx'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import type { SimilarEvent } from '#worker/features/moderation/proposals/contract.ts'

type Props = {
  similar: SimilarEvent[]
  isBusy: boolean
  /** Label of the button for "it is another event". */
  otherLabel: string
  onOther: () => void
  onHype: (id: number) => void
  /** Sending waits for the answer. */
  isBlocking?: boolean
}

export function SimilarEvents({ similar, isBusy, isBlocking = false, ...answers }: Props) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    // Answers with a promise in some browsers: no effect may return it.
    if (isBlocking) section.current?.scrollIntoView({ block: 'nearest' })
  }, [isBlocking])
  return (
    <section
      ref={section}
      className="notice propose-similar"
      role={isBlocking ? 'alert' : 'status'}
      aria-label={m.propose_similar_title()}
    >
      <h4>{m.propose_similar_title()}</h4>
      <p>{m.propose_similar_text()}</p>
      <SimilarList similar={similar} isBusy={isBusy} onHype={answers.onHype} />
      <Button label={answers.otherLabel} disabled={isBusy} onClick={answers.onOther} />
    </section>
  )
}

type ListProps = { similar: SimilarEvent[]; isBusy?: boolean; onHype?: (id: number) => void }

export function SimilarList({ similar, isBusy = false, onHype }: ListProps) {
  return (
    <ul className="similar-list">
      {similar.map((event) => (
        <li key={event.id}>
          <SimilarName event={event} />
          <span className="quiet quiet-small">
            <LocalTime at={event.start} />
            {event.channel_name && separator + event.channel_name}
            {separator}
            {eventStatusNames[event.status]()}
          </span>
          {onHype && event.status === 'approved' && (
            <Button
              label={m.propose_similar_hype()}
              look="primary"
              isSmall
              aria-label={m.propose_similar_hype_named({ name: event.name ?? '' })}
              disabled={isBusy}
              onClick={() => onHype(event.id)}
            />
          )}
        </li>
      ))}
    </ul>
  )
}

function SimilarName({ event: { slug, name, status } }: { event: SimilarEvent }) {
  if (status !== 'approved' || !slug) return <b>{name ?? m.propose_similar_waiting()}</b>
  return (
    <a href={paths.event(getLocale(), slug)} target="_blank" rel="noopener">
      {name}
    </a>
  )
}
