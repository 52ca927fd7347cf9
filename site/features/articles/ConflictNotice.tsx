import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { Button } from '#site/ui/Button.tsx'
import { ConflictAlert } from '#site/ui/editor/EditorForm.tsx'
import { Dialog } from '#site/ui/Dialog.tsx'
import { failureText } from '#site/lib/failure-text.ts'
import { showError, showSuccess } from '#site/ui/toasts/toasts.ts'
import { m } from '#site/lib/messages.ts'
import type { RevisionConflict } from '#worker/contracts/errors.ts'
import type { AdminArticle } from '#worker/features/articles/contract.ts'
import type { ArticleValues } from './article-form.ts'
import type { ArticleEditorStore } from './editor.store.ts'

type Props = {
  editor: ArticleEditorStore
  theirs: RevisionConflict
  onTake: (article: AdminArticle) => void
}

export function ConflictNotice({ editor, theirs, onTake }: Props) {
  const { getValues } = useFormContext<ArticleValues>()
  const [shown, setShown] = useState<AdminArticle>()

  async function show(): Promise<void> {
    try {
      setShown(await editor.readTheirs())
    } catch (error) {
      showError(failureText(error))
    }
  }

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(getValues('markdown'))
      showSuccess(m.editor_copied())
    } catch {
      showError(m.editor_copy_failed())
    }
  }

  return (
    <>
      <ConflictAlert
        text={theirs.by ? m.editor_conflict_by({ name: theirs.by }) : m.editor_conflict()}
        at={theirs.at}
      >
        <Button label={m.editor_see_theirs()} onClick={() => void show()} />
        <Button label={m.editor_keep_mine()} onClick={() => void editor.keepMine()} />
        <Button label={m.editor_copy_mine()} onClick={() => void copy()} />
      </ConflictAlert>
      {shown && (
        <TheirVersionDialog
          article={shown}
          onClose={() => setShown(undefined)}
          onTake={() => {
            setShown(undefined)
            onTake(shown)
          }}
        />
      )}
    </>
  )
}

type TheirVersionDialogProps = { article: AdminArticle; onTake: () => void; onClose: () => void }

function TheirVersionDialog({ article, onTake, onClose }: TheirVersionDialogProps) {
  const { title, excerpt, markdown } = article
  return (
    <Dialog title={m.editor_theirs_title()} onClose={onClose}>
      <div className="stack">
        <p>
          <b>{title}</b>
        </p>
        {excerpt && <p className="quiet">{excerpt}</p>}
        <pre className="editor-theirs" tabIndex={0} role="group" aria-label={m.editor_text()}>
          {markdown}
        </pre>
      </div>
      <footer role="none">
        <Button label={m.cancel()} onClick={onClose} />
        <Button label={m.editor_take_theirs()} look="primary" onClick={onTake} />
      </footer>
    </Dialog>
  )
}
