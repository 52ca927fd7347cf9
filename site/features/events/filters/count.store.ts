import { atom } from 'nanostores'
import type { EventCount } from '#worker/features/events/contract.ts'

/** Undefined while it is not known: not asked for yet, on its way, or not to be had. */
export type FilteredEventCount = EventCount | undefined

type Dependencies = {
  /** The query of the form at this moment. */
  read: () => string
  count: (query: string, signal: AbortSignal) => Promise<EventCount>
}

const debounceMs = 300

export function createEventCountStore({ read, count }: Dependencies) {
  const $count = atom<FilteredEventCount>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let running: AbortController | undefined
  let known: string | undefined

  function stop(): void {
    clearTimeout(timer)
    running?.abort()
    running = undefined
  }

  async function run(): Promise<void> {
    const query = read()
    const mine = new AbortController()
    running = mine
    try {
      const newCount = await count(query, mine.signal)
      if (running !== mine) return
      known = query
      $count.set(newCount)
    } catch {
      // Without a count the button still leads to the list.
    }
  }

  function refresh(): void {
    stop()
    if (read() === known && $count.get()) return
    $count.set(undefined)
    known = undefined
    timer = setTimeout(() => void run(), debounceMs)
  }

  return { $count, refresh, stop }
}
