import * as v from 'valibot'
import { DialogFoot } from '#site/islands/admin/DialogFoot.tsx'
import { Dialog } from '#site/islands/forms/Dialog.tsx'
import { Field } from '#site/islands/forms/Field.tsx'
import { SubmitButton } from '#site/islands/forms/SubmitButton.tsx'
import { useCheckedForm } from '#site/islands/forms/use-checked-form.ts'
import { m } from '#site/lib/messages.ts'
import { MemberRole, ScopesInput, type MemberView } from '#worker/features/members/contract.ts'
import { roleName, roleText } from './member-words.ts'

const RoleForm = v.object({ role: MemberRole, reason: ScopesInput.entries.reason })
type Values = { role: MemberRole; reason: string }

type Props = {
  member: MemberView
  /** Whether it was done. */
  onChange: (values: Values) => Promise<boolean>
  onClose: () => void
}

export function RoleDialog({ member, onChange, onClose }: Props) {
  const { register, submit, errorOf, isBusy, isSending, watch } = useCheckedForm<Values>({
    schema: RoleForm,
    defaults: { role: member.role, reason: '' },
    async send(values) {
      if (values.role === member.role || (await onChange(values))) onClose()
    },
  })
  return (
    <Dialog title={m.members_change_role_title({ name: member.username })} onClose={onClose}>
      <form method="post" className="stack" noValidate onSubmit={submit}>
        <p>{m.members_role_text()}</p>
        <Field label={m.members_role()} error={errorOf('role')} hint={roleText(watch('role'))}>
          {(control) => (
            <select {...control} {...register('role')} className="select">
              {MemberRole.options.map((role) => (
                <option key={role} value={role}>
                  {roleName(role)}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field label={m.members_reason()} error={errorOf('reason')} hint={m.members_reason_hint()}>
          {(control) => (
            <textarea {...control} {...register('reason')} className="textarea" rows={2} />
          )}
        </Field>
        <DialogFoot onClose={onClose}>
          <SubmitButton isBusy={isBusy} isSending={isSending}>
            {m.save()}
          </SubmitButton>
        </DialogFoot>
      </form>
    </Dialog>
  )
}
