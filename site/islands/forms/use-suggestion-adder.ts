import { useState } from 'react'
import { api } from '#site/lib/api.ts'
import { findNamed, type SearchKind } from './find-named.ts'
import { useFound } from './use-found.ts'

/** A suggestion field from which one name after another is added to a list. */
export function useSuggestionAdder(kind: SearchKind) {
  const [text, setText] = useState('')
  const [added, setAdded] = useState(0)
  const found = useFound((typed) => findNamed(api, kind, typed), text)

  /** Begins the field anew, and empty. */
  function clear(): void {
    setText('')
    setAdded((count) => count + 1)
  }

  const input = { suggestions: text.trim() ? found : [], text: '', onText: setText }
  return { text, found, clear, inputKey: added, input }
}
