import type { UseFormRegisterReturn } from 'react-hook-form'
import { m } from '#site/lib/messages.ts'
import { Field } from './Field.tsx'

type Props = { error: string | undefined; field: UseFormRegisterReturn }

export function EmailField({ error, field }: Props) {
  return (
    <Field label={m.email()} error={error}>
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
