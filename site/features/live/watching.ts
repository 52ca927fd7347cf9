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

export type ListedWatchChannel = {
  url: string
  platform: Platform
  /** Of the streamer who is known to have the channel. */
  name: string | undefined
  streamerId: number | null | undefined
  face: { path: string; drawn: string } | undefined
}

/** The primary channel first. */
export function listWatchChannels(event: EventView): ListedWatchChannel[] {
  return event.watch_urls.map((url, index) => {
    const parsed = parseWatchUrl(url)
    const platform = parsed?.platform ?? event.platform
    const account = accountKey(parsed?.account ?? '')
    const person = event.participants.find(
      (one) => one.platform === platform && one.account && accountKey(one.account) === account,
    )
    const isPrimary = index === 0 && event.channel !== null
    const owner = isPrimary ? event.channel : person
    return {
      url,
      platform,
      name: isPrimary ? event.channel?.name : person?.display_name,
      streamerId: owner?.streamer_id,
      face: owner && account ? { path: owner.avatar_path, drawn: channelAvatar() } : undefined,
    }
  })
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
