import type { CachePolicy } from './cache-policy.ts'
import type { CacheTag } from './cache-tags.ts'

type NumberedTag = Extract<CacheTag, `${string}-${number}`>
/** `event-{id}` stands for the tag of the event that the route shows. */
type TagPattern =
  CacheTag | (NumberedTag extends `${infer Kind}-${number}` ? `${Kind}-{id}` : never)

/** Everything that the edge may keep, with its tags: a page or call without an entry is private. */
export const cacheMap = {
  '/': ['events', 'groups', 'games', 'streamers', 'deals'],
  '/discover': ['events', 'groups', 'games', 'streamers', 'articles', 'deals'],
  '/events': ['events'],
  '/calendar': ['events'],
  '/events/{event}': ['events', 'event-{id}', 'deals'],
  '/events/groups': ['groups', 'events'],
  '/events/groups/{group}': ['events', 'groups', 'group-{id}'],
  '/games': ['games'],
  '/games/{game}': ['events', 'games', 'streamers', 'game-{id}'],
  '/streamers': ['streamers'],
  '/streamers/{streamer}': ['events', 'streamers', 'streamer-{id}'],
  '/search': ['events', 'groups', 'games', 'streamers'],
  '/articles': ['articles'],
  '/articles/{article}': ['articles', 'article-{id}'],
  '/articles/what-to-watch-this-week': ['events', 'articles'],
  '/status': ['status'],

  // Written when the site is built; scripts/static-headers.ts sets their headers.
  '/articles/zevent-2025-guide': ['pages'],
  '/download-ios': ['pages'],
  '/data-deletion-request': ['pages'],
  '/faq': ['pages'],
  '/privacy-policy': ['pages'],
  '/privacy-policy/{version}': ['pages'],
  '/terms-and-conditions': ['pages'],
  '/terms-and-conditions/{version}': ['pages'],
  '/legal-notice': ['pages'],
  '/accessibility': ['pages'],
  '/unauthorized': ['pages'],
  '/offline': ['pages'],
  '/sitemap.xml': ['pages'],
  '/sitemap-{section}.xml': ['pages'],
  '/robots.txt': ['pages'],

  '/api/v1/events': ['events'],
  '/api/v1/events/count': ['events'],
  '/api/v1/events/live': ['events'],
  '/api/v1/events/most_hyped': ['events'],
  '/api/v1/events/similar': ['events'],
  '/api/v1/events/:event': ['events', 'event-{id}'],
  '/api/v1/groups': ['groups', 'events'],
  '/api/v1/groups/:slug': ['groups', 'events', 'group-{id}'],
  '/api/v1/groups/:slug/events': ['events', 'groups'],
  '/api/v1/games': ['games'],
  '/api/v1/games/:game': ['games', 'game-{id}'],
  '/api/v1/games/:game/top_streamers': ['games', 'streamers'],
  '/api/v1/games/:game/recommended': ['games'],
  '/api/v1/streamers': ['streamers'],
  '/api/v1/streamers/featured': ['streamers'],
  '/api/v1/streamers/emerging': ['streamers'],
  '/api/v1/streamers/:id': ['streamers', 'streamer-{id}'],
  '/api/v1/streamers/:id/events': ['events', 'streamers'],
  '/api/v1/streamers/:id/recommended': ['streamers'],
  '/api/v1/streamers/:id/discovery': ['streamers'],
  '/api/v1/search': ['events', 'groups', 'games', 'streamers'],
  '/api/v1/articles': ['articles'],
  '/api/v1/articles/:slug': ['articles', 'article-{id}'],
  // The percentages may be outdated for as long as they are kept.
  '/api/v1/achievements': ['achievements'],
  '/api/v1/leaderboard': ['leaderboard'],
  '/api/v1/status': ['status'],

  '/feeds/events.ics': ['events'],
  '/feeds/events.rss': ['events'],
  '/feeds/events.atom': ['events'],
  '/feeds/events.json': ['events'],
  // The links to channels may be outdated for that long after a channel is renamed.
  '/feeds/events/{event}.ics': ['event-{id}'],
  '/feeds/articles.rss': ['articles'],
  '/feeds/articles.atom': ['articles'],
  '/feeds/articles.json': ['articles'],
  '/media/cards/events/{id}/{locale}.png': ['event-{id}'],
} as const satisfies Record<string, readonly TagPattern[]>

export type CachedRoute = keyof typeof cacheMap
type RouteTag<Route extends CachedRoute> = (typeof cacheMap)[Route][number]

/** Seconds at the edge, by default 60; less where an event starts or ends sooner. */
type MaxAgeOption = { maxAge?: number }
export type CachePolicyArguments<Route extends CachedRoute> =
  Extract<RouteTag<Route>, `${string}-{id}`> extends never
    ? [cached?: MaxAgeOption]
    : [cached: MaxAgeOption & { id: number }]

export function resolveCachePolicy<Route extends CachedRoute>(
  route: Route,
  ...[cached]: CachePolicyArguments<Route>
): CachePolicy {
  return buildCachePolicy(cacheMap[route], cached ?? {})
}

export function findApiCachePolicy(
  path: string,
): ((answer: object, maxAge?: number) => CachePolicy) | undefined {
  const tags = new Map<string, readonly TagPattern[]>(Object.entries(cacheMap)).get(
    `/api/v1${path}`,
  )
  return tags && ((answer, maxAge = 60) => buildCachePolicy(tags, { ...answer, maxAge }))
}

function buildCachePolicy(
  tags: readonly TagPattern[],
  { id, maxAge = 60 }: MaxAgeOption & { id?: number },
): CachePolicy {
  return { maxAge, tags: tags.map((tag) => tag.replace('{id}', String(id)) as CacheTag) }
}
