import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { matching, valueOf, type Suggestion } from './suggestions.ts'

const debounceMs = 300
const blurCloseMs = 200
const shownAtMost = 100

export type SuggestionOptions = {
  suggestions: Suggestion[]
  /** The text to begin with. */
  text: string
  /** The chosen value, the value of a label typed in full, or the raw text. */
  onValue: (value: string) => void
  onText?: (text: string) => void
  /** The person has left the field: the moment to say that its text stands for nothing. */
  onLeave?: () => void
}

/** Emits typed text when typing stops, and at once when the person goes on. */
function useSettledText({ suggestions, onValue }: SuggestionOptions) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const waiting = useRef<string>(undefined)
  const settle = useRef<() => void>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  settle.current = () => {
    const typed = waiting.current
    drop()
    if (typed !== undefined) onValue(valueOf(suggestions, typed))
  }

  function drop(): void {
    clearTimeout(timer.current)
    waiting.current = undefined
  }

  function wait(typed: string): void {
    drop()
    waiting.current = typed
    timer.current = setTimeout(() => settle.current?.(), debounceMs)
  }

  return { wait, drop, flush: () => settle.current?.() }
}

/** Which suggestions show and which one is active, by keys, pointer and typing. */
export function useSuggestions(options: SuggestionOptions) {
  const { suggestions, onValue, onText, onLeave } = options
  const [text, setText] = useState(options.text)
  const [isOpen, setIsOpen] = useState(false)
  const [active, setActive] = useState(-1)
  // What stood there on focus is a choice, not a search.
  const [isChoice, setIsChoice] = useState(true)
  const settled = useSettledText(options)
  const search = isChoice ? '' : text
  const shown = matching(suggestions, search).slice(0, shownAtMost)

  function type(next: string): void {
    setText(next)
    setIsChoice(false)
    setIsOpen(true)
    setActive(-1)
    onText?.(next)
    settled.wait(next)
  }

  function choose(suggestion: Suggestion): void {
    settled.drop()
    setText(suggestion.label)
    setIsOpen(false)
    setIsChoice(true)
    onValue(suggestion.value)
  }

  function enter(): void {
    setIsOpen(true)
    setIsChoice(true)
    setActive(-1)
  }

  function leave(): void {
    settled.flush()
    onLeave?.()
    setTimeout(() => setIsOpen(false), blurCloseMs)
  }

  function press(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const chosen = isOpen ? shown[active] : undefined
    if (step) {
      setIsOpen(true)
      setActive((active + step + shown.length) % (shown.length || 1))
    } else if (event.key === 'Enter' && chosen) choose(chosen)
    else if (event.key === 'Enter') return settled.flush()
    // Closes the list, not the dialog around it.
    else if (event.key === 'Escape' && isOpen) setIsOpen(false)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return { text, search, shown, isOpen, active, type, choose, enter, leave, press }
}
