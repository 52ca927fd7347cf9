import { ApiError } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import { createPanelRunner } from '#site/ui/admin/panel-runner.store.ts'
import { createAdminListStore, type InitialList } from '#site/ui/admin/admin-list.store.ts'
import type { PanelDependencies } from '#site/ui/admin/use-panel-store.ts'
import type {
  AdminAppealView,
  AppealAnswerInput,
  AppealsQuery,
} from '#worker/features/moderation/decisions/contract.ts'

export function createAppealsStore(
  { api, onQuery, ...toaster }: PanelDependencies<AppealsQuery>,
  initialList: InitialList<AdminAppealView, AppealsQuery>,
) {
  const list = createAdminListStore(
    { fetchPage: (query) => api.get('admin/appeals', { query }), onQuery },
    initialList,
  )
  const { run } = createPanelRunner(toaster)

  /** By the act that undoes it; none undoes the others. */
  function takeBack({ act, subject: { id } }: AdminAppealView['decision']): Promise<unknown> {
    const params = { id }
    const body = { reason: null }
    if (act === 'deactivate') return api.post('admin/users/:id/activate', { params, body })
    if (act === 'soft_ban') return api.post('admin/users/:id/remove_soft_ban', { params, body })
    if (act === 'disable') return api.post('admin/proposals/:id/enable', { params })
    const reset = { params, body: { ground: 'correction' as const } }
    return act === 'cancel' ? api.post('admin/proposals/:id/reset', reset) : Promise.resolve()
  }

  function ignoreConflict(error: unknown): void {
    // Somebody has taken it back before.
    if (!(error instanceof ApiError && error.status === 409)) throw error
  }

  function answer({ id, decision }: AdminAppealView, body: AppealAnswerInput): Promise<boolean> {
    return run(async () => {
      if (body.outcome === 'reversed') await takeBack(decision).catch(ignoreConflict)
      try {
        await api.post('admin/appeals/:id', { params: { id }, body })
      } finally {
        await list.load({})
      }
      return m.appeals_answer_done()
    }, m.appeals_answer_failed)
  }

  return { $list: list.$list, load: list.load, answer }
}
export type AppealsStore = ReturnType<typeof createAppealsStore>
