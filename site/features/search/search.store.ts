import { atom } from 'nanostores'
import type { SearchView } from '#worker/features/search/contract.ts'
import { createRecentSearches, type TextStorage } from './recent-searches.ts'

export type SearchState =
  | { phase: 'idle' }
  /** With what the last search found, so that the list does not flicker. */
  | { phase: 'loading'; text: string; earlier?: SearchView | undefined }
  | { phase: 'found'; text: string; results: SearchView }
  | { phase: 'failed'; text: string }

type Dependencies = {
  find: (text: string, signal: AbortSignal) => Promise<SearchView>
  storage: TextStorage
}

const debounceMs = 200
/** One letter finds everything. */
const minTextLength = 2

export function createSearchStore({ find, storage }: Dependencies) {
  const $state = atom<SearchState>({ phase: 'idle' })
  const recents = createRecentSearches(storage)
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: AbortController | undefined

  function stop(): void {
    clearTimeout(timer)
    running?.abort()
    running = undefined
  }

  async function run(text: string): Promise<void> {
    const mine = new AbortController()
    running = mine
    try {
      const results = await find(text, mine.signal)
      if (running === mine) $state.set({ phase: 'found', text, results })
    } catch {
      if (running === mine) $state.set({ phase: 'failed', text })
    }
  }

  function earlierResults(): SearchView | undefined {
    const state = $state.get()
    if (state.phase === 'found') return state.results
    return state.phase === 'loading' ? state.earlier : undefined
  }

  function type(typed: string): void {
    const text = typed.replace(/\s+/g, ' ').trim()
    const state = $state.get()
    if (state.phase !== 'idle' && state.phase !== 'failed' && state.text === text) return
    stop()
    if ([...text].length < minTextLength) return $state.set({ phase: 'idle' })
    $state.set({ phase: 'loading', text, earlier: earlierResults() })
    timer = setTimeout(() => void run(text), debounceMs)
  }

  function retry(): void {
    const state = $state.get()
    if (state.phase !== 'failed') return
    $state.set({ phase: 'loading', text: state.text })
    void run(state.text)
  }

  return { $state, type, retry, recents }
}
