import { useFormContext } from 'react-hook-form'
import { m } from '#site/lib/messages.ts'
import type { Draft } from './draft.ts'
import { DraftField } from './DraftField.tsx'

export function NameField() {
  const { register } = useFormContext<Draft>()
  return (
    <DraftField name="name" label={m.propose_name()}>
      {(control) => (
        <input
          {...control}
          {...register('name')}
          className="input"
          autoComplete="off"
          maxLength={120}
          required
        />
      )}
    </DraftField>
  )
}
