import type { ReactNode } from 'react'
import { m } from '#site/lib/messages.ts'

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

type SaveRowProps = {
  isBusy: boolean
  isSending: boolean
  isUnchanged?: boolean
  children: ReactNode
}

export function SaveRow({ isUnchanged = false, children, ...state }: SaveRowProps) {
  return (
    <div className="row">
      <SubmitButton {...state} className="">
        {children}
      </SubmitButton>
      <p role="status" className="quiet">
        {isUnchanged && m.profile_no_changes()}
      </p>
    </div>
  )
}
