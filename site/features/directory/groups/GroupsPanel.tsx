import { useStore } from '@nanostores/react'
import { lazy, useMemo, useState } from 'react'
import { ListPanel } from '#site/ui/admin/ListPanel.tsx'
import { usePanelStore } from '#site/ui/admin/use-panel-store.ts'
import { IrreversibleActionDialog } from '#site/ui/IrreversibleActionDialog.tsx'
import { rejectServerImport } from '#site/lib/rendering/shared-on-client.ts'
import { m } from '#site/lib/messages.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import { GroupSort, type AdminGroup } from '#worker/features/directory/groups/contract.ts'
import { GroupEvents } from './GroupEvents.tsx'
import { createGroupsStore, type GroupsPanelQuery, type GroupsStore } from './groups.store.ts'
import { getLocale } from '#messages/runtime'
import { createColumnBuilders } from '#site/ui/admin/columns.tsx'
import { deleteAction, editAction } from '#site/ui/admin/RowActions.tsx'
import { categoryName } from '#site/lib/event-labels.ts'
import { nativeLanguageName } from '#site/lib/format.ts'
import { Picture } from '#site/ui/pictures/Picture.tsx'
import { paths } from '#site/lib/paths.ts'
import { groupPicturePath } from '#worker/features/media/generated-images/paths.ts'

const GroupDialog = lazy(() =>
  import.meta.env.SSR
    ? rejectServerImport()
    : import('./GroupDialog.tsx').then((module) => ({ default: module.GroupDialog })),
)

type Props = { query: GroupsPanelQuery; list: AdminPage<AdminGroup> }
type OpenedDialog = { act: 'create' } | { act: GroupRowAction; id: number }

export function GroupsPanel(initialList: Props) {
  const store = usePanelStore(createGroupsStore, initialList)
  const list = useStore(store.$list)
  const [open, setOpen] = useState<OpenedDialog>()
  const columns = useMemo(
    () => createGroupColumns((action, { id }) => setOpen({ act: action, id })),
    [],
  )
  return (
    <ListPanel
      {...{ list, columns }}
      load={store.load}
      caption={m.groups_title()}
      sorts={GroupSort.options}
      search={m.groups_admin_search()}
      start={{ label: m.groups_admin_new(), onStart: () => setOpen({ act: 'create' }) }}
      failed={m.groups_admin_load_failed()}
      empty={list.query.q ? m.groups_admin_none_found() : m.groups_admin_none()}
    >
      {open && <GroupDialogs open={open} store={store} onOpen={setOpen} />}
    </ListPanel>
  )
}

type GroupDialogsProps = {
  open: OpenedDialog
  store: GroupsStore
  onOpen: (open: OpenedDialog | undefined) => void
}

function GroupDialogs({ open, store, onOpen }: GroupDialogsProps) {
  const close = () => onOpen(undefined)
  const group = 'id' in open ? store.find(open.id) : undefined
  if (open.act === 'create') {
    return (
      <GroupDialog
        group={undefined}
        onClose={close}
        onSave={async (input) => {
          const { id } = await store.create(input)
          onOpen({ act: 'events', id })
        }}
      />
    )
  }
  if (!group) return null
  if (open.act === 'events') {
    return <GroupEvents group={group} onGroup={store.replace} onClose={close} />
  }
  if (open.act === 'edit') {
    return (
      <GroupDialog
        group={group}
        onClose={close}
        onSave={async (input) => {
          await store.change(group.id, input)
          close()
        }}
      />
    )
  }
  return (
    <IrreversibleActionDialog
      title={m.admin_delete_title({ name: group.name })}
      act={m.groups_admin_delete_now()}
      onClose={close}
      onConfirm={() => store.remove(group)}
    >
      <p>{m.groups_admin_delete_text({ name: group.name })}</p>
      <p>
        {group.linked_events > 0
          ? m.groups_admin_delete_events({ count: group.linked_events })
          : m.groups_admin_delete_no_events()}
      </p>
    </IrreversibleActionDialog>
  )
}

type GroupRowAction = 'events' | 'edit' | 'delete'

const helper = createColumnBuilders<AdminGroup>()

function createGroupColumns(onAct: (act: GroupRowAction, group: AdminGroup) => void) {
  return [
    helper.cell('name', m.groups_admin_name, (row) => <GroupName group={row} />),
    helper.cell(
      'language',
      m.groups_admin_language,
      (row) => row.language_code && nativeLanguageName(row.language_code),
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
