import { useEffect, useRef } from 'react'
import { getLocale } from '#messages/runtime'
import { statusName } from '#site/lib/labels.ts'
import { LocalTime } from '#site/ui/LocalTime.tsx'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import type { SimilarEvent } from '#worker/features/moderation/proposals/contract.ts'

type Props = { similar: SimilarEvent[]; isSending: boolean; onConfirm: () => void }

/** What the server found alike; sending it all the same takes a decision. */
export function SimilarEvents({ similar, isSending, onConfirm }: Props) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    // Answers with a promise in some browsers: no effect may return it.
    section.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  return (
    <section ref={section} className="notice propose-similar" role="alert">
      <h4>{m.propose_similar_title()}</h4>
      <p>{m.propose_similar_text()}</p>
      <SimilarList similar={similar} />
      <button type="button" className="button" disabled={isSending} onClick={onConfirm}>
        {isSending ? m.propose_sending() : m.propose_similar_confirm()}
      </button>
    </section>
  )
}

export function SimilarList({ similar }: { similar: SimilarEvent[] }) {
  return (
    <ul className="similar-list">
      {similar.map(({ id, slug, name, start, status, streaming_account_name }) => (
        <li key={id}>
          {status === 'approved' && slug ? (
            <a href={paths.event(getLocale(), slug)} target="_blank" rel="noopener">
              {name}
            </a>
          ) : (
            <b>{name ?? m.propose_similar_waiting()}</b>
          )}
          <span className="quiet quiet-small">
            <LocalTime at={start} />
            {streaming_account_name && ` · ${streaming_account_name}`} · {statusName(status)}
          </span>
        </li>
      ))}
    </ul>
  )
}
