import { createAdminListStore, type InitialList } from '#site/ui/admin/admin-list.store.ts'
import type { PanelDependencies } from '#site/ui/admin/use-panel-store.ts'
import { withFailureMessage } from '#site/ui/admin/action-failure.ts'
import { createPanelRunner } from '#site/ui/admin/panel-runner.store.ts'
import { m } from '#site/lib/messages.ts'
import type { AdminGroup, GroupSort } from '#worker/features/directory/groups/contract.ts'
import type { GroupBody } from './group-form.ts'

export type GroupsPanelQuery = { page: number; per_page: number; q: string; sort: GroupSort }

export function createGroupsStore(
  { api, onQuery, ...voice }: PanelDependencies<GroupsPanelQuery>,
  initialList: InitialList<AdminGroup, GroupsPanelQuery>,
) {
  const list = createAdminListStore(
    { fetchPage: (query) => api.get('admin/groups', { query }), onQuery },
    initialList,
  )
  const { run } = createPanelRunner(voice)

  async function create(body: GroupBody): Promise<AdminGroup> {
    const call = api.post('admin/groups', { body })
    const group = await withFailureMessage(m.groups_admin_create_failed(), call)
    list.add(group)
    voice.showSuccess(m.groups_admin_created({ name: group.name }))
    return group
  }

  async function change(id: number, body: GroupBody): Promise<void> {
    const call = api.put('admin/groups/:id', { params: { id }, body })
    const group = await withFailureMessage(m.groups_admin_save_failed(), call)
    list.replace(group)
    voice.showSuccess(m.admin_saved({ name: group.name }))
  }

  function remove({ id, name }: AdminGroup): Promise<boolean> {
    return run(async () => {
      await api.delete('admin/groups/:id', { params: { id } })
      list.remove(id)
      return m.admin_deleted({ name })
    }, m.groups_admin_delete_failed)
  }

  return { ...list, create, change, remove }
}
export type GroupsStore = ReturnType<typeof createGroupsStore>
