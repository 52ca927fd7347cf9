/** What the edge forgets copies by. `events` is on every list that shows events. */
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
  | `event-${number}`
  | `group-${number}`
  | `game-${number}`
  | `streamer-${number}`
  | `article-${number}`
  | `media-${string}`

/** A change that anyone may see. Hypes and follows are none: their counts may lag. */
export type PublicChange =
  | { type: 'event' | 'streamer' | 'game' | 'group' | 'article' | 'deal'; id: number }
  | { type: 'leaderboard' }
type Identified = Extract<PublicChange, { id: number }>

const stale: Record<Identified['type'], (id: number) => CacheTag[]> = {
  event: (id) => ['events', `event-${id}`, 'groups', 'games', 'streamers'],
  // Events say who takes part, what is played, and what they are part of.
  streamer: (id) => ['streamers', `streamer-${id}`, 'events'],
  game: (id) => ['games', `game-${id}`, 'events'],
  group: (id) => ['groups', `group-${id}`, 'events'],
  article: (id) => ['articles', `article-${id}`],
  deal: () => ['deals'],
}

/** What a change makes stale: every list that shows or counts it, and its own page. */
export function tagsInvalidatedBy(change: PublicChange): CacheTag[] {
  return change.type === 'leaderboard' ? ['leaderboard'] : stale[change.type](change.id)
}

/** The tag of a person's picture in the media bucket, by its random name; other objects have none. */
export function mediaTag(key: string): CacheTag | undefined {
  const name = /^(?:avatars|uploads)\/([\w-]+)\./.exec(key)?.[1]
  return name === undefined ? undefined : `media-${name}`
}
