import { searchPaths } from './scale-site.ts'
import type { Chance } from './chance.ts'

export type WriteKind = 'hype' | 'follow' | 'proposal' | 'approval'
export type Kind =
  'home' | 'list' | 'event' | 'event page' | 'streamer page' | 'calendar' | 'search' | WriteKind

/** Shares of a thousand requests. */
const shares: Record<Kind, number> = {
  home: 200,
  list: 200,
  event: 150,
  'event page': 170,
  'streamer page': 60,
  calendar: 40,
  search: 100,
  hype: 50,
  follow: 20,
  proposal: 6,
  approval: 4,
}
const kinds = Object.entries(shares) as [Kind, number][]

/** Subjects of the traffic. */
export type Subjects = {
  events: { id: number; slug: string }[]
  streamers: number[]
  members: { id: number; token: string }[]
  moderator: string
}

export function pickKind(chance: Chance): Kind {
  let left = chance.below(1_000)
  for (const [kind, share] of kinds) {
    if (left < share) return kind
    left -= share
  }
  return 'home'
}

/** By Zipf: the first of a list is asked for most, the tenth a tenth as often. */
export function pickPopular<Item>(chance: Chance, items: readonly Item[]): Item {
  const rank = Math.floor(items.length ** (chance.below(1_000_000) / 1_000_000))
  return items[Math.min(items.length, Math.max(1, rank)) - 1] as Item
}

const searches = searchPaths()
const lists = ['', '&language=fr', '&category=charity', '&sort=hype', '&platform=twitch']

export function readPath(
  kind: Exclude<Kind, WriteKind>,
  { events, streamers }: Subjects,
  chance: Chance,
): string {
  switch (kind) {
    case 'home':
      return pickPopular(chance, ['/', '/fr', '/es'])
    case 'list':
      return `/api/v1/events?limit=24${pickPopular(chance, lists)}`
    case 'event':
      return `/api/v1/events/${pickPopular(chance, events).slug}`
    case 'event page':
      return `/events/${pickPopular(chance, events).slug}`
    case 'streamer page':
      return `/streamers/${pickPopular(chance, streamers)}`
    case 'calendar':
      return pickPopular(chance, ['/calendar', '/fr/calendar', '/calendar?view=week'])
    case 'search':
      return pickPopular(chance, searches)
  }
}

/** Ledger of the members' answered actions, to be compared with what the database holds. */
export type Ledger = {
  /** `member:subject` of what is on. */
  hypes: Set<string>
  follows: Set<string>
  proposals: Set<number>
  approvals: Set<number>
}

/** Number of items that are only in one of the two: lost, or there without having been asked for. */
export function countDifference<Item>(items: ReadonlySet<Item>, other: ReadonlySet<Item>): number {
  const missingIn = (set: ReadonlySet<Item>) => (item: Item) => !set.has(item)
  return [...items].filter(missingIn(other)).length + [...other].filter(missingIn(items)).length
}
