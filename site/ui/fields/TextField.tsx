import type { InputHTMLAttributes, ReactNode } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { m } from '#site/lib/messages.ts'
import { classes } from '../html.ts'
import { Field } from './Field.tsx'

type Props = {
  label: ReactNode
  hint?: ReactNode
  error: string | undefined
  field: UseFormRegisterReturn
} & Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'className' | 'inputMode' | 'placeholder' | 'required' | 'maxLength'
>

export function TextField({ label, hint, error, field, className, ...rest }: Props) {
  const own = { className: classes('input', className), autoComplete: 'off', ...rest }
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <input {...control} {...field} {...own} />}
    </Field>
  )
}

type TextAreaProps = Omit<Props, 'type' | 'required'> & { rows: number }

export function TextArea({ label, hint, error, field, className, ...rest }: TextAreaProps) {
  const own = { className: classes('textarea', className), ...rest }
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <textarea {...control} {...field} {...own} />}
    </Field>
  )
}

type EmailFieldProps = Pick<Props, 'hint' | 'error' | 'field'> & { label?: ReactNode }

export function EmailField({ label = m.email(), hint, error, field }: EmailFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <input
          {...control}
          {...field}
          className="input"
          type="email"
          autoComplete="email"
          required
        />
      )}
    </Field>
  )
}

type PasswordFieldProps = Pick<Props, 'label' | 'hint' | 'error' | 'field'> & {
  autoComplete: 'current-password' | 'new-password'
}

export function PasswordField({ label, hint, error, field, autoComplete }: PasswordFieldProps) {
  const fixed = { className: 'input', type: 'password', autoComplete, required: true }
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <input {...control} {...field} {...fixed} />}
    </Field>
  )
}
