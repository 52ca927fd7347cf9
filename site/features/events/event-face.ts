import { channelPictureKey } from '#worker/contracts/channel-hue.ts'
import { avatarPath, eventPosterPath } from '#worker/features/media/generated-images/paths.ts'
import type { EventRowFields } from '#worker/features/events/contract.ts'

type EventFace = { path: string; drawn: string; isChannel: boolean }

export function pickEventFace(event: EventRowFields): EventFace {
  const { channel, thumbnail_path: thumbnail } = event
  const drawn = thumbnail.startsWith('drawn/') ? channelPicturePath(event) : undefined
  if (!channel || drawn === undefined) {
    return { path: thumbnail, drawn: eventPosterPath(event), isChannel: false }
  }
  return { path: channel.avatar_path, drawn, isChannel: true }
}

function channelPicturePath(event: EventRowFields): string | undefined {
  const { platform, streaming_account_name: account, channel } = event
  if (!channel || account === null) return undefined
  return avatarPath(channelPictureKey({ platform, account }), channel.name)
}
