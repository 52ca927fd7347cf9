import { getLocale } from '#messages/runtime'
import { columnsOf } from '#site/islands/admin/AdminTable.tsx'
import { RowActs } from '#site/islands/admin/RowActs.tsx'
import { LocalTime } from '#site/islands/forms/LocalTime.tsx'
import { categoryName } from '#site/lib/event-words.ts'
import { languageName } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import type { AdminGroup } from '#worker/features/groups/contract.ts'

export type RowAct = 'events' | 'edit' | 'delete'

const helper = columnsOf<AdminGroup>()

export function groupColumns(onAct: (act: RowAct, group: AdminGroup) => void) {
  return helper.columns([
    helper.accessor('name', {
      header: () => m.groups_admin_name(),
      cell: ({ row }) => <GroupName group={row.original} />,
    }),
    helper.display({
      id: 'language',
      header: () => m.groups_admin_language(),
      cell: ({ row: { original } }) =>
        original.language_code && languageName(original.language_code),
    }),
    helper.display({
      id: 'category',
      header: () => m.groups_admin_category(),
      cell: ({ row: { original } }) => original.category && categoryName(original.category),
    }),
    helper.display({
      id: 'events',
      header: () => m.groups_admin_events(),
      cell: ({ row }) => <span className="figures">{row.original.linked_events}</span>,
    }),
    helper.display({
      id: 'created',
      header: () => m.groups_admin_created_at(),
      cell: ({ row }) => <LocalTime at={row.original.created_at} as="date" />,
    }),
    helper.display({
      id: 'acts',
      header: () => <span className="visually-hidden">{m.admin_acts()}</span>,
      cell: ({ row }) => <Acts group={row.original} onAct={onAct} />,
    }),
  ])
}

function GroupName({ group }: { group: AdminGroup }) {
  return (
    <span className="admin-named">
      <img
        src={paths.media(group.picture_path)}
        alt=""
        width={64}
        height={36}
        loading="lazy"
        decoding="async"
      />
      <a href={paths.group(getLocale(), group.slug)}>{group.name}</a>
    </span>
  )
}

type ActsProps = { group: AdminGroup; onAct: (act: RowAct, group: AdminGroup) => void }

function Acts({ group, onAct }: ActsProps) {
  const { name } = group
  const acts = [
    {
      act: 'events',
      label: m.groups_admin_events(),
      fullLabel: m.groups_admin_events_of({ name }),
    },
    { act: 'edit', label: m.admin_edit(), fullLabel: m.admin_edit_one({ name }) },
    { act: 'delete', label: m.admin_delete(), fullLabel: m.admin_delete_one({ name }) },
  ] as const
  return (
    <RowActs
      acts={acts.map(({ act, ...labels }) => ({
        ...labels,
        isDanger: act === 'delete',
        onAct: () => onAct(act, group),
      }))}
    />
  )
}
