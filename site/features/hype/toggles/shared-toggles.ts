import { readCookie } from '#site/lib/api.ts'
import { storageOf } from '#site/lib/storage.ts'
import { createToggleCache } from './toggle-cache.ts'
import type { Toggles, ToggleState } from './toggles.store.ts'

/** What ties a page's toggles to those of the other pages of this browser. */
export function shareToggles<Key extends string | number>(name: string) {
  const cache = createToggleCache<Key>(name, storageOf('localStorage'))
  const isMember = () => Boolean(readCookie('access_token'))

  /** Another tab was answered; or Back brings a page as it was left. */
  function keepCurrent(toggles: Toggles<Key>): void {
    addEventListener('storage', ({ key }) => {
      if (key === cache.key && isMember()) cache.sync(toggles.receive)
    })
    addEventListener('pageshow', ({ persisted }) => {
      if (!persisted || !isMember()) return
      cache.sync(toggles.receive)
      toggles.load().catch(() => undefined)
    })
  }

  return {
    recall: (key: Key) => (isMember() ? cache.recall(key) : undefined),
    onAnswer(key: Key, state: ToggleState) {
      cache.tell(key, state)
      dispatchEvent(new Event(`answered ${name}`))
    },
    keepCurrent,
  }
}
