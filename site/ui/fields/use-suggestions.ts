import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { filterSuggestions, type Suggestion } from './suggestions.ts'
import { createSuggestions } from './suggestions.store.ts'

export type SuggestionOptions = {
  suggestions: Suggestion[]
  /** By default suggestions whose label contains the text. */
  find?: (text: string) => Suggestion[]
  /** The text to begin with. */
  text: string
  /** The chosen value, the value of a label typed in full, or the raw text. */
  onValue: (value: string) => void
  onText?: (text: string) => void
  onEnter?: () => void
  /** The person has left the field: the moment to say that its text stands for nothing. */
  onLeave?: () => void
}

function findIn({ suggestions, find }: SuggestionOptions, text: string): Suggestion[] {
  return find ? find(text) : filterSuggestions(suggestions, text)
}

/** The store behind one input, which always sees the options of the last render. */
export function useSuggestions(options: SuggestionOptions) {
  const latest = useRef(options)
  latest.current = options
  const [store] = useState(() =>
    createSuggestions({
      suggestions: () => latest.current.suggestions,
      find: (text) => findIn(latest.current, text),
      text: options.text,
      onValue: (value) => latest.current.onValue(value),
      onText: (text) => latest.current.onText?.(text),
      onEnter: () => latest.current.onEnter?.(),
      onLeave: () => latest.current.onLeave?.(),
    }),
  )
  useEffect(() => store.stop, [store])
  const state = useStore(store.$state)

  function press(event: KeyboardEvent): void {
    if (!store.press(event.key)) return
    event.preventDefault()
    event.stopPropagation()
  }

  const { type, choose, enter, leave } = store
  return {
    ...state,
    shown: findIn(options, state.search),
    type,
    choose,
    enter,
    leave,
    press,
  }
}
