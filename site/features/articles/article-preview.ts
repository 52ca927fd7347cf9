import { createPreview } from '#site/ui/editor/preview.store.ts'
import type { Api } from '#site/lib/api.ts'
import type { PreviewInput, PreviewView } from '#worker/features/articles/contract.ts'

export function createArticlePreview(api: Pick<Api, 'post'>) {
  return createPreview<PreviewInput, PreviewView>({
    render: (body) => api.post('admin/articles/preview', { body }),
    empty: { html: '' },
    first: { markdown: '', language: null },
  })
}
export type ArticlePreviewStore = ReturnType<typeof createArticlePreview>
