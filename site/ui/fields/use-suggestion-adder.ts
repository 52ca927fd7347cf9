import { useEffect, useRef, useState } from 'react'
import { api } from '#site/lib/api.ts'
import { fetchSuggestions, type SearchKind, type Suggestion } from './suggestions.ts'
import { useDebouncedSearch } from './use-debounced-search.ts'

type Search = (typedText: string) => Promise<Suggestion[]>

export function useSuggestionAdder(searched: SearchKind | Search) {
  const [text, setText] = useState('')
  const [addedCount, setAdded] = useState(0)
  const root = useRef<HTMLDivElement>(null)
  const focusField = () => root.current?.querySelector('input')?.focus()
  // Each name begins a new field; where `root` is set, the focus goes on to it.
  useEffect(() => {
    if (addedCount > 0) focusField()
  }, [addedCount])
  const { suggestions: found, status } = useDebouncedSearch(
    typeof searched === 'string'
      ? (typedText) => fetchSuggestions(api, searched, typedText)
      : searched,
    text,
  )

  function clear(): void {
    setText('')
    setAdded((count) => count + 1)
  }

  const suggestions = text.trim() ? found : []
  const input = {
    suggestions,
    status,
    text: '',
    onText: setText,
    // "Ana" may go on as "Ana Maria".
    emitsOnPause: false,
    submitsOnEnter: false,
  }
  return { root, text, found, clear, inputKey: addedCount, input, focusField }
}
