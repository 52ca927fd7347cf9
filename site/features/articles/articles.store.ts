import { createAdminListStore, type InitialList } from '#site/ui/admin/admin-list.store.ts'
import type { PanelDependencies } from '#site/ui/admin/use-panel-store.ts'
import { withFailureMessage } from '#site/ui/admin/action-failure.ts'
import { createActionRunner } from '#site/lib/action-runner.store.ts'
import { m } from '#site/lib/messages.ts'
import type { AdminArticlesQuery, AdminArticleSummary } from '#worker/features/articles/contract.ts'

/** The articles of the panel. */
export function createArticlesStore(
  { api, onQuery, ...voice }: PanelDependencies<AdminArticlesQuery>,
  first: InitialList<AdminArticleSummary, AdminArticlesQuery>,
) {
  const list = createAdminListStore(
    { fetchPage: (query) => api.get('admin/articles', { query }), onQuery },
    first,
  )
  const { $isBusy, run } = createActionRunner(voice)

  function publish({ id, title }: AdminArticleSummary): Promise<boolean> {
    return run(async () => {
      const call = api.post('admin/articles/:id/publish', { params: { id }, body: {} })
      list.replace(await withFailureMessage(m.articles_publish_failed(), call))
      return m.articles_published_now({ title })
    }, m.articles_publish_failed)
  }

  function unpublish({ id, title }: AdminArticleSummary): Promise<boolean> {
    return run(async () => {
      const call = api.post('admin/articles/:id/unpublish', { params: { id } })
      list.replace(await withFailureMessage(m.articles_unpublish_failed(), call))
      return m.articles_unpublished({ title })
    }, m.articles_unpublish_failed)
  }

  function remove({ id, title }: AdminArticleSummary): Promise<boolean> {
    return run(async () => {
      await withFailureMessage(
        m.articles_delete_failed(),
        api.delete('admin/articles/:id', { params: { id } }),
      )
      list.remove(id)
      return m.admin_deleted({ name: title })
    }, m.articles_delete_failed)
  }

  return { ...list, $isBusy, publish, unpublish, remove }
}
