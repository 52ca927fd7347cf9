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
  const { participants, game, group } = event
  const streamerIds = new Set(participants.map((person) => person.streamer_id))
  if (event.channel) streamerIds.delete(event.channel.streamer_id)
  const traits = [
    ...[...streamerIds].map((streamer) => streamer && `streamer-${streamer}`),
    game && `game-${game.id}`,
    group && `group-${group.id}`,
  ]
  return traits.filter(Boolean).join(' ')
}

/** Words of its row, by which `muting.ts` selects it. The channel’s owner stands before the channel. */
export function eventTraits(
  event: EventRowFields & { series?: SeriesSummary | undefined },
): string {
  const { category, language, platform, streaming_account_name: account, channel } = event
  const dates = [event, ...(event.series?.laterDates ?? [])]
  const traits = [
    category,
    language,
    channel?.streamer_id && `streamer-${channel.streamer_id}`,
    account && channelTrait({ platform, account: account.toWellFormed() }),
    isMarathon(event) && longEventTrait,
    joinFollowableTraits(event),
    ...dates.map(({ id }) => `event-${id}`),
  ]
  return traits.filter(Boolean).join(' ')
}
