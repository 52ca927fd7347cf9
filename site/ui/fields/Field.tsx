import { useId, type ReactNode } from 'react'

export type ControlProps = {
  id: string
  'aria-describedby'?: string
  'aria-invalid'?: true
}

type Props = {
  label: ReactNode
  error?: string | undefined
  hint?: ReactNode
  children: (control: ControlProps) => ReactNode
}

export function Field({ label, error, hint, children }: Props) {
  const id = useId()
  const noteId = `${id}note`
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        ...(error || hint ? { 'aria-describedby': noteId } : {}),
        ...(error ? { 'aria-invalid': true } : {}),
      })}
      <div className="field-notes" id={noteId} aria-live="polite">
        {error ? (
          <p className="field-error">{error}</p>
        ) : (
          hint && <p className="field-hint">{hint}</p>
        )}
      </div>
    </div>
  )
}
