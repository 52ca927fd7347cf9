import type { InputHTMLAttributes, ReactNode, ComponentProps } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { m } from '#site/lib/messages.ts'
import { Field } from './Field.tsx'

type Props = {
  label: ReactNode
  hint?: ReactNode
  error: string | undefined
  field: UseFormRegisterReturn
} & Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'inputMode' | 'placeholder' | 'required' | 'maxLength'
>

/** A line of text that no browser knows better. */
export function TextField({ label, hint, error, field, ...rest }: Props) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <input {...control} {...field} className="input" autoComplete="off" {...rest} />
      )}
    </Field>
  )
}

type AreaProps = Omit<Props, 'type' | 'required'> & { rows: number }

export function TextArea({ label, hint, error, field, ...rest }: AreaProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <textarea {...control} {...field} className="textarea" {...rest} />}
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

type PasswordFieldProps = ComponentProps<'input'> & {
  label: string
  hint?: string
  error: string | undefined
  autoComplete: 'current-password' | 'new-password'
}

export function PasswordField({ label, hint, error, ...input }: PasswordFieldProps) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => <input {...control} {...input} className="input" type="password" required />}
    </Field>
  )
}
