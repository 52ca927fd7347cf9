import { useEffect, useRef, useState } from 'react'
import { SuggestionInput } from '#site/ui/fields/SuggestionInput.tsx'
import {
  searchByName,
  type SearchKind,
  suggestionValue,
  type Suggestion,
} from '#site/ui/fields/suggestions.ts'
import { useDebouncedSearch } from '#site/ui/fields/use-debounced-search.ts'
import { api } from '#site/lib/api.ts'

type Props = {
  id: string
  kind: SearchKind
  /** The text that stands there already, and what is suggested for it. */
  initial: string
  first: Suggestion[]
  placeholder: string
}

/**
 * A field of the filters' form that suggests. It sends the id of what was chosen or named in full,
 * else the text; choosing applies the filter at once, like the links beside it.
 */
export function NameSearch({ id, kind, initial, first, placeholder }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(initial)
  const [chosen, setChosen] = useState<string>()
  const [isDone, setIsDone] = useState(false)
  const found = useDebouncedSearch((typed) => searchByName(api, kind, typed), text, {
    text: initial,
    suggestions: first,
  })

  function take(value: string): void {
    // A number that was typed is a part of a name, not somebody's id.
    const suggestion = value === text ? undefined : found.find((one) => one.value === value)
    setChosen(suggestion?.value)
    // Typed in full it waits for Enter; picked from the list it does not.
    if (suggestion && suggestionValue([suggestion], text) === text) setIsDone(true)
  }

  useEffect(() => {
    if (isDone) field.current?.form?.requestSubmit()
  }, [isDone])

  return (
    <>
      <SuggestionInput
        control={{ id }}
        placeholder={placeholder}
        suggestions={found}
        text={initial}
        onText={(next) => {
          setText(next)
          setChosen(undefined)
        }}
        onValue={take}
      />
      <input ref={field} type="hidden" name={chosen ? kind : `${kind}_q`} value={chosen ?? text} />
    </>
  )
}
