import { useStore } from '@nanostores/react'
import { useMemo, useState } from 'react'
import { AdminTable } from '#site/islands/admin/AdminTable.tsx'
import { AskOnce } from '#site/islands/admin/AskOnce.tsx'
import { ListFailure } from '#site/islands/admin/ListFailure.tsx'
import { ListFoot } from '#site/islands/admin/ListFoot.tsx'
import { SearchField } from '#site/islands/admin/SearchField.tsx'
import { sayError, saySuccess } from '#site/islands/forms/say.ts'
import { useIsHydrated } from '#site/islands/forms/use-checked-form.ts'
import { api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import { withQuery } from '#site/lib/paths.ts'
import type { AdminPage } from '#worker/contract.ts'
import type { AdminGroup, GroupSort } from '#worker/features/groups/contract.ts'
import { groupColumns, type RowAct } from './group-columns.tsx'
import { GroupDialog } from './GroupDialog.tsx'
import { GroupEvents } from './GroupEvents.tsx'
import { createGroups, type GroupsQuery, type GroupsStore } from './groups.store.ts'

const sortable = ['name', 'created', 'events']

function showQuery(query: GroupsQuery): void {
  history.replaceState(history.state, '', withQuery(location.pathname, query))
}

type Props = { query: GroupsQuery; list: AdminPage<AdminGroup> }
type Open = { act: 'create' } | { act: RowAct; id: number }

export function GroupsPanel(first: Props) {
  const [store] = useState(() =>
    createGroups({ api, onQuery: showQuery, saySuccess, sayError }, first),
  )
  const list = useStore(store.$list)
  const [open, setOpen] = useState<Open>()
  const columns = useMemo(() => groupColumns((act, { id }) => setOpen({ act, id })), [])
  return (
    <fieldset className="admin" disabled={!useIsHydrated()}>
      <div className="admin-toolbar">
        <SearchField
          label={m.groups_admin_search()}
          value={first.query.q}
          onSearch={(q) => void store.load({ q })}
        />
        <button
          type="button"
          className="button button-primary"
          onClick={() => setOpen({ act: 'create' })}
        >
          {m.groups_admin_new()}
        </button>
      </div>
      <ListFailure
        text={list.failure && `${m.groups_admin_load_failed()} ${list.failure}`}
        onRetry={() => void store.load()}
      />
      {!list.failure && (
        <AdminTable
          caption={m.groups_title()}
          columns={columns}
          rows={list.items}
          isLoading={list.isLoading}
          sorting={{
            sort: list.query.sort,
            sortable,
            onSort: (sort) => void store.load({ sort: sort as GroupSort }),
          }}
          empty={<p>{list.query.q ? m.groups_admin_none_found() : m.groups_admin_none()}</p>}
        />
      )}
      <ListFoot list={list} onQuery={(change) => void store.load(change)} />
      {open && <OpenDialog open={open} store={store} onOpen={setOpen} />}
    </fieldset>
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
    <AskOnce
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
    </AskOnce>
  )
}
