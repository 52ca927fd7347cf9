import { parseYoutubeVideoId } from '#worker/contracts/video-links.ts'
import { platformIds, platforms, type Platform } from '#worker/contracts/platforms.ts'

type Channel = { platform: Platform; account: string }

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

export function addScheme(text: string): string {
  const address = text.trim()
  return /^[a-z]+:\/\//i.test(address) ? address : `https://${address}`
}

/** Reads `twitch.tv/zerator`, `https://www.youtube.com/@arte/live`. */
export function parseChannelLink(text: string): Channel | undefined {
  const address = addScheme(text)
  if (!URL.canParse(address)) return undefined
  const { hostname, pathname } = new URL(address)
  const host = hostname.replace(/^www\./, '').replace(/^m\./, '')
  const platform = platformIds.find((platformId) => platforms[platformId].hosts[0] === host)
  const [firstSegment = ''] = pathname.split('/').filter(Boolean)
  const account = platform && platforms[platform].parseLink(decodeSegment(firstSegment))
  return platform && account ? { platform, account } : undefined
}

/** Empty where it would not lead back to the channel. */
export function toChannelLink(platform: Platform | '', account: string): string {
  const link = platform && platforms[platform].watchUrl(account)
  return parseChannelLink(link) ? link : ''
}

export function looksLikeLink(text: string): boolean {
  return /:\/\/|^www\.|\.(?:tv|com|be)\b/i.test(text.trim())
}

/** The first link to a channel or video in a text, as one app shares it with another. */
export function findPlatformLink(text: string): string | undefined {
  return text
    .split(/\s+/)
    .find(
      (word) => /^https?:\/\//i.test(word) && (parseChannelLink(word) ?? parseYoutubeVideoId(word)),
    )
}
