import { useState } from 'react'
import { Field } from '#site/islands/forms/Field.tsx'
import { findNamed, type SearchKind } from '#site/islands/forms/find-named.ts'
import { SuggestionInput } from '#site/islands/forms/SuggestionInput.tsx'
import { useFound } from '#site/islands/forms/use-found.ts'
import { api } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import type { Followed } from './campaign-form.ts'

type Props = {
  kind: SearchKind
  label: string
  value: Followed
  onChange: (value: Followed) => void
}

/** Streamers or games whose followers are meant; chosen from those known, one at a time. */
export function FollowedInput({ kind, label, value, onChange }: Props) {
  const [text, setText] = useState('')
  const [added, setAdded] = useState(0)
  const found = useFound((typed) => findNamed(api, kind, typed), text)

  function add(chosen: string): void {
    const named = found.find((one) => one.value === chosen)
    if (!named) return
    const id = Number(named.value)
    if (!value.some((one) => one.id === id)) onChange([...value, { id, name: named.label }])
    setText('')
    // Begins the field anew, and empty.
    setAdded((count) => count + 1)
  }

  return (
    <div className="stack campaign-followed">
      <Field label={label} hint={m.campaign_followed_hint()}>
        {(control) => (
          <SuggestionInput
            key={added}
            control={control}
            suggestions={text.trim() ? found : []}
            text=""
            onText={setText}
            onValue={add}
          />
        )}
      </Field>
      {value.length > 0 && (
        <ul className="row">
          {value.map(({ id, name }) => (
            <li key={id}>
              <button
                type="button"
                className="chip"
                aria-label={m.campaign_followed_remove({ name })}
                onClick={() => onChange(value.filter((one) => one.id !== id))}
              >
                {name} <span aria-hidden="true">×</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
