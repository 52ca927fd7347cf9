import type { ReactNode } from 'react'
import { m } from '#site/lib/messages.ts'

type Props = {
  className?: string
  /** Default: Cancel. */
  closeLabel?: string
  onClose: () => void
  children: ReactNode
}

/** The buttons at the end of a dialog: one closes it, the children act. */
export function DialogFoot(props: Props) {
  const { className = 'admin-dialog-foot', closeLabel = m.cancel(), onClose, children } = props
  return (
    <div className={`row ${className}`}>
      <button type="button" className="button" onClick={onClose}>
        {closeLabel}
      </button>
      {children}
    </div>
  )
}
