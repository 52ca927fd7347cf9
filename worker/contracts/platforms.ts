import type { Platform } from '#worker/contracts/enumerations.ts'

type PlatformDefinition = {
  name: string
  watchUrl: (account: string) => string
  /** Embedded player on a page of `host`; undefined where the account name is not sufficient. */
  playerUrl: (account: string, host: string) => string | undefined
}

export const platforms: Record<Platform, PlatformDefinition> = {
  twitch: {
    name: 'Twitch',
    watchUrl: (account) => `https://www.twitch.tv/${encodeURIComponent(account)}`,
    playerUrl: (account, host) =>
      `https://player.twitch.tv/?${new URLSearchParams({ channel: account, parent: host })}`,
  },
  youtube: {
    name: 'YouTube',
    watchUrl: (account) => `https://www.youtube.com/@${encodeURIComponent(account)}`,
    // A live stream is embedded by channel id, which a handle does not contain.
    playerUrl: (account) =>
      /^UC[\w-]{22}$/.test(account)
        ? `https://www.youtube-nocookie.com/embed/live_stream?channel=${account}`
        : undefined,
  },
}

export function accountKey(name: string): string {
  return name.replace(/^@/, '').toLowerCase()
}

export function parseWatchUrl(url: string): { platform: Platform; account: string } | undefined {
  const platform = (Object.keys(platforms) as Platform[]).find((name) =>
    url.startsWith(platforms[name].watchUrl('')),
  )
  if (!platform) return undefined
  const account = decodeURIComponent(url.slice(platforms[platform].watchUrl('').length))
  return { platform, account }
}
