import * as v from 'valibot'
import { WordsDialog } from '#site/ui/admin/WordsDialog.tsx'
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
  return (
    <WordsDialog<RoleFormValues>
      title={m.members_change_role_title({ name: member.username })}
      schema={RoleForm}
      defaults={{ role: member.role, reason: '' }}
      choice={{
        name: 'role',
        label: m.members_role(),
        hintOf: ({ role }) => roleDescriptions[role](),
        choices: MemberRole.options.map((value) => ({ value, label: roleNames[value]() })),
      }}
      words={{
        name: 'reason',
        label: m.members_reason(),
        hint: m.members_reason_hint(),
        rows: 2,
      }}
      onClose={onClose}
      onSend={async ({ role, reason }) => {
        if (role === member.role || (await store.changeRole(member, role, reason))) onClose()
      }}
    >
      <p>{m.members_role_text()}</p>
    </WordsDialog>
  )
}
