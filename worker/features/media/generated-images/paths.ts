import {
  channelPictureKey,
  groupSubject,
  posterSubject,
  hashSubject,
} from '#worker/contracts/channel-hue.ts'
import type { Category, Platform } from '#worker/contracts/enumerations.ts'
import { mediaUrl } from '#worker/contracts/media-url.ts'
import { createMemo } from '#worker/contracts/memo.ts'
import { initials } from './initials.ts'

/** In each path, like all that the picture is drawn from: browsers keep pictures for good. */
export const designVersion = 3

export function gamePicturePath(id: number, name: string): string {
  return emblemPath('games', `game/${id}`, name)
}

export function groupPicturePath(group: {
  slug: string
  name: string
  category: Category | null
}): string {
  return posterPath(groupSubject(group.slug), group.name, group.category)
}

export function memberAvatarPath(id: number, username: string): string {
  return avatarPath(`member/${id}`, username)
}

export function avatarPath(subject: string, name: string): string {
  return emblemPath('avatars', subject, name)
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
  return avatarPath(personPictureKey(id, display_name, account), display_name)
}

type ParticipantPictureSource = ChannelAccount & {
  streamer_id: number | null
  display_name: string
}

export function participantAvatarPath(person: ParticipantPictureSource): string {
  const { streamer_id: id, display_name: name } = person
  return avatarPath(personPictureKey(id, name, person), name)
}

type PosterEvent = {
  id: number
  name: string
  category: Category
  platform: Platform
  streaming_account_name: string | null
  channel: { name: string } | null
  group: { slug: string; name: string } | null
}

/** An event’s poster is its group’s, or without a group its channel’s. */
export function eventPosterPath(event: PosterEvent): string {
  const { name, category, streaming_account_name: account, channel, group } = event
  const subjectName = group?.name ?? channel?.name ?? account ?? name
  return posterPath(posterSubject(event), subjectName, category)
}

function posterPath(subject: string, name: string, category: Category | null): string {
  return emblemPath(category ? `posters/${category}` : 'posters/none', subject, name)
}

/** Computing them anew took 4 % of the worker's time for the home page. */
const seeds = createMemo<string>(5_000)
const letters = createMemo<string>(5_000)

function emblemPath(folder: string, subject: string, name: string): string {
  const seed = seeds(subject, () => hashSubject(subject).toString(36))
  const drawn = letters(name, () => encodeURIComponent(initials(name).toWellFormed()))
  return `drawn/${designVersion}/${folder}/${seed}-${drawn}.svg`
}

export function categoryScenePath(category: Category, variant: number): string {
  return `drawn/events/${category}-${variant}.svg`
}

export function articlePicturePath(id: number): string {
  return `drawn/articles/${id}.svg`
}

export function achievementPictureUrl(identifier: string): string {
  return mediaUrl(`drawn/achievements/${identifier}.svg`)
}

export function gameThumbnail(
  id: number,
  name: string,
  own: string | null,
): { thumbnail_path: string; thumbnail_url: string } {
  const path = own ?? gamePicturePath(id, name)
  return { thumbnail_path: path, thumbnail_url: mediaUrl(path) }
}
