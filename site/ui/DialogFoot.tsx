import type { ReactNode } from 'react'
import { Button } from '#site/ui/Button.tsx'
import { m } from '#site/lib/messages.ts'

type Props = {
  className?: string | undefined
  closeLabel?: string | undefined
  onClose: () => void
  children: ReactNode
}

export function DialogFoot(props: Props) {
  const { className = 'admin-dialog-foot', closeLabel = m.cancel(), onClose, children } = props
  return (
    <div className={`row ${className}`}>
      <Button label={closeLabel} onClick={onClose} />
      {children}
    </div>
  )
}
