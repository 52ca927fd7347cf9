import { useEffect, useRef, useState } from 'react'
import { SuggestionInput } from '#site/ui/fields/SuggestionInput.tsx'
import { fetchSuggestions, type SearchKind } from '#site/ui/fields/suggestions.ts'
import { useDebouncedSearch } from '#site/ui/fields/use-debounced-search.ts'
import { api } from '#site/lib/api.ts'

type Props = {
  id: string
  kind: SearchKind
  initial: string
  placeholder: string
}

/** Sends the id of what was chosen or named in full, else the text. */
export function NameSearch({ id, kind, initial, placeholder }: Props) {
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(initial)
  const [chosen, setChosen] = useState<string>()
  const { suggestions, status } = useDebouncedSearch(
    (typed) => fetchSuggestions(api, kind, typed),
    text,
  )

  function take(value: string): void {
    // A number that was typed is a part of a name, not somebody's id.
    const suggestion = value === text ? undefined : suggestions.find((one) => one.value === value)
    setChosen(suggestion?.value)
  }

  // A script sets the hidden field, and no event of the browser's tells the form.
  useEffect(() => {
    if (chosen) field.current?.dispatchEvent(new Event('change', { bubbles: true }))
  }, [chosen])

  return (
    <>
      <SuggestionInput
        control={{ id }}
        placeholder={placeholder}
        suggestions={suggestions}
        status={status}
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
