import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import { getLocale } from '#messages/runtime'
import { EditorForm, type Pane, useLeaveWarning } from '#site/ui/editor/EditorForm.tsx'
import { setEditorPageTitle } from '#site/ui/editor/name-editor.ts'
import { Failure } from '#site/ui/Failure.tsx'
import { showError, showSuccess } from '#site/ui/toasts/toasts.ts'
import { useValidatedForm } from '#site/ui/fields/use-validated-form.ts'
import { api, ApiError } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import type { AdminArticle } from '#worker/features/articles/contract.ts'
import { ArticleForm, toFormValues, type ArticleValues } from './article-form.ts'
import { createArticlePreviewStore, PreviewPane } from './PreviewPane.tsx'
import { ConflictNotice } from './ConflictNotice.tsx'
import { createArticleEditorStore } from './editor.store.ts'
import { EditorBar } from './EditorBar.tsx'
import { EditorFields } from './EditorFields.tsx'

/** The address names the new article: a reload opens it. */
function showIdInAddress({ id }: AdminArticle): void {
  history.replaceState(history.state, '', paths.articleEditor(getLocale(), id))
  setEditorPageTitle(m.editor_edit_title())
}

function leaveEditor(): void {
  location.assign(paths.adminArticles(getLocale()))
}

type Props = { article: AdminArticle | undefined }

export function ArticleEditor({ article: first }: Props) {
  const [editor] = useState(() =>
    createArticleEditorStore(
      { api, onCreated: showIdInAddress, onDeleted: leaveEditor, showSuccess, showError },
      first,
    ),
  )
  const [preview] = useState(() => createArticlePreviewStore(api))
  const [defaults] = useState(() => toFormValues(first))
  const [pane, setPane] = useState<Pane>('write')
  const isPublishing = useRef(false)
  const form = useValidatedForm<ArticleValues>({
    schema: ArticleForm,
    defaults,
    fieldOfCode: { slug_taken: 'slug', slug_fixed: 'slug' },
    async send(values) {
      editor.change(values)
      const act = isPublishing.current ? editor.publish() : editor.save()
      await act.catch((error: unknown) => {
        // ConflictNotice shows it.
        if (!(error instanceof ApiError && error.code === 'changed_meanwhile')) throw error
      })
    },
  })
  const { submit, failure, getValues, reset, subscribe } = form
  const state = useStore(editor.$state)

  useEffect(() => {
    function follow(values: ArticleValues): void {
      editor.change(values)
      preview.show({ markdown: values.markdown, language: values.language || null })
    }
    // Also what was kept from before a login.
    follow(getValues())
    if (getValues('markdown') !== '') void preview.load()
    return subscribe({
      formState: { values: true },
      callback: ({ values }) => follow(values),
    })
  }, [editor, preview, getValues, subscribe])

  function send(intent: 'save' | 'publish'): void {
    isPublishing.current = intent === 'publish'
    void submit()
  }
  useSaveShortcut(() => send('save'))
  useLeaveWarning(() => editor.$state.get().kind !== 'saved')

  return (
    <EditorForm form={form} pane={pane} onSave={() => send('save')}>
      <EditorBar
        editor={editor}
        pane={pane}
        isBusy={form.isBusy}
        onPane={setPane}
        onPublish={() => send('publish')}
      />
      {state.kind === 'conflict' && (
        <ConflictNotice
          editor={editor}
          theirs={state.theirs}
          onTake={(article) => {
            editor.replace(article)
            reset(toFormValues(article))
          }}
        />
      )}
      <Failure text={failure} />
      <EditorFields editor={editor} fieldOf={form.fieldOf} errorOf={form.errorOf} />
      <PreviewPane editor={editor} preview={preview} />
    </EditorForm>
  )
}

function useSaveShortcut(onSave: () => void): void {
  const latest = useRef(onSave)
  latest.current = onSave
  useEffect(() => {
    function press(event: KeyboardEvent): void {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      latest.current()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
