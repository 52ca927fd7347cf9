import { channelSubject, type Channel } from '#worker/contracts/channel-hue.ts'
import { isMarathon } from '#worker/contracts/folding.ts'
import type { EventSummary, RowEvent, SeriesSummary } from '#worker/features/events/contract.ts'

export const longTrait = 'long'

/** Encoded, so that it is one word, in an attribute and in a selector. */
export function channelTrait(channel: Channel): string {
  return encodeURIComponent(channelSubject(channel))
}

/** The word that keeps a hyped event from being muted. */
export function ownTrait(id: number): string {
  return `event-${id}`
}

type Kind = Pick<EventSummary, 'category' | 'language'>

/** By what an event can be muted: its kind, its channel, and whether it is long. */
export function mutableTraits(
  { category, language }: Kind,
  channel: Channel | undefined,
  isLong: boolean,
): string {
  const traits = [category, language, channel && channelTrait(channel), isLong && longTrait]
  return traits.filter(Boolean).join(' ')
}

/** Who and what of an event can be followed, which keeps it from being muted. */
export function followableTraits(event: RowEvent): string {
  const { channel, participants, game, group } = event
  const people = new Set([channel, ...participants].map((person) => person?.streamer_id))
  const traits = [
    ...[...people].map((streamer) => streamer && `streamer-${streamer}`),
    game && `game-${game.id}`,
    group && `group-${group.id}`,
  ]
  return traits.filter(Boolean).join(' ')
}

/**
 * What an event can be muted by, and what keeps it from being muted once it is hyped or followed, as
 * words of one attribute of its row: the rules of `muting.ts` select rows by them.
 */
export function eventTraits(event: RowEvent & { series?: SeriesSummary | undefined }): string {
  const { platform, streaming_account_name: account } = event
  const channel = account ? { platform, account: account.toWellFormed() } : undefined
  const dates = [event, ...(event.series?.laterDates ?? [])]
  const traits = [
    mutableTraits(event, channel, isMarathon(event)),
    followableTraits(event),
    ...dates.map(({ id }) => ownTrait(id)),
  ]
  return traits.filter(Boolean).join(' ')
}
