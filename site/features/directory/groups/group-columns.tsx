import { getLocale } from '#messages/runtime'
import { createColumnBuilders } from '#site/ui/admin/columns.tsx'
import { deleteAction, editAction } from '#site/ui/admin/RowActions.tsx'
import { categoryName } from '#site/lib/event-labels.ts'
import { languageName } from '#site/lib/format.ts'
import { Picture } from '#site/ui/pictures/Picture.tsx'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { groupPicturePath } from '#worker/features/media/generated-images/paths.ts'
import type { AdminGroup } from '#worker/features/directory/groups/contract.ts'

export type GroupRowAction = 'events' | 'edit' | 'delete'

const helper = createColumnBuilders<AdminGroup>()

export function groupColumns(onAct: (act: GroupRowAction, group: AdminGroup) => void) {
  return [
    helper.cell('name', m.groups_admin_name, (row) => <GroupName group={row} />),
    helper.cell(
      'language',
      m.groups_admin_language,
      (row) => row.language_code && languageName(row.language_code),
    ),
    helper.cell(
      'category',
      m.groups_admin_category,
      (row) => row.category && categoryName(row.category),
    ),
    helper.count('events', m.groups_admin_events, (group) => group.linked_events),
    helper.time('created', m.groups_admin_created_at, ({ created_at }) => created_at, 'date'),
    helper.acts((group) => {
      const { name } = group
      const label = m.groups_admin_events()
      const fullLabel = m.groups_admin_events_of({ name })
      return [
        { label, fullLabel, onAct: () => onAct('events', group) },
        editAction(name, () => onAct('edit', group)),
        deleteAction(name, () => onAct('delete', group)),
      ]
    }),
  ]
}

function GroupName({ group }: { group: AdminGroup }) {
  return (
    <span className="admin-named">
      <Picture
        path={group.picture_path}
        drawn={groupPicturePath(group)}
        width={64}
        height={36}
        loading="lazy"
      />
      <a href={paths.group(getLocale(), group.slug)}>{group.name}</a>
    </span>
  )
}
