import { map } from 'nanostores'
import { filterSuggestions, findSuggestionValue, type Suggestion } from './suggestions.ts'

const debounceMs = 300
const blurCloseMs = 200

type Dependencies = {
  suggestions: () => Suggestion[]
  find?: (text: string) => Suggestion[]
  text: string
  onValue: (value: string) => void
  emitsOnPause?: boolean | undefined
  onText?: ((text: string) => void) | undefined
  onEnter?: (() => void) | undefined
  onLeave?: (() => void) | undefined
}

export type SuggestionsState = {
  text: string
  /** Empty once a label was chosen, which would leave only itself. */
  search: string
  isOpen: boolean
}

function findSuggestions({ suggestions, find }: Dependencies, text: string): Suggestion[] {
  return find ? find(text) : filterSuggestions(suggestions(), text)
}

/** Emits typed text when typing stops, or earlier when the person goes on. */
function createSettleTimer({ suggestions, onValue, emitsOnPause = true }: Dependencies) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let waiting: string | undefined
  /** Emitted as it is, since no suggestion had it as its label yet. */
  let raw: string | undefined

  function drop(): void {
    clearTimeout(timer)
    waiting = undefined
    raw = undefined
  }

  function settle(): void {
    const typedText = waiting
    if (typedText === undefined) return
    drop()
    const value = findSuggestionValue(suggestions(), typedText)
    if (value === typedText) raw = typedText
    onValue(value)
  }

  function settleAgain(): void {
    if (raw === undefined) return
    const value = findSuggestionValue(suggestions(), raw)
    if (value === raw) return
    drop()
    onValue(value)
  }

  function wait(text: string): void {
    drop()
    waiting = text
    if (emitsOnPause) timer = setTimeout(settle, debounceMs)
  }

  return { wait, settle, settleAgain, drop }
}

function hasLabel(suggestions: Suggestion[], text: string): boolean {
  return suggestions.some(({ label }) => label.toLowerCase() === text.toLowerCase())
}

export function createSuggestionsStore(dependencies: Dependencies) {
  const { onValue, onText, onEnter, onLeave } = dependencies
  const $state = map<SuggestionsState>({
    text: dependencies.text,
    search: '',
    isOpen: false,
  })
  const settling = createSettleTimer(dependencies)
  let closing: ReturnType<typeof setTimeout> | undefined

  const shown = () => findSuggestions(dependencies, $state.get().search)
  const change = (changes: Partial<SuggestionsState>) => $state.set({ ...$state.get(), ...changes })

  function type(text: string): void {
    change({ text, search: text, isOpen: true })
    onText?.(text)
    settling.wait(text)
  }

  function choose({ label, value }: Suggestion): void {
    settling.drop()
    change({ text: label, search: '', isOpen: false })
    onValue(value)
  }

  function enter(): void {
    clearTimeout(closing)
    onEnter?.()
    const { text } = $state.get()
    change({
      search: hasLabel(dependencies.suggestions(), text) ? '' : text,
      isOpen: true,
    })
  }

  function leave(): void {
    settling.settle()
    onLeave?.()
    clearTimeout(closing)
    closing = setTimeout(close, blurCloseMs)
  }

  function open(): void {
    change({ isOpen: true })
  }

  function close(): void {
    change({ isOpen: false })
  }

  function stop(): void {
    settling.drop()
    clearTimeout(closing)
  }

  const { settle, settleAgain } = settling
  return { $state, shown, type, choose, enter, leave, open, close, settle, settleAgain, stop }
}
