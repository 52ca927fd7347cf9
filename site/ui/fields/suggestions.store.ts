import { map } from 'nanostores'
import { filterSuggestions, suggestionValue, type Suggestion } from './suggestions.ts'

const debounceMs = 300
const blurCloseMs = 200

type Dependencies = {
  /** What may be chosen at this moment. */
  suggestions: () => Suggestion[]
  /** By default suggestions whose label contains the text. */
  find?: (text: string) => Suggestion[]
  /** The text to begin with. */
  text: string
  /** The chosen value, the value of a label typed in full, or the raw text. */
  onValue: (value: string) => void
  onText?: ((text: string) => void) | undefined
  onEnter?: (() => void) | undefined
  /** The person has left the field: the moment to say that its text stands for nothing. */
  onLeave?: (() => void) | undefined
}

export type SuggestionsState = {
  text: string
  /** What the suggestions are filtered by: not a label that was chosen, which would leave only itself. */
  search: string
  isOpen: boolean
  active: number
}

function findIn({ suggestions, find }: Dependencies, text: string): Suggestion[] {
  return find ? find(text) : filterSuggestions(suggestions(), text)
}

/** Emits typed text when typing stops, or earlier when the person goes on. */
function createSettling({ suggestions, onValue }: Dependencies) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let waiting: string | undefined

  function drop(): void {
    clearTimeout(timer)
    waiting = undefined
  }

  function settle(): void {
    const typed = waiting
    drop()
    if (typed !== undefined) onValue(suggestionValue(suggestions(), typed))
  }

  function wait(text: string): void {
    drop()
    waiting = text
    timer = setTimeout(settle, debounceMs)
  }

  return { wait, settle, drop }
}

function isLabel(suggestions: Suggestion[], text: string): boolean {
  return suggestions.some(({ label }) => label.toLowerCase() === text.toLowerCase())
}

/** Round the ends; from none, to the first or the last. */
function stepped(active: number, step: 1 | -1, count: number): number {
  const from = active < 0 && step < 0 ? 0 : active
  return count === 0 ? -1 : (from + step + count) % count
}

/** An input that suggests: which suggestions show, which one is active, and when a value is emitted. */
export function createSuggestions(dependencies: Dependencies) {
  const { onValue, onText, onEnter, onLeave } = dependencies
  const $state = map<SuggestionsState>({
    text: dependencies.text,
    search: '',
    isOpen: false,
    active: -1,
  })
  const settling = createSettling(dependencies)
  let closing: ReturnType<typeof setTimeout> | undefined

  const shown = () => findIn(dependencies, $state.get().search)
  const change = (changes: Partial<SuggestionsState>) => $state.set({ ...$state.get(), ...changes })

  function type(text: string): void {
    change({ text, search: text, isOpen: true, active: -1 })
    onText?.(text)
    settling.wait(text)
  }

  function choose({ label, value }: Suggestion): void {
    settling.drop()
    change({ text: label, search: '', isOpen: false, active: -1 })
    onValue(value)
  }

  function enter(): void {
    clearTimeout(closing)
    onEnter?.()
    const { text } = $state.get()
    change({
      search: isLabel(dependencies.suggestions(), text) ? '' : text,
      isOpen: true,
      active: -1,
    })
  }

  function leave(): void {
    settling.settle()
    onLeave?.()
    clearTimeout(closing)
    closing = setTimeout(() => change({ isOpen: false, active: -1 }), blurCloseMs)
  }

  function move(step: 1 | -1): void {
    change({ isOpen: true, active: stepped($state.get().active, step, shown().length) })
  }

  /** Whether the key was meant for the list; any other is the form's. */
  function press(key: string): boolean {
    const { isOpen, active } = $state.get()
    const chosen = isOpen ? shown()[active] : undefined
    if (key === 'ArrowDown') move(1)
    else if (key === 'ArrowUp') move(-1)
    else if (key === 'Enter' && chosen) choose(chosen)
    // Closes the list, not the dialog around it.
    else if (key === 'Escape' && isOpen) change({ isOpen: false, active: -1 })
    else {
      if (key === 'Enter') settling.settle()
      return false
    }
    return true
  }

  function stop(): void {
    settling.drop()
    clearTimeout(closing)
  }

  return { $state, shown, type, choose, enter, leave, press, stop }
}
