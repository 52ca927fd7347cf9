/** What the edge forgets copies by. `events` is on every list that shows events. */
export type CacheTag =
  | 'events'
  | 'groups'
  | 'games'
  | 'streamers'
  | 'articles'
  | 'pages'
  | `event-${number}`
  | `group-${number}`
  | `game-${number}`
  | `streamer-${number}`
  | `article-${number}`

/** A change that anyone may see. Hypes and follows are none: their counts may lag. */
export type PublicChange = { type: 'event'; id: number }

/** What a change makes stale: every list that shows or counts events, and the event's own page. */
export function staleAfter({ id }: PublicChange): CacheTag[] {
  return ['events', `event-${id}`, 'groups', 'games', 'streamers']
}
