import { channelTrait } from '#site/lib/display/event-traits.ts'
import type { MutedContent } from '#worker/features/accounts/display/contract.ts'

export type ChannelRefs = MutedContent['channels']

/** A streamer may have several, which go together. */
export function areChannelsMuted(
  channels: ChannelRefs,
  { channels: muted }: MutedContent,
): boolean {
  const traits = muted.map(channelTrait)
  return channels.length > 0 && channels.every((channel) => traits.includes(channelTrait(channel)))
}

export function toggleMutedChannels(channels: ChannelRefs, muted: MutedContent): MutedContent {
  const traits = channels.map(channelTrait)
  const others = muted.channels.filter((channel) => !traits.includes(channelTrait(channel)))
  return {
    ...muted,
    channels: areChannelsMuted(channels, muted) ? others : [...others, ...channels],
  }
}
