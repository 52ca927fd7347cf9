type PlatformDefinition = {
  name: string
  /** Text on light and on dark grounds, and the mark on social cards. */
  colors: { light: string; dark: string; card: string }
  /** A path in a box of 24 by 24, filled by the even-odd rule. */
  icon: string
  /** Hosts of its addresses, without `www.`; channels have theirs at the first. */
  hosts: readonly [string, ...string[]]
  /** The account in a channel's address, by the decoded first part of its path. */
  parseLink: (segment: string) => string | undefined
  accountPattern: RegExp
  watchUrl: (account: string) => string
  /** Embedded player on a page of `host`; undefined where the account name is not sufficient. */
  playerUrl: (account: string, host: string) => string | undefined
  playerOrigin: string
}

const twitchPages = /^(?:directory|videos|settings|search|downloads|p|jobs|turbo|store|wallet)$/i

const definitions = {
  twitch: {
    name: 'Twitch',
    colors: { light: '#6a33d3', dark: '#b28aff', card: '#a970ff' },
    icon: 'M5.5 2.5h16V14l-5 5h-4L9 22.5V19H3.5V6.5zM10 7v6h2V7zM15 7v6h2V7z',
    hosts: ['twitch.tv'],
    parseLink: (segment) =>
      /^\w{3,30}$/.test(segment) && !twitchPages.test(segment) ? segment : undefined,
    accountPattern: /^[A-Za-z0-9]\w{2,24}$/,
    watchUrl: (account) => `https://www.twitch.tv/${encodeURIComponent(account)}`,
    playerUrl: (account, host) =>
      `https://player.twitch.tv/?${new URLSearchParams({ channel: account, parent: host })}`,
    playerOrigin: 'https://player.twitch.tv',
  },
  youtube: {
    name: 'YouTube',
    colors: { light: '#b8161c', dark: '#ff7070', card: '#ff4e45' },
    icon: 'M5 4.5h14a3 3 0 0 1 3 3v9a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3v-9a3 3 0 0 1 3-3zM10 8.5v7l6-3.5z',
    hosts: ['youtube.com', 'youtu.be'],
    // A video or a channel id does not contain the handle.
    parseLink: (segment) => /^@([\p{L}\p{N}._-]{1,60})$/u.exec(segment)?.[1],
    accountPattern: /^[A-Za-z0-9._-]{3,30}$/,
    watchUrl: (account) => `https://www.youtube.com/@${encodeURIComponent(account)}`,
    // A live stream is embedded by channel id, which a handle does not contain.
    playerUrl: (account) =>
      /^UC[\w-]{22}$/.test(account)
        ? `https://www.youtube-nocookie.com/embed/live_stream?channel=${account}`
        : undefined,
    playerOrigin: 'https://www.youtube-nocookie.com',
  },
} satisfies Record<string, PlatformDefinition>

export type Platform = keyof typeof definitions
export const platforms: Record<Platform, PlatformDefinition> = definitions
export const platformIds = Object.keys(platforms) as [Platform, ...Platform[]]

export const featurePlatforms = {
  follows: 'twitch',
  schedules: 'twitch',
  gamePictures: 'twitch',
  recordings: 'twitch',
  videos: 'youtube',
  urlNames: 'youtube',
} as const satisfies Record<string, Platform>

export function accountKey(name: string): string {
  return name.replace(/^@/, '').toLowerCase()
}

export function parseWatchUrl(url: string): { platform: Platform; account: string } | undefined {
  const platform = platformIds.find((name) => url.startsWith(platforms[name].watchUrl('')))
  if (!platform) return undefined
  const account = decodeURIComponent(url.slice(platforms[platform].watchUrl('').length))
  return { platform, account }
}
