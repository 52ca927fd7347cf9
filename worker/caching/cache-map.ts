import type { CacheTag, PublicChange } from './cache-tags.ts'

type Numbered = Extract<CacheTag, `${string}-${number}`>
/** `event-{id}` stands for the tag of the event that the route shows. */
type TagPattern = CacheTag | (Numbered extends `${infer Kind}-${number}` ? `${Kind}-{id}` : never)

export type CacheRule = {
  routes: string[]
  /** Maximum seconds at the edge; less where an event starts or ends sooner. */
  maxAge: number
  tags: TagPattern[]
  purgedBy: PublicChange['type'][]
}

/** Tests compare the worker's headers and its purges with this table. */
export const cacheRules: CacheRule[] = [
  {
    routes: ['/'],
    maxAge: 60,
    tags: ['events', 'groups', 'games', 'streamers', 'deals'],
    purgedBy: ['event', 'streamer', 'group', 'game', 'deal'],
  },
  {
    routes: ['/discover'],
    maxAge: 60,
    tags: ['events', 'groups', 'games', 'streamers', 'articles', 'deals'],
    purgedBy: ['event', 'streamer', 'group', 'game', 'article', 'deal'],
  },
  {
    routes: [
      '/events',
      '/calendar',
      '/articles/what-to-watch-this-week',
      '/api/v1/events',
      '/api/v1/events/count',
      '/api/v1/events/live',
      '/api/v1/events/most_hyped',
      '/feeds/events.ics',
      '/feeds/events.rss',
      '/feeds/events.atom',
      '/feeds/events.json',
    ],
    maxAge: 60,
    tags: ['events'],
    purgedBy: ['event', 'streamer', 'group', 'game'],
  },
  {
    routes: ['/events/{event}'],
    maxAge: 60,
    tags: ['events', 'event-{id}', 'deals'],
    purgedBy: ['event', 'streamer', 'group', 'game', 'deal'],
  },
  {
    routes: ['/api/v1/events/{event}'],
    maxAge: 60,
    tags: ['events', 'event-{id}'],
    purgedBy: ['event', 'streamer', 'group', 'game'],
  },
  {
    // The links to channels may be outdated for that long after a channel is renamed.
    routes: ['/feeds/events/{event}.ics'],
    maxAge: 60,
    tags: ['event-{id}'],
    purgedBy: ['event'],
  },
  {
    routes: ['/events/groups', '/api/v1/groups'],
    maxAge: 60,
    tags: ['groups'],
    purgedBy: ['event', 'group'],
  },
  {
    routes: ['/events/groups/{group}', '/api/v1/groups/{group}'],
    maxAge: 60,
    tags: ['events', 'group-{id}'],
    purgedBy: ['event', 'streamer', 'group', 'game'],
  },
  {
    routes: ['/api/v1/groups/{group}/events'],
    maxAge: 60,
    tags: ['events', 'groups'],
    purgedBy: ['event', 'streamer', 'group', 'game'],
  },
  { routes: ['/games', '/api/v1/games'], maxAge: 60, tags: ['games'], purgedBy: ['event', 'game'] },
  {
    routes: ['/games/{game}'],
    maxAge: 60,
    tags: ['events', 'game-{id}'],
    purgedBy: ['event', 'streamer', 'group', 'game'],
  },
  {
    routes: ['/api/v1/games/{game}'],
    maxAge: 60,
    tags: ['games', 'game-{id}'],
    purgedBy: ['event', 'game'],
  },
  {
    routes: ['/streamers', '/api/v1/streamers'],
    maxAge: 60,
    tags: ['streamers'],
    purgedBy: ['event', 'streamer'],
  },
  {
    routes: ['/streamers/{streamer}'],
    maxAge: 60,
    tags: ['events', 'streamer-{id}'],
    purgedBy: ['event', 'streamer', 'group', 'game'],
  },
  {
    routes: ['/api/v1/streamers/{streamer}/events'],
    maxAge: 60,
    tags: ['events', 'streamers'],
    purgedBy: ['event', 'streamer', 'group', 'game'],
  },
  {
    routes: ['/search?q=a', '/api/v1/search?q=a'],
    maxAge: 60,
    tags: ['events', 'groups', 'games', 'streamers'],
    purgedBy: ['event', 'streamer', 'group', 'game'],
  },
  {
    routes: [
      '/articles',
      '/api/v1/articles',
      '/feeds/articles.rss',
      '/feeds/articles.atom',
      '/feeds/articles.json',
    ],
    maxAge: 60,
    tags: ['articles'],
    purgedBy: ['article'],
  },
  {
    routes: ['/articles/{article}', '/api/v1/articles/{article}'],
    maxAge: 60,
    tags: ['article-{id}'],
    purgedBy: ['article'],
  },
  {
    // The percentages may be outdated for that long.
    routes: ['/api/v1/achievements'],
    maxAge: 60,
    tags: ['achievements'],
    purgedBy: [],
  },
  {
    routes: ['/api/v1/leaderboard'],
    maxAge: 60,
    tags: ['leaderboard'],
    purgedBy: ['leaderboard'],
  },
  {
    routes: [
      '/articles/zevent-2025-guide',
      '/download-ios',
      '/data-deletion-request',
      '/faq',
      '/privacy-policy',
      '/terms-and-conditions',
      '/unauthorized',
      '/offline',
      '/sitemap.xml',
      '/robots.txt',
    ],
    maxAge: 60,
    tags: ['pages'],
    purgedBy: [],
  },
  {
    routes: ['/media/cards/events/{id}/en.png'],
    maxAge: 600,
    tags: ['event-{id}'],
    purgedBy: ['event'],
  },
]
