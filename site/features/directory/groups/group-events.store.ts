import { atom } from 'nanostores'
import { createAdminListStore } from '#site/ui/admin/admin-list.store.ts'
import { formatActionFailure } from '#site/ui/admin/action-failure.ts'
import type { Toaster } from '#site/lib/action-runner.store.ts'
import type { Api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import type { AdminGroup, GroupEvent } from '#worker/features/directory/groups/contract.ts'

type Dependencies = Toaster & {
  api: Pick<Api, 'get' | 'put' | 'delete'>
  groupId: number
  /** Called after an event came or went. */
  onGroup: (group: AdminGroup) => void
}
type GroupEventsQuery = { page: number; per_page: number; q: string; linked: 'true' | 'false' }

const nothing = { items: [], page: 1, per_page: 10, total: 0 }

export function createGroupEventsStore({
  api,
  groupId,
  onGroup,
  showSuccess,
  showError,
}: Dependencies) {
  const params = { id: groupId }
  const createList = (linked: GroupEventsQuery['linked']) =>
    createAdminListStore<GroupEvent, GroupEventsQuery>(
      {
        fetchPage: (query) => api.get('admin/groups/:id/events', { params, query }),
        onQuery: () => undefined,
      },
      { list: nothing, query: { page: 1, per_page: 10, q: '', linked } },
    )
  const toCall = (event: GroupEvent) => ({ params: { id: groupId, event_id: event.id } })
  const linked = createList('true')
  const otherEvents = createList('false')
  const $movingId = atom<number | undefined>(undefined)

  async function move(
    event: GroupEvent,
    { ask, done, failed }: { ask: () => Promise<AdminGroup>; done: string; failed: string },
  ): Promise<void> {
    if ($movingId.get() !== undefined) return
    $movingId.set(event.id)
    try {
      onGroup(await ask())
      otherEvents.remove(event.id)
      await linked.load()
      showSuccess(done)
    } catch (error) {
      showError(formatActionFailure(failed, error))
    } finally {
      $movingId.set(undefined)
    }
  }

  /** An event that is in another group leaves it. */
  function link(event: GroupEvent): Promise<void> {
    return move(event, {
      ask: () => api.put('admin/groups/:id/events/:event_id', toCall(event)),
      done: m.groups_admin_linked({ name: event.name }),
      failed: m.groups_admin_link_failed(),
    })
  }

  function unlink(event: GroupEvent): Promise<void> {
    return move(event, {
      ask: () => api.delete('admin/groups/:id/events/:event_id', toCall(event)),
      done: m.groups_admin_unlinked({ name: event.name }),
      failed: m.groups_admin_unlink_failed(),
    })
  }

  return { linked, found: otherEvents, $movingId, link, unlink }
}
export type GroupEventsStore = ReturnType<typeof createGroupEventsStore>
