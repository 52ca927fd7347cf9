import type { ComponentProps, ReactNode } from 'react'
import { Field } from './Field.tsx'
import type { Choice } from '#site/lib/labels.ts'

type Props = {
  label: ReactNode
  hint?: ReactNode
  error?: string | undefined
  /** Text where nothing is chosen; without it something always is. */
  none?: string
  choices: readonly Choice[]
  required?: boolean
  /** Registered by a form, or a value with its handler. */
  field: Omit<ComponentProps<'select'>, 'id' | 'className' | 'children'>
}

export function SelectField({ label, hint, error, none, choices, field, required }: Props) {
  return (
    <Field label={label} hint={hint} error={error}>
      {(control) => (
        <select {...control} required={required} {...field} className="select">
          {none !== undefined && <option value="">{none}</option>}
          {choices.map(({ value, label: text, lang }) => (
            <option key={value} value={value} lang={lang}>
              {text}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
