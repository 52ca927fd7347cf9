import { useEffect, useRef, useState } from 'react'
import type { Suggestion } from './suggestions.ts'

const debounceMs = 300
const nothing = { text: undefined, suggestions: [] as Suggestion[] }

/** What `find` knows by the text; asked when typing stops, beginning with what is known already. */
export function useDebouncedSearch(
  find: (text: string) => Promise<Suggestion[]>,
  text: string,
  known: { text: string | undefined; suggestions: Suggestion[] } = nothing,
): Suggestion[] {
  const [found, setFound] = useState(known.suggestions)
  const asked = useRef(known.text)
  const latest = useRef(find)
  latest.current = find
  useEffect(() => {
    if (text === asked.current) return
    let isStale = false
    const timer = setTimeout(() => {
      void latest.current(text).then((suggestions) => {
        if (isStale) return
        asked.current = text
        setFound(suggestions)
      })
    }, debounceMs)
    return () => {
      isStale = true
      clearTimeout(timer)
    }
  }, [text])
  return found
}
