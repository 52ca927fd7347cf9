import { useEffect, useRef, type ReactNode } from 'react'
import { m } from '#site/lib/messages.ts'

/** In place of the form: what was sent, whoever has that address. */
export function LinkSent({ text, children }: { text: string; children?: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} className="stack" role="status" tabIndex={-1}>
      <p className="notice notice-success">{text}</p>
      <p className="quiet">{m.link_sent_hint()}</p>
      {children}
    </div>
  )
}
