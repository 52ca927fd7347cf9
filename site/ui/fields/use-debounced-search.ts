import { useEffect, useRef, useState } from 'react'
import type { Suggestion } from './suggestions.ts'

const debounceMs = 300
const none: Suggestion[] = []

/** Suggestions are those of an earlier text until the search for the present one has ended. */
export type SearchStatus = 'searching' | 'found' | 'failed'

type SearchResult = { text: string; suggestions: Suggestion[]; hasFailed?: boolean }

/** Searches at once for the first text, then when typing stops. */
export function useDebouncedSearch(
  find: (text: string) => Promise<Suggestion[]>,
  text: string,
): { suggestions: Suggestion[]; status: SearchStatus } {
  const [answer, setAnswer] = useState<SearchResult>()
  const latest = useRef(find)
  latest.current = find
  useEffect(() => {
    if (text === answer?.text) return
    let isStale = false
    const keep = (next: SearchResult) => {
      if (!isStale) setAnswer(next)
    }
    const timer = setTimeout(
      () => {
        latest.current(text).then(
          (suggestions) => keep({ text, suggestions }),
          () => keep({ text, suggestions: [], hasFailed: true }),
        )
      },
      answer ? debounceMs : 0,
    )
    return () => {
      isStale = true
      clearTimeout(timer)
    }
  }, [text])
  const suggestions = answer?.suggestions ?? none
  if (text !== answer?.text) return { suggestions, status: 'searching' }
  return { suggestions, status: answer.hasFailed ? 'failed' : 'found' }
}
