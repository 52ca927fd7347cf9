import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { TextArea, TextField } from '#site/ui/fields/TextField.tsx'
import { m } from '#site/lib/messages.ts'
import type { Draft } from './draft.ts'
import { DraftPreview } from './DraftPreview.tsx'
import type { StepProps } from './steps.ts'
import { useDraftField } from './use-draft-field.ts'

const noteTexts = {
  additional_info: () => ({ label: m.propose_additional() }),
  moderator_note: () => ({ label: m.propose_note(), hint: m.propose_note_hint() }),
}

export function ProofStep({ isOwnChannel }: StepProps) {
  const { watch, getValues } = useFormContext<Draft>()
  const of = useDraftField()
  // What stands there stays in reach; otherwise the channel is its own proof.
  const [isProofShown] = useState(() => !isOwnChannel || getValues('proof_url') !== '')
  return (
    <div className="stack">
      {isProofShown && (
        <TextField
          {...of('proof_url')}
          label={m.propose_proof()}
          hint={m.propose_proof_hint()}
          type="url"
          inputMode="url"
          placeholder="https://"
          required={!isOwnChannel}
        />
      )}
      {(['additional_info', 'moderator_note'] as const).map((name) => (
        <TextArea key={name} {...of(name)} {...noteTexts[name]()} rows={2} />
      ))}
      <section className="stack" aria-labelledby="propose-preview">
        <h4 id="propose-preview" className="propose-preview-title">
          {m.propose_preview()}
        </h4>
        <DraftPreview draft={watch()} />
      </section>
    </div>
  )
}
