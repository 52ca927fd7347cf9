import type { ReactNode } from 'react'
import { Button } from '#site/ui/Button.tsx'
import { m } from '#site/lib/messages.ts'
import { Dialog } from './Dialog.tsx'
import { Failure } from './Failure.tsx'
import { useAttempt } from './use-attempt.ts'

type Props = {
  title: string
  /** Names what is lost. */
  children: ReactNode
  /** Label of the button. */
  act: string
  keepLabel?: string
  /** A refusal that it throws is shown; false means that one was shown elsewhere. */
  onConfirm: () => Promise<unknown>
  onClose: () => void
}

export function IrreversibleActionDialog(props: Props) {
  const { title, children, act, keepLabel = m.cancel(), onConfirm, onClose } = props
  const { isBusy, failure, attempt } = useAttempt()

  async function confirm(): Promise<void> {
    if ((await onConfirm()) !== false) onClose()
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <div className="stack">
        <Failure text={failure} />
        {children}
      </div>
      <footer role="none">
        <Button label={keepLabel} onClick={onClose} />
        <Button label={act} look="danger" isBusy={isBusy} onClick={() => void attempt(confirm)} />
      </footer>
    </Dialog>
  )
}
