import type { Platform } from '#worker/contracts/enumerations.ts'

type PlatformFacts = {
  name: string
  watchUrl: (account: string) => string
  /** The platform's own player on a page of `host`; undefined where the account's name is not enough. */
  playerUrl: (account: string, host: string) => string | undefined
}

/** All that differs between platforms; adding one is adding a row. */
export const platforms: Record<Platform, PlatformFacts> = {
  twitch: {
    name: 'Twitch',
    watchUrl: (account) => `https://www.twitch.tv/${encodeURIComponent(account)}`,
    playerUrl: (account, host) =>
      `https://player.twitch.tv/?${new URLSearchParams({ channel: account, parent: host })}`,
  },
  youtube: {
    name: 'YouTube',
    watchUrl: (account) => `https://www.youtube.com/@${encodeURIComponent(account)}`,
    // A channel's live stream is embedded by its id alone, which a handle does not tell.
    playerUrl: (account) =>
      /^UC[\w-]{22}$/.test(account)
        ? `https://www.youtube-nocookie.com/embed/live_stream?channel=${account}`
        : undefined,
  },
}

/** How two spellings of one account compare. */
export function accountKey(name: string): string {
  return name.replace(/^@/, '').toLowerCase()
}

/** The channel behind an address that `watchUrl` made. */
export function channelOf(url: string): { platform: Platform; account: string } | undefined {
  const platform = (Object.keys(platforms) as Platform[]).find((name) =>
    url.startsWith(platforms[name].watchUrl('')),
  )
  if (!platform) return undefined
  const account = decodeURIComponent(url.slice(platforms[platform].watchUrl('').length))
  return { platform, account }
}
