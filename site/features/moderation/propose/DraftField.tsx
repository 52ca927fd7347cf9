import type { ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { Field, type ControlProps } from '#site/ui/fields/Field.tsx'
import type { Draft, DraftFieldName as Name } from './draft.ts'

type Props = {
  name: Name
  label: string
  hint?: ReactNode
  children: (control: ControlProps) => ReactNode
}

export function DraftField({ name, label, hint, children }: Props) {
  const { formState } = useFormContext<Draft>()
  return (
    <Field label={label} hint={hint} error={formState.errors[name]?.message}>
      {children}
    </Field>
  )
}
