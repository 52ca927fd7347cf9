import { useStore } from '@nanostores/react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { createCombobox } from './combobox.ts'
import { filterSuggestions, type Suggestion } from './suggestions.ts'
import { createSuggestionsStore } from './suggestions.store.ts'

export type SuggestionOptions = {
  suggestions: Suggestion[]
  /** By default suggestions whose label contains the text. */
  find?: (text: string) => Suggestion[]
  text: string
  /** The chosen value, the value of a label typed in full, or the raw text. */
  onValue: (value: string) => void
  /** Default: true. Else typed text is emitted by Enter or on leaving alone. */
  emitsOnPause?: boolean | undefined
  onText?: (text: string) => void
  onEnter?: () => void
  /** The person has left the field: the moment to say that its text stands for nothing. */
  onLeave?: () => void
}

function findSuggestions({ suggestions, find }: SuggestionOptions, text: string): Suggestion[] {
  return find ? find(text) : filterSuggestions(suggestions, text)
}

export function useSuggestions(options: SuggestionOptions) {
  const latest = useRef(options)
  latest.current = options
  const [store] = useState(() =>
    createSuggestionsStore({
      suggestions: () => latest.current.suggestions,
      find: (text) => findSuggestions(latest.current, text),
      text: options.text,
      emitsOnPause: options.emitsOnPause,
      onValue: (value) => latest.current.onValue(value),
      onText: (text) => latest.current.onText?.(text),
      onEnter: () => latest.current.onEnter?.(),
      onLeave: () => latest.current.onLeave?.(),
    }),
  )
  useEffect(() => store.stop, [store])
  useEffect(store.settleAgain, [store, options.suggestions])
  const { isOpen, ...state } = useStore(store.$state)
  const { type, enter, leave, settle } = store
  return {
    ...state,
    ...useCombobox(store, isOpen),
    isOpen,
    shown: findSuggestions(options, state.search),
    type,
    enter,
    leave,
    settle,
  }
}

function useCombobox(store: ReturnType<typeof createSuggestionsStore>, isOpen: boolean) {
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLUListElement>(null)
  const combobox = useRef<ReturnType<typeof createCombobox>>(null)
  useLayoutEffect(() => {
    if (!input.current || !list.current) return
    combobox.current = createCombobox({
      input: input.current,
      list: list.current,
      onOpen: () => flushSync(store.open),
      onClose: store.close,
      onChoose({ dataset }) {
        const suggestion = store.shown().find(({ value }) => value === dataset.value)
        if (suggestion) store.choose(suggestion)
      },
    })
    return combobox.current.destroy
  }, [store])
  useLayoutEffect(() => combobox.current?.setOpen(isOpen), [isOpen])
  return { input, list }
}
