import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import * as v from 'valibot'
import { LabeledSelect } from '#site/ui/admin/LabeledSelect.tsx'
import { ListTable, EmptyList } from '#site/ui/admin/ListPanel.tsx'
import { SearchField } from '#site/ui/admin/SearchField.tsx'
import { usePanelStore } from '#site/ui/admin/use-panel-store.ts'
import { useIsHydrated } from '#site/lib/rendering/hydration.ts'
import { toLabeledChoices } from '#site/lib/labels.ts'
import { m } from '#site/lib/messages.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import {
  memberSorts,
  MemberStateAction,
  type MemberAction,
  type MembersQuery,
  type MemberView,
} from '#worker/features/moderation/members/contract.ts'
import { MemberActionDialog } from './MemberActionDialog.tsx'
import { DeleteMember } from './DeleteMember.tsx'
import { createMemberColumns } from './member-columns.tsx'
import { streamerProfileFilterNames, roleNames, memberStateNames } from './member-labels.ts'
import { MemberDialog } from './MemberDialog.tsx'
import { createMembersStore, type MembersStore } from './members.store.ts'
import { RoleDialog } from './RoleDialog.tsx'

const unfiltered = { q: '', role: 'all', state: 'all', is_streamer: undefined } as const

type Props = { list: AdminPage<MemberView>; query: MembersQuery }
type AskedAction = { act: MemberAction; id: number }

export function MembersPanel(initialList: Props) {
  const store = usePanelStore(createMembersStore, initialList)
  const list = useStore(store.$list)
  const openedMember = useStore(store.$open)
  const [asking, setAsking] = useState<AskedAction>()
  const [isRowGone, setIsRowGone] = useState(false)
  const panel = useRef<HTMLFieldSetElement>(null)
  const columns = useMemo(
    () =>
      createMemberColumns({
        onOpen: ({ id }) => void store.open(id),
        onAct: ({ id }, action) => setAsking({ id, act: action }),
      }),
    [store],
  )
  const { query } = list

  function closeDialog(): void {
    setAsking(undefined)
    if (asking?.act === 'delete' && !store.find(asking.id)) setIsRowGone(true)
  }

  // Where a row is gone, nothing is left for its dialogs to give the focus back to.
  useEffect(() => {
    if (!isRowGone || asking || openedMember) return
    panel.current?.querySelector('input')?.focus()
    setIsRowGone(false)
  }, [isRowGone, asking, openedMember])

  return (
    <fieldset ref={panel} className="admin" disabled={!useIsHydrated()}>
      <Filters query={query} onQuery={(change) => void store.load(change)} />
      <ListTable
        {...{ list, columns }}
        load={store.load}
        caption={m.admin_tab_users()}
        sorts={memberSorts}
        failed={m.members_load_failed()}
        empty={
          <EmptyList
            {...{ query, unfiltered }}
            none={m.members_none()}
            noneFound={m.members_none_found()}
            showAll={m.members_show_all()}
            onShowAll={() => void store.load(unfiltered)}
          />
        }
      />
      {openedMember && (
        <MemberDialog
          opened={openedMember}
          username={openedMember.member?.username ?? store.find(openedMember.id)?.username ?? ''}
          onAct={(action) => {
            if (action !== 'send_deletion_link') setAsking({ id: openedMember.id, act: action })
            else if (openedMember.member) void store.sendDeletionLink(openedMember.member)
          }}
          onShowEmail={() => void store.showEmail(openedMember.id)}
          onRetry={() => void store.open(openedMember.id)}
          onClose={store.close}
        />
      )}
      {asking && <ActionDialog {...{ store, asking }} onClose={closeDialog} />}
    </fieldset>
  )
}

type FiltersProps = { query: MembersQuery; onQuery: (change: Partial<MembersQuery>) => void }

function Filters({ query, onQuery }: FiltersProps) {
  return (
    <div className="admin-toolbar members-toolbar">
      <SearchField label={m.members_search()} value={query.q} onSearch={(q) => onQuery({ q })} />
      <LabeledSelect
        label={m.members_role()}
        value={query.role}
        options={toLabeledChoices(roleNames)}
        onChange={(role) => onQuery({ role })}
      />
      <LabeledSelect
        label={m.members_state()}
        value={query.state}
        options={toLabeledChoices(memberStateNames)}
        onChange={(state) => onQuery({ state })}
      />
      <LabeledSelect
        label={m.members_profile()}
        value={query.is_streamer ?? ''}
        options={toLabeledChoices(streamerProfileFilterNames)}
        onChange={(value) => onQuery({ is_streamer: value || undefined })}
      />
    </div>
  )
}

type ActionDialogProps = { store: MembersStore; asking: AskedAction; onClose: () => void }

function ActionDialog({ store, asking: { act: action, id }, onClose }: ActionDialogProps) {
  const openedMember = useStore(store.$open)
  const [member] = useState(
    () => (openedMember?.id === id && openedMember.member) || store.find(id),
  )
  if (!member) return null
  const shared = { store, member, onClose }
  if (v.is(MemberStateAction, action)) return <MemberActionDialog act={action} {...shared} />
  return action === 'change_scopes' ? <RoleDialog {...shared} /> : <DeleteMember {...shared} />
}
