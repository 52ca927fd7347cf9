import {
  channelAvatarPath,
  eventPosterPath,
  posterGroundPath,
} from '#worker/features/media/generated-images/paths.ts'
import type { EventRowFields } from '#worker/features/events/contract.ts'

type EventFace = { path: string; drawn: string; isChannel: boolean }

/** False for an event with a picture of its own, which has no name upon it at any size. */
export function isPosterDrawn({ thumbnail_path: path }: { thumbnail_path: string }): boolean {
  return path.startsWith('drawn/')
}

/** The ground of a drawn poster, whose name is markup; else the picture itself. */
export function titledPosterPath(event: EventRowFields): string {
  return isPosterDrawn(event) ? posterGroundPath(event) : event.thumbnail_path
}

export function pickEventFace(event: EventRowFields): EventFace {
  const { channel, thumbnail_path: thumbnail } = event
  const drawn = isPosterDrawn(event) ? channelAvatarPath(event) : undefined
  if (!channel || drawn === undefined) {
    return { path: thumbnail, drawn: eventPosterPath(event), isChannel: false }
  }
  return { path: channel.avatar_path, drawn, isChannel: true }
}
