import type { Platform } from '#worker/contracts/enumerations.ts'
import type { EventView } from '#worker/features/events/contract.ts'
import { accountKey, parseWatchUrl, platforms } from '#worker/contracts/platforms.ts'
import {
  channelAvatarPath,
  participantAvatarPath,
} from '#worker/features/media/generated-images/paths.ts'

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
  /** The name, profile and face of the channel's owner or of who plays there. */
  name: string | undefined
  streamerId: number | null | undefined
  face: { path: string; drawn: string } | undefined
}

/** The primary channel first. */
export function listWatchChannels(event: EventView): ListedWatchChannel[] {
  return event.watch_urls.map((url, index) => {
    const parsed = parseWatchUrl(url)
    const platform = parsed?.platform ?? event.platform
    const key = parsed && accountKey(parsed.account)
    const { channel } = event
    const drawn = channelAvatarPath(event)
    if (index === 0 && channel && drawn) {
      const { name, streamer_id: streamerId, avatar_path: path } = channel
      return { url, platform, name, streamerId, face: { path, drawn } }
    }
    const person = [...event.channel_owners, ...event.participants].find(
      (one) => one.platform === platform && one.account && accountKey(one.account) === key,
    )
    return {
      url,
      platform,
      name: person?.display_name,
      streamerId: person?.streamer_id,
      face: person && { path: person.avatar_path, drawn: participantAvatarPath(person) },
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
