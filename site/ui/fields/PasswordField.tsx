import type { ComponentProps } from 'react'
import { Field } from './Field.tsx'

type Props = ComponentProps<'input'> & {
  label: string
  hint?: string
  error: string | undefined
  autoComplete: 'current-password' | 'new-password'
}

export function PasswordField({ label, hint, error, ...input }: Props) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <input {...control} {...input} className="input" type="password" required />}
    </Field>
  )
}
