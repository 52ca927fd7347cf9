import { useStore } from '@nanostores/react'
import { lazy, useMemo, useState } from 'react'
import { Button } from '#site/ui/Button.tsx'
import { ListPanel } from '#site/ui/admin/ListPanel.tsx'
import { usePanelStore } from '#site/ui/admin/use-panel-store.ts'
import { IrreversibleActionDialog } from '#site/ui/IrreversibleActionDialog.tsx'
import { rejectServerImport } from '#site/lib/rendering/shared-on-client.ts'
import { m } from '#site/lib/messages.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import { GroupSort, type AdminGroup } from '#worker/features/directory/groups/contract.ts'
import { groupColumns, type GroupRowAction } from './group-columns.tsx'
import { GroupEvents } from './GroupEvents.tsx'
import { createGroupsStore, type GroupsPanelQuery, type GroupsStore } from './groups.store.ts'

const GroupDialog = lazy(() =>
  import.meta.env.SSR
    ? rejectServerImport()
    : import('./GroupDialog.tsx').then((module) => ({ default: module.GroupDialog })),
)

type Props = { query: GroupsPanelQuery; list: AdminPage<AdminGroup> }
type Open = { act: 'create' } | { act: GroupRowAction; id: number }

export function GroupsPanel(initialList: Props) {
  const store = usePanelStore(createGroupsStore, initialList)
  const list = useStore(store.$list)
  const [open, setOpen] = useState<Open>()
  const columns = useMemo(() => groupColumns((action, { id }) => setOpen({ act: action, id })), [])
  return (
    <ListPanel
      {...{ list, columns }}
      load={store.load}
      caption={m.groups_title()}
      sorts={GroupSort.options}
      search={m.groups_admin_search()}
      start={
        <Button
          label={m.groups_admin_new()}
          look="primary"
          onClick={() => setOpen({ act: 'create' })}
        />
      }
      failed={m.groups_admin_load_failed()}
      empty={list.query.q ? m.groups_admin_none_found() : m.groups_admin_none()}
    >
      {open && <OpenDialog open={open} store={store} onOpen={setOpen} />}
    </ListPanel>
  )
}

type OpenProps = { open: Open; store: GroupsStore; onOpen: (open: Open | undefined) => void }

function OpenDialog({ open, store, onOpen }: OpenProps) {
  const isBusy = useStore(store.$isBusy)
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
      isBusy={isBusy}
      onClose={close}
      onConfirm={() => void store.remove(group).then((isGone) => isGone && close())}
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
