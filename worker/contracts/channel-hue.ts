import type { Platform } from './enumerations.ts'
import { accountKey } from './platforms.ts'

/** Degrees; few enough for a CSS class each, as the page's policy refuses `style` attributes. */
export const channelHues = [
  0, 15, 30, 46, 70, 100, 136, 158, 174, 188, 202, 216, 231, 247, 263, 280, 297, 314, 330, 345,
] as const
export type ChannelHue = (typeof channelHues)[number]

export type Channel = { platform: Platform; account: string }

export type ChannelEvent = {
  id: number
  platform: Platform
  streaming_account_name: string | null
  group: { slug: string } | null
}

export function eventSubject(event: ChannelEvent): string {
  const { id, platform, streaming_account_name: account, group } = event
  if (account) return channelPictureKey({ platform, account })
  return group ? groupSubject(group.slug) : `event/${id}`
}

export function channelPictureKey({ platform, account }: Channel): string {
  return `${platform}/${accountKey(account)}`
}

export function groupSubject(slug: string): string {
  return `group/${slug}`
}

/** Any number spreads names evenly; with this one, neighbours in the demo differ the most. */
const firstHash = 4846

export function hashSubject(subject: string): number {
  let hash = firstHash
  for (const letter of subject) {
    hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

export function pickHue(seed: number): ChannelHue {
  return channelHues[seed % channelHues.length] ?? channelHues[0]
}

export function pickChannelHue(event: ChannelEvent): ChannelHue {
  return pickHue(hashSubject(eventSubject(event)))
}

/** The class of channel-hue.css that sets `--channel-hue`. */
export function channelHueClass(event: ChannelEvent): `hue-${ChannelHue}` {
  return `hue-${pickChannelHue(event)}`
}
