import { Field } from '#site/ui/fields/Field.tsx'
import type { SearchKind } from '#site/ui/fields/suggestions.ts'
import { RemovableChips } from '#site/ui/RemovableChips.tsx'
import { SuggestionInput } from '#site/ui/fields/SuggestionInput.tsx'
import { useSuggestionAdder } from '#site/ui/fields/use-suggestion-adder.ts'
import { m } from '#site/lib/messages.ts'
import type { AudienceItems } from './campaign-form.ts'

type Props = {
  kind: SearchKind
  label: string
  value: AudienceItems
  onChange: (value: AudienceItems) => void
}

export function FollowedInput({ kind, label, value, onChange }: Props) {
  const { root, found, clear, inputKey, input, focusField } = useSuggestionAdder(kind)

  function add(chosen: string): void {
    const chosenItem = found.find((one) => one.value === chosen)
    if (!chosenItem) return
    const id = Number(chosenItem.value)
    if (!value.some((one) => one.id === id)) onChange([...value, { id, name: chosenItem.label }])
    clear()
  }

  return (
    <div ref={root} className="stack campaign-followed">
      <Field label={label} hint={m.campaign_followed_hint()}>
        {(control) => <SuggestionInput key={inputKey} {...input} control={control} onValue={add} />}
      </Field>
      <RemovableChips
        chips={value}
        removeText={m.campaign_followed_remove}
        onFocusLost={focusField}
        onRemove={(index) => onChange(value.toSpliced(index, 1))}
      />
    </div>
  )
}
