import type { Platform } from '#worker/contracts/enumerations.ts'

type Channel = { platform: Platform; account: string }

const hosts: Record<string, Platform> = {
  'twitch.tv': 'twitch',
  'm.twitch.tv': 'twitch',
  'youtube.com': 'youtube',
  'm.youtube.com': 'youtube',
}

/** First segments of Twitch addresses that name no channel. */
const twitchPages = /^(?:directory|videos|settings|search|downloads|p|jobs|turbo|store|wallet)$/i

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** As addresses are typed: often without their beginning. */
export function withScheme(text: string): string {
  const address = text.trim()
  return /^[a-z]+:\/\//i.test(address) ? address : `https://${address}`
}

/** `twitch.tv/zerator`, `https://www.youtube.com/@arte/live`: the channel a pasted address names. */
export function channelFromLink(text: string): Channel | undefined {
  const address = withScheme(text)
  if (!URL.canParse(address)) return undefined
  const { hostname, pathname } = new URL(address)
  const platform = hosts[hostname.replace(/^www\./, '')]
  const [first = ''] = pathname.split('/').filter(Boolean)
  const account = decoded(first)
  if (platform === 'twitch' && /^\w{3,30}$/.test(account) && !twitchPages.test(account)) {
    return { platform, account }
  }
  // A video or a channel id does not say the handle.
  if (platform === 'youtube' && /^@[\p{L}\p{N}._-]{1,60}$/u.test(account)) {
    return { platform, account: account.slice(1) }
  }
  return undefined
}

/** Whether the text is meant as an address rather than as a channel's name. */
export function looksLikeLink(text: string): boolean {
  return /:\/\/|^www\.|\.(?:tv|com|be)\b/i.test(text.trim())
}
