import { channelSubject } from '#worker/contracts/channel-hue.ts'
import { avatarPath, eventPosterPath } from '#worker/features/media/generated-images/paths.ts'
import type { EventSummary } from '#worker/features/events/contract.ts'

type EventFace = { path: string; drawn: string; isChannel: boolean }

/** The event’s own picture, or else its channel’s, or else the drawn poster. */
export function eventFace(event: EventSummary): EventFace {
  const { channel, platform, streaming_account_name: account, thumbnail_path: thumbnail } = event
  const isDrawn = thumbnail.startsWith('drawn/')
  if (!isDrawn || !channel || account === null) {
    return { path: thumbnail, drawn: eventPosterPath(event), isChannel: false }
  }
  const drawn = avatarPath(channelSubject({ platform, account }), channel.name)
  return { path: channel.avatar_path, drawn, isChannel: true }
}
