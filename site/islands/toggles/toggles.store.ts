import type { Gamification } from '#worker/features/progress/contract.ts'

export type ToggleState = { isOn: boolean; count: number }

export type ToggleSurroundings<Key> = {
  /** What this person switched on before. */
  readMine: () => Promise<readonly Key[]>
  put: (key: Key, isOn: boolean) => Promise<ToggleState & { earned: Gamification }>
  onChange: (key: Key, state: ToggleState) => void
  onFailure: (error: unknown) => void
  onEarned: (earned: Gamification) => void
}

type Entry = ToggleState & {
  /** What the server last said, to go back to when it refuses. */
  settled: ToggleState
  isSending: boolean
}

/** Buttons with a count: shown at once, sent one at a time for each key, the last wish wins. */
export function createToggles<Key>(surroundings: ToggleSurroundings<Key>) {
  const { readMine, put, onChange, onFailure, onEarned } = surroundings
  const entries = new Map<Key, Entry>()
  let mine: readonly Key[] = []

  /** What the page shows, with the count it came with. */
  function add(key: Key, count: number): void {
    if (entries.has(key)) return
    const state = { isOn: false, count }
    entries.set(key, { ...state, settled: state, isSending: false })
    if (mine.includes(key)) markMine(key)
  }

  function show(key: Key, entry: Entry, state: ToggleState): void {
    entry.isOn = state.isOn
    entry.count = state.count
    onChange(key, { isOn: state.isOn, count: state.count })
  }

  /** The person's own may be newer than the count of a cached page. */
  function markMine(key: Key): void {
    const entry = entries.get(key)
    if (!entry || entry.isSending) return
    entry.settled = { isOn: true, count: Math.max(1, entry.count) }
    show(key, entry, entry.settled)
  }

  async function load(): Promise<void> {
    mine = await readMine()
    for (const key of mine) markMine(key)
  }

  async function send(key: Key, entry: Entry): Promise<void> {
    entry.isSending = true
    try {
      while (entry.isOn !== entry.settled.isOn) {
        const wish = entry.isOn
        const { isOn, count, earned } = await put(key, wish)
        entry.settled = { isOn, count }
        if (entry.isOn === wish) show(key, entry, entry.settled)
        onEarned(earned)
      }
    } catch (error) {
      show(key, entry, entry.settled)
      onFailure(error)
    } finally {
      entry.isSending = false
    }
  }

  async function set(key: Key, isOn: boolean): Promise<void> {
    const entry = entries.get(key)
    if (!entry || entry.isOn === isOn) return
    show(key, entry, { isOn, count: Math.max(0, entry.count + (isOn ? 1 : -1)) })
    if (!entry.isSending) await send(key, entry)
  }

  function toggle(key: Key): Promise<void> {
    return set(key, !entries.get(key)?.isOn)
  }

  /** What is on its way to the server and not yet answered. */
  function sending(): { key: Key; isOn: boolean }[] {
    const waiting = [...entries].filter(([, { isSending }]) => isSending)
    return waiting.map(([key, { isOn }]) => ({ key, isOn }))
  }

  return { add, load, set, toggle, sending }
}
