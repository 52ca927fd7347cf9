import * as v from 'valibot'
import type { Platform } from '#worker/contracts/platforms.ts'
import type { Config } from '#worker/env.ts'

type PictureService = {
  hosts: readonly string[]
  fakeOrigin: (config: PictureConfig) => string | undefined
}
export type PictureConfig = Pick<Config, 'TWITCH_URL' | 'YOUTUBE_URL'>

export const pictureServices: Partial<Record<Platform, PictureService>> = {
  twitch: { hosts: ['static-cdn.jtvnw.net'], fakeOrigin: ({ TWITCH_URL }) => TWITCH_URL },
  youtube: {
    hosts: ['yt3.ggpht.com', 'yt3.googleusercontent.com', 'i.ytimg.com'],
    fakeOrigin: ({ YOUTUBE_URL }) => YOUTUBE_URL,
  },
}

export function isAllowedPictureUrl(platform: Platform, address: string): boolean {
  if (address.length > 1000 || !URL.canParse(address)) return false
  const { protocol, hostname, port, username, password } = new URL(address)
  const isPlain = protocol === 'https:' && port === '' && username === '' && password === ''
  return isPlain && (pictureServices[platform]?.hosts.includes(hostname) ?? false)
}

function keepAllowedPictureUrl(platform: Platform, address: string | undefined): string | null {
  return address !== undefined && isAllowedPictureUrl(platform, address) ? address : null
}

const twitchDefault = /\/user-default-pictures|\/404_|_404/

/** Rows and cards show it at 40 to 96 pixels. */
export function twitchAvatarUrl(address: string | undefined): string | null {
  if (address === undefined || twitchDefault.test(address)) return null
  return keepAllowedPictureUrl('twitch', address.replace(/-300x300(\.\w+)$/, '-150x150$1'))
}

export function twitchBoxArtUrl(address: string | undefined): string | null {
  if (address === undefined || twitchDefault.test(address)) return null
  const sized = address.replace('{width}', '285').replace('{height}', '380')
  return keepAllowedPictureUrl('twitch', sized)
}

type ThumbnailSize = 'default' | 'medium' | 'high' | 'standard' | 'maxres'

const Thumbnail = v.optional(v.object({ url: v.string() }))
export const YoutubeThumbnails = v.object({
  default: Thumbnail,
  medium: Thumbnail,
  high: Thumbnail,
  standard: Thumbnail,
  maxres: Thumbnail,
})
type YoutubeThumbnails = v.InferOutput<typeof YoutubeThumbnails>

export function youtubeThumbnailUrl(
  thumbnails: YoutubeThumbnails,
  preferred: readonly ThumbnailSize[],
): string | null {
  const size = preferred.find((preferredSize) => thumbnails[preferredSize] !== undefined)
  return keepAllowedPictureUrl('youtube', size && thumbnails[size]?.url)
}
