import announcementStyles from '#site/features/gamification/announcements/gamification.css?url'
import { withStyles } from '#site/lib/rendering/with-styles.ts'
import { readAccessToken } from '#site/lib/api.ts'
import { openStorage } from '#site/lib/storage.ts'
import { gamificationProgressKey } from '#site/lib/storage-keys.ts'
import { readAccountId } from './access-token.ts'
import { createGamificationStore, type GamificationStore } from './gamification.store.ts'
import { $areRewardsOn } from './rewards-choice.ts'
import { discardFromStart, startApi } from './start.ts'

export async function waitUntilVisible(): Promise<void> {
  while (document.visibilityState !== 'visible') {
    await new Promise((resolve) =>
      document.addEventListener('visibilitychange', resolve, { once: true }),
    )
  }
}

const isBrowser = !import.meta.env.SSR

function readAccount(): string | undefined {
  const token = isBrowser ? readAccessToken() : undefined
  return token && readAccountId(token)
}

const holds = new Set<Promise<unknown>>()

export function deferRewards(until: Promise<unknown>): void {
  holds.add(until)
  const release = () => holds.delete(until)
  until.then(release, release)
}

/** A reward shown in a background tab or behind a modal would go unseen for its five seconds. */
async function waitUntilNoticeable(): Promise<void> {
  do {
    await Promise.allSettled(holds)
    await waitUntilVisible()
  } while (holds.size > 0)
}

const store = createGamificationStore({
  api: startApi,
  account: readAccount,
  storage: openStorage('localStorage'),
  untilNoticed: waitUntilNoticeable,
  isOn: $areRewardsOn.get,
  async loadAnnouncements($gamification) {
    const part = import('#site/features/gamification/announcements/mount.ts')
    const { mountAnnouncements } = await withStyles(part, announcementStyles)
    return mountAnnouncements($gamification)
  },
})

export const gamification: GamificationStore = {
  ...store,
  apply(earned) {
    discardFromStart('achievements/me/stats', 'achievements/new')
    return store.apply(earned)
  },
}

/** Level and achievements may be new: what fails shows in the bell all the same. */
export async function refreshGamificationProgress(): Promise<void> {
  await gamification.loadStats().catch(() => undefined)
  await gamification.announce().catch(() => undefined)
}

export function syncProgressFromOtherTabs(): void {
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== gamificationProgressKey || !newValue || !gamification.recall()) return
    // A tab in the background asks when it is looked at next.
    if (document.visibilityState === 'visible') gamification.announce().catch(() => undefined)
  })
}
