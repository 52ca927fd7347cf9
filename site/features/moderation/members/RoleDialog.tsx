import * as v from 'valibot'
import { FormDialog } from '#site/ui/admin/FormDialog.tsx'
import { SelectField } from '#site/ui/fields/SelectField.tsx'
import { TextArea } from '#site/ui/fields/TextField.tsx'
import { useValidatedForm } from '#site/ui/fields/use-validated-form.ts'
import { m } from '#site/lib/messages.ts'
import {
  MemberRole,
  ScopesInput,
  type MemberView,
} from '#worker/features/moderation/members/contract.ts'
import { roleNames, roleDescriptions } from './member-labels.ts'
import type { MembersStore } from './members.store.ts'

const RoleForm = v.object({ role: MemberRole, reason: ScopesInput.entries.reason })
type RoleFormValues = { role: MemberRole; reason: string }

type Props = { store: MembersStore; member: MemberView; onClose: () => void }

export function RoleDialog({ store, member, onClose }: Props) {
  const form = useValidatedForm<RoleFormValues>({
    schema: RoleForm,
    defaults: { role: member.role, reason: '' },
    async send({ role, reason }) {
      if (role === member.role || (await store.changeRole(member, role, reason))) onClose()
    },
  })
  const { fieldOf, watch } = form
  const title = m.members_change_role_title({ name: member.username })
  return (
    <FormDialog {...{ title, form, onClose }}>
      <p>{m.members_role_text()}</p>
      <SelectField
        label={m.members_role()}
        hint={roleDescriptions[watch('role')]()}
        choices={MemberRole.options.map((value) => ({ value, label: roleNames[value]() }))}
        {...fieldOf('role')}
      />
      <TextArea
        label={m.members_reason()}
        hint={m.members_reason_hint()}
        {...fieldOf('reason')}
        rows={2}
      />
    </FormDialog>
  )
}
