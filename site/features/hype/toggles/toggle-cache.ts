import { toggleCacheKey } from '#site/lib/storage-keys.ts'
import type { ToggleState } from './toggles.store.ts'

type ToggleStorage = Pick<Storage, 'getItem' | 'setItem'>
type CachedToggle<Key> = readonly [key: Key, isOn: boolean, count: number, at: number]

/** Longer than any page of the site is served from a cache. */
const keptMs = 5 * 60_000
const mostKept = 50

/** For the other pages of this browser: another tab, and a cached page that Back brings. */
export function createToggleCache<Key extends string | number>(name: string, place: ToggleStorage) {
  const key = toggleCacheKey(name)
  const answeredAt = new Map<Key, number>()

  function readAll(): CachedToggle<Key>[] {
    try {
      const kept = JSON.parse(place.getItem(key) ?? '[]') as CachedToggle<Key>[]
      return kept.filter(([, , , at]) => Math.abs(Date.now() - at) < keptMs)
    } catch {
      return []
    }
  }

  function tell(what: Key, { isOn, count }: ToggleState): void {
    const others = readAll().filter(([other]) => other !== what)
    const now = Date.now()
    const all = [...others, [what, isOn, count, now] as const]
    answeredAt.set(what, now)
    place.setItem(key, JSON.stringify(all.slice(-mostKept)))
  }

  function recall(what: Key): ToggleState | undefined {
    const entry = readAll().find(([other]) => other === what)
    if (!entry) return undefined
    const [, isOn, count, at] = entry
    answeredAt.set(what, at)
    return { isOn, count }
  }

  /** Entries that other pages wrote since; an answer of minutes ago is not news a second time. */
  function sync(receive: (what: Key, state: ToggleState) => void): void {
    for (const [what, isOn, count, at] of readAll()) {
      if (answeredAt.get(what) === at) continue
      answeredAt.set(what, at)
      receive(what, { isOn, count })
    }
  }

  return { key, tell, recall, sync }
}
