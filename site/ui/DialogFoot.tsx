import type { ReactNode } from 'react'
import { Button } from '#site/ui/Button.tsx'
import { m } from '#site/lib/messages.ts'

type Props = {
  closeLabel?: string | undefined
  onClose: () => void
  children: ReactNode
}

export function DialogFoot(props: Props) {
  const { closeLabel = m.cancel(), onClose, children } = props
  return (
    <div className="row dialog-foot">
      <Button label={closeLabel} onClick={onClose} />
      {children}
    </div>
  )
}
