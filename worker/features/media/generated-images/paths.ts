import {
  channelPictureKey,
  eventSubject,
  groupSubject,
  hashSubject,
  type ChannelEvent,
} from '#worker/contracts/channel-hue.ts'
import type { Platform } from '#worker/contracts/enumerations.ts'
import { mediaUrl } from '#worker/contracts/media-url.ts'
import { createMemo } from '#worker/contracts/memo.ts'

/** In each path, like all that the picture is drawn from: browsers keep pictures for good. */
export const designVersion = 4

export function gamePicturePath(id: number): string {
  return picturePath('games', `game/${id}`)
}

export function groupPicturePath({ slug }: { slug: string }): string {
  return picturePath('posters/group', groupSubject(slug))
}

export function memberAvatarPath(id: number): string {
  return avatarPath(`member/${id}`)
}

export function avatarPath(subject: string): string {
  return picturePath('avatars', subject)
}

type ChannelAccount = { platform: Platform | null; account: string | null }

/** A person is drawn as the first channel, or without one as the profile. */
export function personPictureKey(
  id: number | null,
  name: string,
  account?: ChannelAccount,
): string {
  if (account?.platform && account.account) {
    return channelPictureKey({ platform: account.platform, account: account.account })
  }
  return id === null ? `person/${name}` : `streamer/${id}`
}

type StreamerPictureSource = {
  id: number
  display_name: string
  accounts: readonly { platform: Platform; name: string }[]
}

export function streamerAvatarPath({
  id,
  display_name,
  accounts: [firstAccount],
}: StreamerPictureSource): string {
  const account = firstAccount && { platform: firstAccount.platform, account: firstAccount.name }
  return avatarPath(personPictureKey(id, display_name, account))
}

type ParticipantPictureSource = ChannelAccount & {
  streamer_id: number | null
  display_name: string
}

export function participantAvatarPath(person: ParticipantPictureSource): string {
  const { streamer_id: id, display_name: name } = person
  return avatarPath(personPictureKey(id, name, person))
}

export function channelAvatarPath(event: ChannelEvent): string | undefined {
  const { platform, streaming_account_name: account } = event
  return account ? avatarPath(channelPictureKey({ platform, account })) : undefined
}

/** Seed of a drawn face; undefined for another picture. */
export function readSeed(path: string): number | undefined {
  const written = /^drawn\/\d+\/avatars\/(\w+)\.svg$/.exec(path)?.[1]
  return written === undefined ? undefined : Number.parseInt(written, 36)
}

/** For small sizes: the face of its channel, or without one its group’s. */
export function eventPosterPath(event: ChannelEvent): string {
  const isOfGroup = !event.streaming_account_name && event.group
  return picturePath(isOfGroup ? 'posters/group' : 'posters/face', eventSubject(event))
}

/** The same without a face, for words to stand on. */
export function posterGroundPath(event: ChannelEvent): string {
  return picturePath('posters/plain', eventSubject(event))
}

/** For a page or category that is no event. */
export function plainPosterPath(subject: string): string {
  return picturePath('posters/plain', subject)
}

export function articlePicturePath(id: number): string {
  return `drawn/${designVersion}/articles/${id}.svg`
}

type PictureFolder = 'avatars' | 'games' | `posters/${'face' | 'group' | 'plain'}`

/** Computing them anew took 4 % of the worker's time for the home page. */
const seeds = createMemo<string>(5_000)

function picturePath(folder: PictureFolder, subject: string): string {
  const seed = seeds(subject, () => hashSubject(subject).toString(36))
  return `drawn/${designVersion}/${folder}/${seed}.svg`
}

export function achievementPictureUrl(identifier: string): string {
  return mediaUrl(`drawn/achievements/${identifier}.svg`)
}

export function gameThumbnail(
  id: number,
  own: string | null,
): { thumbnail_path: string; thumbnail_url: string } {
  const path = own ?? gamePicturePath(id)
  return { thumbnail_path: path, thumbnail_url: mediaUrl(path) }
}
