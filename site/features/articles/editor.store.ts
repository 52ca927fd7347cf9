import { withFailureMessage } from '#site/ui/admin/action-failure.ts'
import { createPanelRunner } from '#site/ui/admin/panel-runner.store.ts'
import type { Toaster } from '#site/lib/action-runner.store.ts'
import type { Api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import type { AdminArticle, PublishInput } from '#worker/features/articles/contract.ts'
import { createArticleSaver } from './article-saver.store.ts'

type Dependencies = Toaster & {
  api: Pick<Api, 'get' | 'post' | 'put' | 'delete'>
  onCreated: (article: AdminArticle) => void
  onDeleted: () => void
}

function requireSavedArticle(article: AdminArticle | undefined): AdminArticle {
  if (!article) throw new Error('The article is not saved yet')
  return article
}

export function createArticleEditorStore(
  dependencies: Dependencies,
  first: AdminArticle | undefined,
) {
  const { api, onCreated, onDeleted, ...voice } = dependencies
  const saving = createArticleSaver({ api, onCreated }, first)
  const { $article, $state, save, saveOver, keep, refuse } = saving
  const { $isBusy, run } = createPanelRunner(voice)
  const current = () => ({ params: { id: requireSavedArticle($article.get()).id } })

  async function turn(act: 'publish' | 'unpublish', failed: string): Promise<void> {
    const body: PublishInput = { revision: $article.get()?.revision }
    try {
      keep(
        await withFailureMessage(
          failed,
          api.post(`admin/articles/:id/${act}`, { ...current(), body }),
        ),
      )
    } catch (error) {
      refuse(error)
      throw error
    }
  }

  /** Saves first; failures are thrown, for the form to show. */
  async function publish(): Promise<void> {
    await save()
    await turn('publish', m.articles_publish_failed())
    voice.showSuccess(m.articles_published_now({ title: $article.get()?.title ?? '' }))
  }

  function unpublish(): Promise<boolean> {
    return run(async () => {
      await turn('unpublish', m.articles_unpublish_failed())
      return m.articles_unpublished({ title: $article.get()?.title ?? '' })
    }, m.articles_unpublish_failed)
  }

  function remove(): Promise<boolean> {
    return run(async () => {
      await api.delete('admin/articles/:id', current())
      onDeleted()
    }, m.articles_delete_failed)
  }

  function readTheirs(): Promise<AdminArticle> {
    return withFailureMessage(m.articles_load_failed(), api.get('admin/articles/:id', current()))
  }

  async function keepMine(): Promise<void> {
    const state = $state.get()
    if (state.kind === 'conflict') await saveOver(state.theirs.revision).catch(() => undefined)
  }

  return { ...saving, $isBusy, publish, unpublish, remove, readTheirs, keepMine }
}
export type ArticleEditorStore = ReturnType<typeof createArticleEditorStore>
