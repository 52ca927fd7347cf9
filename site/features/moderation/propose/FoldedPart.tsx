import { useEffect, useRef, type ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import type { Draft, DraftFieldName } from './draft.ts'

type Props = {
  summary: ReactNode
  /** Word for opening it; without one it shows an arrow. */
  action?: string
  fields: readonly DraftFieldName[] | undefined
  isWanted?: boolean
  children: ReactNode
}

/** Opens by itself when wanted; one of its fields with an error has the focus then, and keeps it open. */
export function FoldedPart({ summary, action, fields = [], isWanted = false, children }: Props) {
  const { errors } = useFormContext<Draft>().formState
  const part = useRef<HTMLDetailsElement>(null)
  const isFaulty = fields.some((name) => errors[name])
  useEffect(() => {
    const details = part.current
    if (!details || details.open || !(isFaulty || isWanted)) return
    details.open = true
    details.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [isFaulty, isWanted])
  return (
    <details
      ref={part}
      className="propose-part"
      onToggle={({ currentTarget }) => {
        if (isFaulty) currentTarget.open = true
      }}
    >
      <summary>
        <span className="propose-part-value">{summary}</span>
        {action && <span className="propose-part-action">{action}</span>}
      </summary>
      <div className="stack">{children}</div>
    </details>
  )
}
