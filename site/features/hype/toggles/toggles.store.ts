import type { RewardResult } from '#worker/features/gamification/ledger/contract.ts'

export type ToggleState = { isOn: boolean; count: number }

export type ToggleDependencies<Key> = {
  readMine: () => Promise<readonly Key[]>
  put: (key: Key, isOn: boolean) => Promise<ToggleState & { earned: RewardResult }>
  onChange: (key: Key, state: ToggleState) => void
  onFailure: (error: unknown) => void
  onEarned: (earned: RewardResult) => void
  /** A recent answer to this or another page. */
  recall: (key: Key) => ToggleState | undefined
  onAnswer: (key: Key, state: ToggleState) => void
}

type ToggleEntry = ToggleState & {
  /** The last answer, to go back to when the server refuses. */
  settled: ToggleState
  isSending: boolean
}

/** A cached page may lack what the person did; one that counts more has seen others since. */
function pickCurrentCount({ isOn, count }: ToggleState, sharedOnClient: number): number {
  return sharedOnClient > (isOn ? count : count + 1) ? sharedOnClient : count
}

function createToggleEntries<Key>(onChange: ToggleDependencies<Key>['onChange']) {
  const entries = new Map<Key, ToggleEntry>()

  function show(key: Key, entry: ToggleEntry, state: ToggleState): void {
    entry.isOn = state.isOn
    entry.count = state.count
    onChange(key, { isOn: state.isOn, count: state.count })
  }

  /** A button may come after others of its key: it shows what they do. */
  function add(key: Key, count: number, isOn: boolean): { isNew: boolean } {
    const known = entries.get(key)
    if (known) onChange(key, { isOn: known.isOn, count: known.count })
    else {
      const state = { isOn, count }
      entries.set(key, { ...state, settled: state, isSending: false })
    }
    return { isNew: !known }
  }

  /** Not while a change is on its way: it is answered later. */
  function settle(key: Key, state: ToggleState): void {
    const entry = entries.get(key)
    if (!entry || entry.isSending) return
    entry.settled = state
    show(key, entry, state)
  }

  return { all: entries, add, show, settle }
}
type ToggleEntries<Key> = ReturnType<typeof createToggleEntries<Key>>

function createOwnToggles<Key>(
  { all, settle }: ToggleEntries<Key>,
  readMine: () => Promise<readonly Key[]>,
) {
  let ownKeys: readonly Key[] = []
  let isLoaded = false
  const answeredSinceLoad = new Set<Key>()

  /** The person's own may be newer than the count of a cached page. */
  function mark(key: Key): void {
    const entry = all.get(key)
    if (!entry || entry.isOn || answeredSinceLoad.has(key)) return
    settle(key, { isOn: true, count: Math.max(1, entry.count) })
  }

  /** On a page that stood a while, each that was switched elsewhere counts one more or less. */
  function follow(key: Key, { isOn, count }: ToggleState): void {
    const isMine = ownKeys.includes(key)
    if (isMine === isOn || answeredSinceLoad.has(key)) return
    settle(key, { isOn: isMine, count: Math.max(0, count + (isMine ? 1 : -1)) })
  }

  async function load(): Promise<void> {
    answeredSinceLoad.clear()
    ownKeys = await readMine()
    for (const [key, entry] of all) if (isLoaded || entry.isOn) follow(key, entry)
    for (const key of ownKeys) mark(key)
    isLoaded = true
  }

  return {
    load,
    markNew: (key: Key) => ownKeys.includes(key) && mark(key),
    noteAnswer: (key: Key) => answeredSinceLoad.add(key),
  }
}

/** Shown at once, sent one at a time for each key; the last wish wins. */
export function createTogglesStore<Key>(dependencies: ToggleDependencies<Key>) {
  const { readMine, put, onChange, onFailure, onEarned, recall, onAnswer } = dependencies
  const entries = createToggleEntries<Key>(onChange)
  const { all, show, settle } = entries
  const { load, markNew, noteAnswer } = createOwnToggles(entries, readMine)

  /** `isOn` only where the page is the person's own. */
  function add(key: Key, count: number, isOn = false): void {
    if (!entries.add(key, count, isOn).isNew) return
    const recalled = recall(key)
    if (recalled) settle(key, { ...recalled, count: pickCurrentCount(recalled, count) })
    markNew(key)
  }

  function receive(key: Key, state: ToggleState): void {
    noteAnswer(key)
    settle(key, state)
  }

  async function send(key: Key, entry: ToggleEntry): Promise<void> {
    entry.isSending = true
    try {
      while (entry.isOn !== entry.settled.isOn) {
        const wish = entry.isOn
        const { isOn, count, earned } = await put(key, wish)
        entry.settled = { isOn, count }
        noteAnswer(key)
        if (entry.isOn === wish) show(key, entry, entry.settled)
        onAnswer(key, entry.settled)
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
    const entry = all.get(key)
    if (!entry || entry.isOn === isOn) return
    show(key, entry, { isOn, count: Math.max(0, entry.count + (isOn ? 1 : -1)) })
    if (!entry.isSending) await send(key, entry)
  }

  const isOn = (key: Key) => all.get(key)?.isOn === true

  function toggle(key: Key): Promise<void> {
    return set(key, !isOn(key))
  }

  function sending(): { key: Key; isOn: boolean }[] {
    const waiting = [...all].filter(([, { isSending }]) => isSending)
    return waiting.map(([key, { isOn }]) => ({ key, isOn }))
  }

  return { add, receive, load, set, toggle, isOn, sending }
}
export type TogglesStore<Key> = ReturnType<typeof createTogglesStore<Key>>
