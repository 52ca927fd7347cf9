import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { m } from '#site/lib/messages.ts'
import type { Draft } from './draft.ts'
import { DraftField } from './DraftField.tsx'
import { DraftPreview } from './DraftPreview.tsx'
import type { StepProps } from './steps.ts'

const noteTexts = {
  additional_info: () => ({ label: m.propose_additional() }),
  moderator_note: () => ({ label: m.propose_note(), hint: m.propose_note_hint() }),
}

export function ProofStep({ isOwnChannel }: StepProps) {
  const { register, watch, getValues } = useFormContext<Draft>()
  // What stands there stays in reach; otherwise the channel is its own proof.
  const [isProofShown] = useState(() => !isOwnChannel || getValues('proof_url') !== '')
  return (
    <div className="stack">
      {isProofShown && (
        <DraftField name="proof_url" label={m.propose_proof()} hint={m.propose_proof_hint()}>
          {(control) => (
            <input
              {...control}
              {...register('proof_url')}
              className="input"
              type="url"
              inputMode="url"
              placeholder="https://"
              autoComplete="off"
              required={!isOwnChannel}
            />
          )}
        </DraftField>
      )}
      {(['additional_info', 'moderator_note'] as const).map((name) => (
        <DraftField key={name} name={name} {...noteTexts[name]()}>
          {(control) => <textarea {...control} {...register(name)} className="textarea" rows={2} />}
        </DraftField>
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
