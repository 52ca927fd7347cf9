import type { Category } from '#worker/contracts/enumerations.ts'
import { mediaUrl } from '#worker/contracts/media-url.ts'
import { initials } from './initials.ts'

/** The path of an entity's generated picture, below the media base. */

export function posterPath(id: number, category: Category): string {
  return `drawn/events/${category}-${id}.svg`
}

export function avatarPath(id: number, name: string): string {
  return `drawn/avatars/${id}-${encodeURIComponent(initials(name))}.svg`
}

export function gamePicturePath(id: number, name: string): string {
  return `drawn/games/${id}-${encodeURIComponent(initials(name))}.svg`
}

export function groupPicturePath(id: number, name: string): string {
  return `drawn/groups/${id}-${encodeURIComponent(initials(name))}.svg`
}

export function articlePicturePath(id: number): string {
  return `drawn/articles/${id}.svg`
}

/** The address of an achievement’s emblem, which is always drawn. */
export function achievementPictureUrl(identifier: string): string {
  return mediaUrl(`drawn/achievements/${identifier}.svg`)
}

/** A game’s picture in its views: its own or the generated one. */
export function gameThumbnail(
  id: number,
  name: string,
  own: string | null,
): { thumbnail_path: string; thumbnail_url: string } {
  const path = own ?? gamePicturePath(id, name)
  return { thumbnail_path: path, thumbnail_url: mediaUrl(path) }
}
