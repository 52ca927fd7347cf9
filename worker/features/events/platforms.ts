import type { Platform } from '#worker/contract.ts'

type PlatformFacts = {
  name: string
  watchUrl: (account: string) => string
}

/** All that differs between platforms; adding one is adding a row. */
export const platforms: Record<Platform, PlatformFacts> = {
  twitch: {
    name: 'Twitch',
    watchUrl: (account) => `https://www.twitch.tv/${encodeURIComponent(account)}`,
  },
  youtube: {
    name: 'YouTube',
    watchUrl: (account) => `https://www.youtube.com/@${encodeURIComponent(account)}`,
  },
}

/** How two spellings of one account compare. */
export function accountKey(name: string): string {
  return name.replace(/^@/, '').toLowerCase()
}
