import type { ReactNode } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from './Field.tsx'

type Props = {
  label: ReactNode
  hint?: string
  error: string | undefined
  autoComplete: 'username' | 'username webauthn' | 'off'
  field: UseFormRegisterReturn
}

/** No keyboard should correct a handle. */
export function HandleField({ label, hint, error, autoComplete, field }: Props) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <input
          {...control}
          {...field}
          className="input"
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          required
        />
      )}
    </Field>
  )
}
