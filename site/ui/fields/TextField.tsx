import type { InputHTMLAttributes, ReactNode } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { Field } from './Field.tsx'

type Props = {
  label: ReactNode
  hint?: ReactNode
  error: string | undefined
  field: UseFormRegisterReturn
} & Pick<InputHTMLAttributes<HTMLInputElement>, 'type' | 'required' | 'maxLength'>

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
