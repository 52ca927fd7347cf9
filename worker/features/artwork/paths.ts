import type { Category } from '#worker/contract.ts'
import { initials } from './initials.ts'

/** Where the drawn picture of an entity without one is served, below `/media/`. */

export function posterPath(id: number, category: Category): string {
  return `drawn/events/${category}-${id}.svg`
}

export function avatarPath(id: number, name: string): string {
  return `drawn/avatars/${id}-${encodeURIComponent(initials(name))}.svg`
}

export function gamePath(id: number, name: string): string {
  return `drawn/games/${id}-${encodeURIComponent(initials(name))}.svg`
}

export function groupPath(id: number, name: string): string {
  return `drawn/groups/${id}-${encodeURIComponent(initials(name))}.svg`
}

export function articlePath(id: number): string {
  return `drawn/articles/${id}.svg`
}
