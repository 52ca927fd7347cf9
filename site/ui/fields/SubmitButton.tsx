import type { ReactNode } from 'react'

type Props = {
  isBusy: boolean
  /** Sending, as opposed to not yet ready. */
  isSending?: boolean
  children: ReactNode
  className?: string
}

export function SubmitButton({ isBusy, isSending, children, className = 'button-primary' }: Props) {
  return (
    <button type="submit" className={`button ${className}`} disabled={isBusy} aria-busy={isSending}>
      {children}
    </button>
  )
}
