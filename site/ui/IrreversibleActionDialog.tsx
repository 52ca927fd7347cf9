import type { ReactNode } from 'react'
import { Button } from '#site/ui/Button.tsx'
import { m } from '#site/lib/messages.ts'
import { Dialog } from './Dialog.tsx'

type Props = {
  title: string
  /** Names what is lost. */
  children: ReactNode
  /** Label of the button. */
  act: string
  isBusy: boolean
  onConfirm: () => void
  onClose: () => void
}

export function IrreversibleActionDialog({
  title,
  children,
  act,
  isBusy,
  onConfirm,
  onClose,
}: Props) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="stack">{children}</div>
      <footer role="none">
        <Button label={m.cancel()} onClick={onClose} />
        <Button label={act} look="danger" isBusy={isBusy} onClick={onConfirm} />
      </footer>
    </Dialog>
  )
}
