import type { Platform } from '#worker/contracts/enumerations.ts'
import type { EventView } from '#worker/features/events/contract.ts'
import { parseWatchUrl, platforms } from '#worker/contracts/platforms.ts'

export type WatchChannel = { platform: Platform; account: string }
export type WatchOptions = {
  /** The channel whose player can stand in the page. */
  inPlace: WatchChannel | undefined
  /** The channel's own page: of that player, else of the primary channel. */
  url: string | undefined
  platform: Platform
}

/** The primary channel first. */
export function listWatchChannels(event: EventView): { url: string; platform: Platform }[] {
  return event.watch_urls.map((url) => ({
    url,
    platform: parseWatchUrl(url)?.platform ?? event.platform,
  }))
}

export function toWatchOptions(event: EventView): WatchOptions {
  const { platform, streaming_account_name: account } = event
  const primary = event.watch_urls[0]
  const isOn = event.phase === 'live' && event.cancelled_at === null
  if (!isOn || !primary) return { inPlace: undefined, url: undefined, platform }
  // The primary name as it was written: addresses have it in lower case.
  const primaryChannels = account === null ? [] : [{ url: primary, channel: { platform, account } }]
  const otherChannels = event.watch_urls.flatMap((url) => {
    const channel = parseWatchUrl(url)
    return channel ? [{ url, channel }] : []
  })
  const playable = [...primaryChannels, ...otherChannels].find(({ channel }) =>
    platforms[channel.platform].playerUrl(channel.account, ''),
  )
  if (!playable) return { inPlace: undefined, url: primary, platform }
  return { inPlace: playable.channel, url: playable.url, platform: playable.channel.platform }
}
