import { TextField } from '#site/ui/fields/TextField.tsx'
import { m } from '#site/lib/messages.ts'
import { useDraftField } from './use-draft-field.ts'

export function NameField() {
  const of = useDraftField()
  return <TextField {...of('name')} label={m.propose_name()} maxLength={120} required />
}
