import { channelTrait } from '#site/lib/display/event-traits.ts'
import type { Muted } from '#worker/features/accounts/display/contract.ts'

export type Channels = Muted['channels']

/** A streamer may have several, which go together. */
export function areMuted(channels: Channels, { channels: muted }: Muted): boolean {
  const traits = muted.map(channelTrait)
  return channels.length > 0 && channels.every((channel) => traits.includes(channelTrait(channel)))
}

export function toggleChannels(channels: Channels, muted: Muted): Muted {
  const traits = channels.map(channelTrait)
  const others = muted.channels.filter((channel) => !traits.includes(channelTrait(channel)))
  return { ...muted, channels: areMuted(channels, muted) ? others : [...others, ...channels] }
}
