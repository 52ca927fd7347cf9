import { api, readAccessToken } from '#site/lib/api.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { firstWeekday } from '#worker/locale/first-weekday.ts'
import { addDays, listMonthGridDays } from './month.ts'

export function isSignedIn(): boolean {
  return readAccessToken() !== undefined
}

const requests = new Map<string, Promise<ReadonlySet<string>>>()

/** Asked for once while the page is open. */
export function fetchFollowedSlugs(month: string): Promise<ReadonlySet<string>> {
  const request = requests.get(month) ?? requestFollowedSlugs(month)
  requests.set(month, request)
  request.catch(() => requests.delete(month))
  return request
}

async function requestFollowedSlugs(month: string): Promise<ReadonlySet<string>> {
  const days = listMonthGridDays(month, firstWeekday(document.documentElement.lang as Locale))
  const query = {
    from: `${addDays(days[0] ?? '', -1)}T00:00:00Z`,
    to: `${addDays(days.at(-1) ?? '', 2)}T00:00:00Z`,
  }
  const { items } = await api.get('users/me/followed_events', { query })
  return new Set(items.map(({ slug }) => slug))
}

/** Screens with a grid beside the list; the style sheet has the same width. */
export const wideScreenQuery = matchMedia('(min-width: 48rem)')
