import { createAdminList } from '#site/ui/admin/admin-list.store.ts'
import { describeFailure } from '#site/ui/admin/action-failure.ts'
import { createPendingAction, type Toaster } from '#site/lib/pending-action.store.ts'
import type { Api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import type { AdminGroup, GroupSort } from '#worker/features/directory/groups/contract.ts'
import type { GroupBody } from './group-form.ts'

export type GroupsQuery = { page: number; per_page: number; q: string; sort: GroupSort }

type Dependencies = Toaster & {
  api: Pick<Api, 'get' | 'post' | 'put' | 'delete'>
  onQuery: (query: GroupsQuery) => void
}
type First = { list: AdminPage<AdminGroup>; query: GroupsQuery }

/** The groups of the panel. */
export function createGroups({ api, onQuery, ...voice }: Dependencies, first: First) {
  const list = createAdminList(
    { fetchPage: (query) => api.get('admin/groups', { query }), onQuery },
    first,
  )
  const { $isBusy, run } = createPendingAction(voice)

  async function create(body: GroupBody): Promise<AdminGroup> {
    const call = api.post('admin/groups', { body })
    const group = await describeFailure(m.groups_admin_create_failed(), call)
    list.add(group)
    voice.showSuccess(m.groups_admin_created({ name: group.name }))
    return group
  }

  async function change(id: number, body: GroupBody): Promise<void> {
    const call = api.put('admin/groups/:id', { params: { id }, body })
    const group = await describeFailure(m.groups_admin_save_failed(), call)
    list.replace(group)
    voice.showSuccess(m.admin_saved({ name: group.name }))
  }

  function remove({ id, name }: AdminGroup): Promise<boolean> {
    return run(async () => {
      await describeFailure(
        m.groups_admin_delete_failed(),
        api.delete('admin/groups/:id', { params: { id } }),
      )
      list.remove(id)
      return m.admin_deleted({ name })
    }, m.groups_admin_delete_failed)
  }

  return { ...list, $isBusy, create, change, remove }
}
export type GroupsStore = ReturnType<typeof createGroups>
