import { createAdminListStore, type InitialList } from '#site/ui/admin/admin-list.store.ts'
import type { PanelDependencies } from '#site/ui/admin/use-panel-store.ts'
import { createPanelRunner } from '#site/ui/admin/panel-runner.store.ts'
import { m } from '#site/lib/messages.ts'
import type { AdminArticlesQuery, AdminArticleSummary } from '#worker/features/articles/contract.ts'

/** The second tap on Publish would meet Unpublish, which stands there by then. */
const secondTapMs = 1000

export function createArticlesStore(
  { api, onQuery, ...voice }: PanelDependencies<AdminArticlesQuery>,
  first: InitialList<AdminArticleSummary, AdminArticlesQuery>,
) {
  const list = createAdminListStore(
    { fetchPage: (query) => api.get('admin/articles', { query }), onQuery },
    first,
  )
  const { run } = createPanelRunner(voice)
  let publishedAt = -Infinity

  function publish({ id, title }: AdminArticleSummary): Promise<boolean> {
    return run(async () => {
      list.replace(await api.post('admin/articles/:id/publish', { params: { id }, body: {} }))
      publishedAt = performance.now()
      return m.articles_published_now({ title })
    }, m.articles_publish_failed)
  }

  async function unpublish({ id, title }: AdminArticleSummary): Promise<boolean> {
    if (performance.now() - publishedAt < secondTapMs) return false
    return run(async () => {
      list.replace(await api.post('admin/articles/:id/unpublish', { params: { id } }))
      return m.articles_unpublished({ title })
    }, m.articles_unpublish_failed)
  }

  function remove({ id, title }: AdminArticleSummary): Promise<boolean> {
    return run(async () => {
      await api.delete('admin/articles/:id', { params: { id } })
      list.remove(id)
      return m.admin_deleted({ name: title })
    }, m.articles_delete_failed)
  }

  return { ...list, publish, unpublish, remove }
}
