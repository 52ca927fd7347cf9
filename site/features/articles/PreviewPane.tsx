import { useStore } from '@nanostores/react'
import type { MouseEvent } from 'react'
import { useFormContext } from 'react-hook-form'
import { getLocale } from '#messages/runtime'
import { TryAgain } from '#site/ui/Failure.tsx'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { localizeLinks } from '#site/lib/site-links.ts'
import { createPreviewStore } from '#site/ui/editor/preview.store.ts'
import type { Api } from '#site/lib/api.ts'
import type {
  MarkdownPreviewInput,
  MarkdownPreviewView,
} from '#worker/features/articles/contract.ts'
import type { ArticleValues } from './article-form.ts'
import type { ArticleEditorStore } from './editor.store.ts'

/** A link that is tried must not take the writer away from the text. */
function openLinkInNewTab(event: MouseEvent): void {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || link.getAttribute('href')?.startsWith('#')) return
  event.preventDefault()
  window.open(link.href, '_blank', 'noopener')
}

type Props = { editor: ArticleEditorStore; preview: ArticlePreviewStore }

export function PreviewPane({ editor, preview }: Props) {
  const { watch } = useFormContext<ArticleValues>()
  const { html, isLoading, failure } = useStore(preview.$preview)
  const article = useStore(editor.$article)
  const { title, excerpt, language, cover_path } = watch()
  const lang = language || undefined
  const cover = cover_path ?? (article?.cover_path ? undefined : article?.picture_path)
  return (
    <section className="editor-preview" aria-label={m.editor_preview()} aria-busy={isLoading}>
      <TryAgain text={failure} onRetry={() => void preview.load()} />
      {cover && !cover.startsWith('drawn/') && (
        <img className="article-cover" src={paths.media(cover)} alt="" width={1280} height={720} />
      )}
      <h2 className="editor-preview-title" lang={lang}>
        {title || <span className="quiet">{m.editor_no_title()}</span>}
      </h2>
      {excerpt && (
        <p className="long-text-lead" lang={lang}>
          {excerpt}
        </p>
      )}
      {html ? (
        <div
          className="prose editor-preview-text"
          lang={lang}
          onClick={openLinkInNewTab}
          // Sanitised by the server, which renders the article's page the same way.
          dangerouslySetInnerHTML={{ __html: localizeLinks(html, getLocale()) }}
        />
      ) : (
        <p className="quiet">{isLoading ? m.loading() : m.editor_preview_empty()}</p>
      )}
    </section>
  )
}

export function createArticlePreviewStore(api: Pick<Api, 'post'>) {
  return createPreviewStore<MarkdownPreviewInput, MarkdownPreviewView>({
    render: (body) => api.post('admin/articles/preview', { body }),
    empty: { html: '' },
    first: { markdown: '', language: null },
  })
}
export type ArticlePreviewStore = ReturnType<typeof createArticlePreviewStore>
