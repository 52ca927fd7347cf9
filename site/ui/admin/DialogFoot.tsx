import type { ReactNode } from 'react'
import { m } from '#site/lib/messages.ts'

type Props = { onClose: () => void; children: ReactNode }

/** The way out, and beside it what the dialog is for. */
export function DialogFoot({ onClose, children }: Props) {
  return (
    <div className="row admin-dialog-foot">
      <button type="button" className="button" onClick={onClose}>
        {m.cancel()}
      </button>
      {children}
    </div>
  )
}
