import { useFormContext, type RegisterOptions } from 'react-hook-form'
import type { Draft, DraftFieldName as Name } from './draft.ts'

export function useDraftField() {
  const { register, formState } = useFormContext<Draft>()
  return (name: Name, options?: RegisterOptions<Draft, Name>) => ({
    field: register(name, options),
    error: formState.errors[name]?.message,
  })
}
