import * as v from 'valibot'
import { getLocale } from '#messages/runtime'
import { FormDialog } from '#site/ui/admin/FormDialog.tsx'
import { HandleField } from '#site/ui/fields/HandleField.tsx'
import { useValidatedForm } from '#site/ui/fields/use-validated-form.ts'
import { formatCount } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import type { MemberView } from '#worker/features/moderation/members/contract.ts'
import type { MembersStore } from './members.store.ts'

type Props = { store: MembersStore; member: MemberView; onClose: () => void }

export function DeleteMember({ store, member, onClose }: Props) {
  const { username: name } = member
  const form = useValidatedForm<{ username: string }>({
    schema: v.object({ username: v.literal(name, 'wrong_username') }),
    defaults: { username: '' },
    async send() {
      if (await store.remove(member)) onClose()
    },
  })
  const keptRecords = listKept(member)
  return (
    <FormDialog
      title={m.members_delete_title({ name })}
      act={m.members_delete_now()}
      isDanger
      {...{ form, onClose }}
    >
      <p>{m.members_delete_lost()}</p>
      <Lines lines={listLost(member)} />
      {keptRecords.length > 0 && <p>{m.members_delete_stays()}</p>}
      <Lines lines={keptRecords} />
      <p>
        <b>{m.admin_no_undo()}</b>
      </p>
      <HandleField
        label={m.members_delete_type({ name })}
        autoComplete="off"
        {...form.fieldOf('username')}
      />
    </FormDialog>
  )
}

function toLines(lines: [count: number, line: (inputs: { count: number }) => string][]): string[] {
  return lines.filter(([count]) => count > 0).map(([count, line]) => line({ count }))
}

function listLost({ counts, level, total_xp }: MemberView): string[] {
  const { rejected, pending, disabled, hypes, follows } = counts
  return [
    m.members_delete_account(),
    level === null || total_xp === null
      ? m.members_delete_hidden_progress()
      : m.members_delete_progress({ level, xp: formatCount(total_xp, getLocale()) }),
    ...toLines([
      [rejected + pending + disabled, m.members_delete_proposals],
      [hypes, m.members_delete_hypes],
      [follows, m.members_delete_follows],
    ]),
  ]
}

function listKept({ counts, streamer }: MemberView): string[] {
  return [
    ...toLines([[counts.approved, m.members_delete_events]]),
    ...(streamer ? [m.members_delete_streamer({ name: streamer.display_name })] : []),
  ]
}

function Lines({ lines }: { lines: string[] }) {
  return (
    <ul className="members-lines">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
