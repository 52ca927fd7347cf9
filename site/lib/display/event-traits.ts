import { channelPictureKey, type Channel } from '#worker/contracts/channel-hue.ts'
import { isMarathon } from '#worker/contracts/folding.ts'
import type { EventRowFields, SeriesSummary } from '#worker/features/events/contract.ts'

export const longEventTrait = 'long'

/** Encoded, so that it is one word, in an attribute and in a selector. */
export function channelTrait(channel: Channel): string {
  return encodeURIComponent(channelPictureKey(channel))
}

/** Following any of these keeps an event from being muted. */
function joinFollowableTraits(event: EventRowFields): string {
  const { channel, participants, game, group } = event
  const streamerIds = new Set([channel, ...participants].map((person) => person?.streamer_id))
  const traits = [
    ...[...streamerIds].map((streamer) => streamer && `streamer-${streamer}`),
    game && `game-${game.id}`,
    group && `group-${group.id}`,
  ]
  return traits.filter(Boolean).join(' ')
}

/** Words of an attribute of the event's row, by which the rules of `muting.ts` select it. */
export function eventTraits(
  event: EventRowFields & { series?: SeriesSummary | undefined },
): string {
  const { category, language, platform, streaming_account_name: account } = event
  const dates = [event, ...(event.series?.laterDates ?? [])]
  const traits = [
    category,
    language,
    account && channelTrait({ platform, account: account.toWellFormed() }),
    isMarathon(event) && longEventTrait,
    joinFollowableTraits(event),
    ...dates.map(({ id }) => `event-${id}`),
  ]
  return traits.filter(Boolean).join(' ')
}
