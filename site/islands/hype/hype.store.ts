import type { Api } from '#site/lib/api.ts'
import type { HypeView, RelationsView } from '#worker/features/hype/contract.ts'
import type { Gamification } from '#worker/features/progress/contract.ts'

export type HypeState = { isHyped: boolean; count: number }

type Surroundings = {
  api: Pick<Api, 'get' | 'put'>
  onChange: (id: number, state: HypeState) => void
  onFailure: (error: unknown) => void
  onEarned: (earned: Gamification) => void
}

type Entry = HypeState & {
  /** What the server last said, to go back to when it refuses. */
  settled: HypeState
  isSending: boolean
}

/** The page's hypes: shown at once, sent one at a time for each event, the last wish wins. */
export function createHypes({ api, onChange, onFailure, onEarned }: Surroundings) {
  const entries = new Map<number, Entry>()
  let mine: readonly number[] = []

  /** An event that the page shows, with the count it came with. */
  function add(id: number, count: number): void {
    if (entries.has(id)) return
    const state = { isHyped: false, count }
    entries.set(id, { ...state, settled: state, isSending: false })
    if (mine.includes(id)) markMine(id)
  }

  function show(id: number, entry: Entry, state: HypeState): void {
    entry.isHyped = state.isHyped
    entry.count = state.count
    onChange(id, state)
  }

  function settle(id: number, entry: Entry, state: HypeState): void {
    entry.settled = state
    show(id, entry, state)
  }

  /** The person's own hype may be newer than the count of a cached page. */
  function markMine(id: number): void {
    const entry = entries.get(id)
    if (entry && !entry.isSending) {
      settle(id, entry, { isHyped: true, count: Math.max(1, entry.count) })
    }
  }

  /** Marks what this person has hyped already. */
  async function load(): Promise<void> {
    mine = (await api.get<RelationsView>('users/me/relations')).hyped_events
    for (const id of mine) markMine(id)
  }

  async function send(id: number, entry: Entry): Promise<void> {
    entry.isSending = true
    try {
      while (entry.isHyped !== entry.settled.isHyped) {
        const wish = entry.isHyped
        const answer = await api.put<HypeView>(`events/${id}/toggle_hype`, { hyped: wish })
        entry.settled = { isHyped: answer.hyped, count: answer.hype_count }
        if (entry.isHyped === wish) show(id, entry, entry.settled)
        onEarned(answer.gamification_info.gamification)
      }
    } catch (error) {
      show(id, entry, entry.settled)
      onFailure(error)
    } finally {
      entry.isSending = false
    }
  }

  async function set(id: number, isHyped: boolean): Promise<void> {
    const entry = entries.get(id)
    if (!entry || entry.isHyped === isHyped) return
    show(id, entry, { isHyped, count: Math.max(0, entry.count + (isHyped ? 1 : -1)) })
    if (!entry.isSending) await send(id, entry)
  }

  function toggle(id: number): Promise<void> {
    return set(id, !entries.get(id)?.isHyped)
  }

  return { add, load, set, toggle }
}
