import * as v from 'valibot'
import { getLocale } from '#messages/runtime'
import { ReasonsDialog } from '#site/ui/admin/ReasonsDialog.tsx'
import { HandleField } from '#site/ui/fields/HandleField.tsx'
import { formatCount } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import type { MemberView } from '#worker/features/moderation/members/contract.ts'
import type { MembersStore } from './members.store.ts'

type Props = { store: MembersStore; member: MemberView; onClose: () => void }

export function DeleteMember({ store, member, onClose }: Props) {
  const { username: name } = member
  const keptRecords = listKeptData(member)
  return (
    <ReasonsDialog
      title={m.members_delete_title({ name })}
      act={m.members_delete_now()}
      text={
        <>
          <p>{m.members_delete_lost()}</p>
          <LineList lines={listLostData(member)} />
          {keptRecords.length > 0 && <p>{m.members_delete_stays()}</p>}
          <LineList lines={keptRecords} />
          <p>
            <b>{m.admin_no_undo()}</b>
          </p>
        </>
      }
      extra={{
        schema: v.literal(name, 'wrong_username'),
        field: (field) => (
          <HandleField label={m.members_delete_type({ name })} autoComplete="off" {...field} />
        ),
      }}
      onClose={onClose}
      onSend={async (reasons) => {
        if (await store.remove(member, reasons)) onClose()
      }}
    />
  )
}

function describeNonZeroCounts(
  lines: [count: number, line: (inputs: { count: number }) => string][],
): string[] {
  return lines.filter(([count]) => count > 0).map(([count, line]) => line({ count }))
}

function listLostData({ counts, level, total_xp }: MemberView): string[] {
  const { rejected, pending, disabled, hypes, follows } = counts
  return [
    m.members_delete_account(),
    level === null || total_xp === null
      ? m.members_delete_hidden_progress()
      : m.members_delete_progress({ level, xp: formatCount(total_xp, getLocale()) }),
    ...describeNonZeroCounts([
      [rejected + pending + disabled, m.members_delete_proposals],
      [hypes, m.members_delete_hypes],
      [follows, m.members_delete_follows],
    ]),
  ]
}

function listKeptData({ counts, streamer }: MemberView): string[] {
  return [
    ...describeNonZeroCounts([[counts.approved, m.members_delete_events]]),
    ...(streamer ? [m.members_delete_streamer({ name: streamer.display_name })] : []),
  ]
}

function LineList({ lines }: { lines: string[] }) {
  return (
    <ul className="members-lines">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}
