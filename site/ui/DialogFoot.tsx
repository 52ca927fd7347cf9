import type { ReactNode } from 'react'
import { m } from '#site/lib/messages.ts'

type Props = {
  className?: string
  /** What the way out is called. */
  out?: string
  onClose: () => void
  children: ReactNode
}

/** The way out, and beside it what the dialog is for. */
export function DialogFoot(props: Props) {
  const { className = 'admin-dialog-foot', out = m.cancel(), onClose, children } = props
  return (
    <div className={`row ${className}`}>
      <button type="button" className="button" onClick={onClose}>
        {out}
      </button>
      {children}
    </div>
  )
}
