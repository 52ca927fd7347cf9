import { useRef, useState } from 'react'
import * as v from 'valibot'
import { FormDialog } from '#site/ui/admin/FormDialog.tsx'
import { Field } from '#site/ui/fields/Field.tsx'
import { SuggestionInput } from '#site/ui/fields/SuggestionInput.tsx'
import type { Suggestion } from '#site/ui/fields/suggestions.ts'
import { useValidatedForm } from '#site/ui/fields/use-validated-form.ts'
import { useDebouncedSearch } from '#site/ui/fields/use-debounced-search.ts'
import { showSuccess } from '#site/ui/toasts/toasts.ts'
import { m } from '#site/lib/messages.ts'

const MergeForm = v.object({ into: v.pipe(v.string(), v.nonEmpty()) })
type MergeFormValues = v.InferOutput<typeof MergeForm>

type Props = {
  name: string
  /** A line for each thing that goes to the entry that stays. */
  moving: string[]
  find: (text: string) => Promise<Suggestion[]>
  onMerge: (into: number) => Promise<void>
  onClose: () => void
}

export function MergeDialog({ name, moving, find, onMerge, onClose }: Props) {
  const [text, setText] = useState('')
  const labels = useRef(new Map<string, string>())
  const { suggestions, status } = useDebouncedSearch(async (typedText) => {
    const suggestions = await find(typedText)
    for (const { value, label } of suggestions) labels.current.set(value, label)
    return suggestions
  }, text)
  const form = useValidatedForm<MergeFormValues>({
    schema: MergeForm,
    defaults: { into: '' },
    fieldOfCode: { streamers_of_two_members: 'into' },
    async send({ into }) {
      await onMerge(Number(into))
      showSuccess(m.admin_merged({ name }))
      onClose()
    },
  })
  const { errorOf, setValue, watch } = form
  const into = labels.current.get(watch('into'))
  return (
    <FormDialog
      title={m.admin_merge_title({ name })}
      act={m.admin_merge()}
      isDanger
      {...{ form, onClose }}
    >
      <Field label={m.admin_merge_into()} hint={m.admin_merge_hint()} error={errorOf('into')}>
        {(control) => (
          <SuggestionInput
            control={control}
            suggestions={suggestions}
            status={status}
            text=""
            onText={setText}
            onValue={(value) =>
              setValue('into', labels.current.has(value) ? value : '', {
                shouldDirty: true,
                shouldValidate: labels.current.has(value),
              })
            }
          />
        )}
      </Field>
      <div className="notice admin-warning">
        <p>{into ? m.admin_merge_warning({ name, into }) : m.admin_merge_what({ name })}</p>
        <ul>
          {moving.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        <p>{m.admin_no_undo()}</p>
      </div>
    </FormDialog>
  )
}
