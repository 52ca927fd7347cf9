import { useStore } from '@nanostores/react'
import { useState } from 'react'
import { getLocale } from '#messages/runtime'
import { Button } from '#site/ui/Button.tsx'
import { useIsAdmin } from '#site/ui/admin/use-is-admin.ts'
import { PaneTabs, type Pane } from '#site/ui/editor/EditorForm.tsx'
import { LocalTime } from '#site/ui/LocalTime.tsx'
import { SubmitButton } from '#site/ui/fields/SubmitButton.tsx'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { articleStatusNames } from './article-labels.ts'
import { DeleteArticle } from './DeleteArticle.tsx'
import type { ArticleEditorStore } from './editor.store.ts'

type Props = {
  editor: ArticleEditorStore
  pane: Pane
  isBusy: boolean
  onPane: (pane: Pane) => void
  onPublish: () => void
}

export function EditorBar({ editor, pane, isBusy, onPane, onPublish }: Props) {
  const article = useStore(editor.$article)
  const isActing = useStore(editor.$isBusy)
  const isPublished = article?.status === 'published'
  return (
    <div className="editor-bar">
      <PaneTabs {...{ pane, onPane }} />
      <p className="editor-state">
        {article && (
          <span className={`badge ${isPublished ? 'badge-success' : ''}`}>
            {articleStatusNames[article.status]()}
          </span>
        )}
        <SaveState editor={editor} />
      </p>
      <div className="editor-acts">
        {/* Unpublish stands apart from where Publish stood: a second tap may follow late. */}
        {isPublished && (
          <Button
            label={m.articles_admin_unpublish()}
            look="quiet"
            disabled={isBusy || isActing}
            onClick={() => void editor.unpublish()}
          />
        )}
        {article && <ArticleActions editor={editor} />}
        <SubmitButton isBusy={isBusy} className={isPublished ? 'button-primary' : ''}>
          {isPublished ? m.editor_save_published() : m.editor_save_draft()}
        </SubmitButton>
        {!isPublished && (
          <Button
            label={m.articles_admin_publish()}
            look="primary"
            disabled={isBusy || isActing}
            onClick={onPublish}
          />
        )}
      </div>
    </div>
  )
}

function SaveState({ editor }: { editor: ArticleEditorStore }) {
  const state = useStore(editor.$state)
  const article = useStore(editor.$article)
  const [opened] = useState(article?.modified_at)
  return (
    <span className={state.kind === 'failed' ? 'editor-failed' : 'quiet'} role="status">
      {state.kind === 'saving' && m.editor_saving()}
      {state.kind === 'saved' &&
        (article ? (
          <SavedAt at={article.modified_at} isFresh={article.modified_at !== opened} />
        ) : (
          m.editor_nothing_yet()
        ))}
      {(state.kind === 'unsaved' || state.kind === 'conflict') && m.editor_not_saved()}
      {state.kind === 'incomplete' && m.editor_incomplete()}
      {state.kind === 'failed' && state.text}
    </span>
  )
}

type SavedAtProps = { at: string; isFresh: boolean }

function SavedAt({ at, isFresh }: SavedAtProps) {
  return isFresh ? (
    <LocalTime at={at} as="time" within={m.editor_saved_at} />
  ) : (
    <LocalTime at={at} within={m.editor_saved} />
  )
}

function ArticleActions({ editor }: { editor: ArticleEditorStore }) {
  const article = useStore(editor.$article)
  const isActing = useStore(editor.$isBusy)
  const canDelete = useIsAdmin()
  const [isDeleting, setIsDeleting] = useState(false)
  if (!article) return null
  const { id, slug, status } = article
  const locale = getLocale()
  const isPublished = status === 'published'
  return (
    <>
      {canDelete && (
        <Button
          label={m.editor_delete()}
          look="quiet"
          aria-haspopup="dialog"
          disabled={isActing}
          onClick={() => setIsDeleting(true)}
        />
      )}
      <a
        className="button button-quiet"
        href={isPublished ? paths.article(locale, slug) : paths.articlePreview(locale, id)}
        target="_blank"
        rel="noopener"
      >
        {isPublished ? m.articles_admin_see() : m.editor_whole_page()}
        <span className="visually-hidden">{m.editor_new_tab()}</span>
      </a>
      {isDeleting && (
        <DeleteArticle
          article={article}
          onDelete={editor.remove}
          onClose={() => setIsDeleting(false)}
        />
      )}
    </>
  )
}
