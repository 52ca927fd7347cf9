import { useId, useState } from 'react'
import { getLocale } from '#messages/runtime'
import { Markup } from '#site/ui/Markup.tsx'
import { uploadLicense } from '#site/ui/terms-lines.ts'
import { Button } from '#site/ui/Button.tsx'
import { api } from '#site/lib/api.ts'
import { multipartForm } from '#site/lib/api-calls.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { failureText } from '#site/lib/failure-text.ts'
import { shrinkPicture } from './picture.ts'

type Props = {
  label: string
  hint?: string
  /** Path of the picture that stands, below `/media/`; null: none. */
  path: string | null
  onPath: (path: string | null) => void
  error?: string | undefined
  /** Given by a member: says what is done with it. */
  isLicensed?: boolean
}

export function PictureField(props: Props) {
  const { label, hint = m.picture_hint(), path, onPath, error, isLicensed = false } = props
  const { isBusy, failure, upload } = usePictureUpload(onPath)
  const ids = { input: useId(), note: useId(), label: useId() }
  const fault = failure || error
  return (
    <div className="field" role="group" aria-labelledby={ids.label}>
      <span id={ids.label} className="field-label">
        {label}
      </span>
      <div className="picture-field">
        {path && <img src={paths.media(path)} alt="" width={160} height={90} />}
        <div className="row file-choice">
          <input
            id={ids.input}
            className="file-input"
            type="file"
            accept="image/*"
            aria-describedby={ids.note}
            disabled={isBusy}
            onChange={({ target }) => {
              const file = target.files?.[0]
              // Choosing the same file once more is a choice too.
              target.value = ''
              if (file) void upload(file)
            }}
          />
          <label className="button" htmlFor={ids.input}>
            {m.avatar_choose()}
          </label>
          {path && !isBusy && (
            <Button label={m.avatar_remove()} look="quiet" onClick={() => onPath(null)} />
          )}
        </div>
      </div>
      <div className="field-notes" id={ids.note} aria-live="polite">
        {isBusy ? (
          <p className="field-hint">
            <progress aria-label={m.picture_uploading()} /> {m.picture_uploading()}
          </p>
        ) : fault ? (
          <p className="field-error">{fault}</p>
        ) : (
          <p className="field-hint">{hint}</p>
        )}
        {isLicensed && <Markup as="p" className="field-hint" html={uploadLicense(getLocale())} />}
      </div>
    </div>
  )
}

function usePictureUpload(onPath: (path: string) => void) {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState('')

  async function upload(file: File): Promise<void> {
    setIsBusy(true)
    setFailure('')
    const picture = await shrinkPicture(file).catch(() => undefined)
    if (picture) await send(picture)
    else setFailure(m.avatar_unreadable())
    setIsBusy(false)
  }

  async function send(picture: Blob): Promise<void> {
    try {
      onPath((await api.post('uploads', { body: multipartForm({ file: picture }) })).path)
    } catch (error) {
      setFailure(failureText(error, m.avatar_failed))
    }
  }

  return { isBusy, failure, upload }
}
