export type CacheTag =
  | 'events'
  | 'groups'
  | 'games'
  | 'streamers'
  | 'articles'
  | 'deals'
  | 'pages'
  | 'achievements'
  | 'leaderboard'
  | 'status'
  | `event-${number}`
  | `group-${number}`
  | `game-${number}`
  | `streamer-${number}`
  | `article-${number}`
  | `media-${string}`

/** Hypes and follows are missing on purpose: their counts may lag. */
export type PublicChange =
  | { type: 'event' | 'streamer' | 'game' | 'group' | 'article' | 'deal'; id: number }
  | { type: 'leaderboard' | 'status' }
type IdentifiedChange = Extract<PublicChange, { id: number }>

export const eventListTags: readonly CacheTag[] = ['events', 'groups', 'games', 'streamers']

const stale: Record<IdentifiedChange['type'], (id: number) => CacheTag[]> = {
  event: (id) => [`event-${id}`, ...eventListTags],
  streamer: (id) => ['streamers', `streamer-${id}`, 'events'],
  game: (id) => ['games', `game-${id}`, 'events'],
  group: (id) => ['groups', `group-${id}`, 'events'],
  article: (id) => ['articles', `article-${id}`],
  deal: () => ['deals'],
}

export function listInvalidatedTags(change: PublicChange): CacheTag[] {
  return 'id' in change ? stale[change.type](change.id) : [change.type]
}

export function findMediaTag(key: string): CacheTag | undefined {
  const name = /^(?:avatars|uploads|platforms)\/([\w-]+)\./.exec(key)?.[1]
  return name === undefined ? undefined : `media-${name}`
}
