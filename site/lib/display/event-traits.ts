import { channelSubject, type Channel } from '#worker/contracts/channel-hue.ts'
import { isMarathon } from '#worker/contracts/folding.ts'
import type { ListedEvent } from '#worker/features/events/contract.ts'

export const longTrait = 'long'

/** Encoded, so that it is one word, in an attribute and in a selector. */
export function channelTrait(channel: Channel): string {
  return encodeURIComponent(channelSubject(channel))
}

/**
 * What an event can be muted by, and what keeps it from being muted once it is hyped or followed, as
 * words of one attribute of its row: the rules of `muting.ts` select rows by them.
 */
export function eventTraits(event: ListedEvent): string {
  const { id, category, language, platform, streaming_account_name: account } = event
  const { channel, participants, game, group, series } = event
  const people = new Set([channel, ...participants].map((person) => person?.streamer_id))
  const traits = [
    category,
    language,
    account && channelTrait({ platform, account }),
    isMarathon(event) && longTrait,
    `event-${id}`,
    ...(series?.laterDates ?? []).map((date) => `event-${date.id}`),
    ...[...people].map((streamer) => streamer && `streamer-${streamer}`),
    game && `game-${game.id}`,
    group && `group-${group.id}`,
  ]
  return traits.filter(Boolean).join(' ')
}
