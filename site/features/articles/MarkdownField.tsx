import { useId, useRef, useState, type ClipboardEvent, type DragEvent } from 'react'
import { useFormContext } from 'react-hook-form'
import { failureText } from '#site/lib/failure-text.ts'
import { Field } from '#site/ui/fields/Field.tsx'
import { shrinkPicture } from '#site/features/media/picture.ts'
import { api, ApiError } from '#site/lib/api.ts'
import { multipartForm } from '#site/lib/api-calls.ts'
import { m } from '#site/lib/messages.ts'
import type { ArticleValues } from './article-form.ts'
import { insertPicture } from './insert-picture.ts'

export function MarkdownField({ error }: { error: string | undefined }) {
  const { register } = useFormContext<ArticleValues>()
  const { ref, ...field } = register('markdown')
  const area = useRef<HTMLTextAreaElement>(null)
  const { isBusy, failure, insert } = useInsertPicture(area)
  const inputId = useId()

  function take(event: ClipboardEvent | DragEvent, files: FileList): void {
    const picture = [...files].find(({ type }) => type.startsWith('image/'))
    if (!picture) return
    event.preventDefault()
    void insert(picture)
  }

  return (
    <Field
      label={m.editor_text()}
      error={error || failure || undefined}
      hint={isBusy ? m.picture_uploading() : m.editor_text_hint()}
    >
      {(control) => (
        <div className="editor-text">
          <div className="editor-tools">
            <input
              id={inputId}
              className="file-input"
              type="file"
              accept="image/*"
              disabled={isBusy}
              onChange={({ target }) => {
                const file = target.files?.[0]
                target.value = ''
                if (file) void insert(file)
              }}
            />
            <label className="button button-small" htmlFor={inputId}>
              {m.editor_insert_picture()}
            </label>
          </div>
          <textarea
            {...control}
            {...field}
            ref={(element) => {
              ref(element)
              area.current = element
            }}
            className="textarea editor-markdown"
            rows={20}
            onPaste={(event) => take(event, event.clipboardData.files)}
            onDrop={(event) => take(event, event.dataTransfer.files)}
          />
        </div>
      )}
    </Field>
  )
}

async function uploadPicture(file: File) {
  const picture = await shrinkPicture(file)
  const { width, height } = await createImageBitmap(picture)
  const { path } = await api.post('uploads', { body: multipartForm({ file: picture }) })
  return { path, width, height, alt: m.editor_picture_alt() }
}

function useInsertPicture(area: { current: HTMLTextAreaElement | null }) {
  const { setValue } = useFormContext<ArticleValues>()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState('')

  async function insert(file: File): Promise<void> {
    setIsBusy(true)
    setFailure('')
    try {
      const picture = await uploadPicture(file)
      const element = area.current
      if (!element) return
      const { value, selectionStart: start, selectionEnd: end } = element
      const { text, alt } = insertPicture(value, { start, end }, picture)
      setValue('markdown', text, { shouldDirty: true, shouldValidate: true })
      element.focus()
      element.setSelectionRange(alt.start, alt.end)
    } catch (error) {
      // Anything but an answer is the browser, which could not read the file.
      const isAnswer = error instanceof ApiError
      setFailure(isAnswer ? failureText(error, m.avatar_failed) : m.avatar_unreadable())
    } finally {
      setIsBusy(false)
    }
  }

  return { isBusy, failure, insert }
}
