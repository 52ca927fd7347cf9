import type { ReactNode } from 'react'
import { SubmitButton } from '#site/ui/fields/SubmitButton.tsx'
import { m } from '#site/lib/messages.ts'

type Props = {
  isBusy: boolean
  isSending: boolean
  isUnchanged?: boolean
  children: ReactNode
}

/** Ends a form: its button, and that there was nothing to save. */
export function SaveRow({ isUnchanged = false, children, ...state }: Props) {
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
