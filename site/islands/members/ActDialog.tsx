import * as v from 'valibot'
import { DialogFoot } from '#site/islands/admin/DialogFoot.tsx'
import { Dialog } from '#site/islands/forms/Dialog.tsx'
import { Field } from '#site/islands/forms/Field.tsx'
import { SubmitButton } from '#site/islands/forms/SubmitButton.tsx'
import { useCheckedForm } from '#site/islands/forms/use-checked-form.ts'
import { m } from '#site/lib/messages.ts'
import { StateActInput, type MemberView, type StateAct } from '#worker/features/members/contract.ts'
import { stateActs } from './member-words.ts'

const ReasonForm = v.object({ reason: StateActInput.entries.reason })

type Props = {
  member: MemberView
  act: StateAct
  /** Whether it was done. */
  onAct: (reason: string) => Promise<boolean>
  onClose: () => void
}

/** Asks once, says what follows, and why if somebody wants to say it. */
export function ActDialog({ member: { username: name }, act, onAct, onClose }: Props) {
  const { register, submit, errorOf, isBusy, isSending } = useCheckedForm<{ reason: string }>({
    schema: ReasonForm,
    defaults: { reason: '' },
    async send({ reason }) {
      if (await onAct(reason)) onClose()
    },
  })
  const words = stateActs[act]
  const isHarsh = act === 'deactivate' || act === 'soft_ban'
  return (
    <Dialog title={words.title({ name })} onClose={onClose}>
      <form method="post" className="stack" noValidate onSubmit={submit}>
        <p>{words.text()}</p>
        <Field label={m.members_reason()} error={errorOf('reason')} hint={m.members_reason_hint()}>
          {(control) => (
            <textarea {...control} {...register('reason')} className="textarea" rows={2} />
          )}
        </Field>
        <DialogFoot onClose={onClose}>
          <SubmitButton
            isBusy={isBusy}
            isSending={isSending}
            className={isHarsh ? 'button-danger' : 'button-primary'}
          >
            {words.label()}
          </SubmitButton>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
