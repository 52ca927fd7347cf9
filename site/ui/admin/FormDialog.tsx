import type { FormEventHandler, ReactNode } from 'react'
import { Dialog } from '#site/ui/Dialog.tsx'
import { DialogFoot } from '#site/ui/DialogFoot.tsx'
import { Failure } from '#site/ui/Failure.tsx'
import { SubmitButton } from '#site/ui/fields/SubmitButton.tsx'
import { m } from '#site/lib/messages.ts'

type DialogForm = {
  submit: FormEventHandler<HTMLFormElement>
  failure: string
  isBusy: boolean
  isSending: boolean
}

type Props = {
  title: string
  form: DialogForm
  /** Label of the button, unless it saves. */
  act?: string
  isDanger?: boolean
  closeLabel?: string
  intro?: ReactNode
  onClose: () => void
  children: ReactNode
}

export function FormDialog(props: Props) {
  const { title, form, act = m.save(), isDanger, closeLabel, intro, onClose, children } = props
  const { submit, failure, isBusy, isSending } = form
  return (
    <Dialog title={title} onClose={onClose}>
      <form method="post" className="stack" noValidate onSubmit={submit}>
        {intro}
        <Failure text={failure} />
        {children}
        <DialogFoot closeLabel={closeLabel} onClose={onClose}>
          <SubmitButton
            isBusy={isBusy}
            isSending={isSending}
            className={isDanger ? 'button-danger' : 'button-primary'}
          >
            {act}
          </SubmitButton>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
