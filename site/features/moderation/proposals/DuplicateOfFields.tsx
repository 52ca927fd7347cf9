import type { UseFormReturn } from 'react-hook-form'
import { separator } from '#site/lib/format.ts'
import { LocalTime } from '#site/ui/LocalTime.tsx'
import { Field } from '#site/ui/fields/Field.tsx'
import { m } from '#site/lib/messages.ts'
import type { SimilarEvent } from '#worker/features/moderation/proposals/contract.ts'
import { otherEventOption, type RejectValues } from './reject-form.ts'

type Props = {
  similar: SimilarEvent[]
  form: Pick<UseFormReturn<RejectValues>, 'register' | 'watch'> & {
    errorOf: (name: 'original_url') => string | undefined
  }
}

export function OriginalEventFields({ similar, form: { register, watch, errorOf } }: Props) {
  return (
    <fieldset className="choices" aria-describedby="original-hint">
      <legend>{m.proposals_original()}</legend>
      {similar.map(({ id, name, start, channel_name }) => (
        <label key={id} className="choice-row">
          <input type="radio" value={id} {...register('duplicate_of')} />
          <span className="proposal-original">
            <b>{name}</b>
            <span className="quiet quiet-small">
              <LocalTime at={start} />
              {channel_name && separator + channel_name}
            </span>
          </span>
        </label>
      ))}
      <label className="choice-row">
        <input type="radio" value={otherEventOption} {...register('duplicate_of')} />
        {m.proposals_original_other()}
      </label>
      <label className="choice-row">
        <input type="radio" value="" {...register('duplicate_of')} />
        {m.proposals_original_none()}
      </label>
      <p className="field-hint" id="original-hint">
        {m.proposals_original_hint()}
      </p>
      {watch('duplicate_of') === otherEventOption && (
        <Field label={m.proposals_original_url()} error={errorOf('original_url')}>
          {(control) => (
            <input {...control} {...register('original_url')} className="input" type="url" />
          )}
        </Field>
      )}
    </fieldset>
  )
}
