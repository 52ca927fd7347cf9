import type { ReactNode } from 'react'
import { LocalTime } from '#site/ui/LocalTime.tsx'
import { m } from '#site/lib/messages.ts'

type Props = {
  /** Who saved meanwhile. */
  text: string
  at: string
  /** The buttons that solve the conflict. */
  children: ReactNode
}

export function ConflictAlert({ text, at, children }: Props) {
  return (
    <div className="notice notice-error editor-conflict" role="alert">
      <p>
        {text} <LocalTime at={at} />
      </p>
      <p>{m.editor_conflict_text()}</p>
      <div className="row">{children}</div>
    </div>
  )
}
