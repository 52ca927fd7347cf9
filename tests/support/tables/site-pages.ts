import { query, type TestBackend } from '#tests/support/factories/rows.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import type { SectionName } from '#worker/features/events/sitemaps/sections.ts'
import { unsubscribeToken } from '#worker/features/notifications/preferences/unsubscribe.ts'

type Exempt = { exempt: string }
type SitePage = {
  /** Addresses for axe, every language and the page without JavaScript; `{…}` is one of the demo set. */
  addresses: readonly string[] | Exempt
  isForMembers?: true
  /** Written when the site is built. */
  isPrerendered?: true
  /** The page itself, or the section that lists its addresses. */
  sitemap: 'static' | Exclude<SectionName, 'pages'> | Exempt
  /** Its route in the cache map. */
  cache: string | Exempt
}

const signedIn = {
  isForMembers: true,
  sitemap: { exempt: 'guarded' },
  cache: { exempt: 'private' },
} as const
const signingIn = {
  sitemap: { exempt: 'part of signing in' },
  cache: { exempt: 'private' },
} as const

function staticPage(path: string) {
  return { addresses: [path], sitemap: 'static', cache: path } as const
}

function memberPage(path: string) {
  return { addresses: [path], ...signedIn } as const
}

/** Every file of `site/pages/[...locale]`. */
export const sitePages: Record<string, SitePage> = {
  'index.astro': staticPage('/'),
  'discover.astro': staticPage('/discover'),
  'events/index.astro': staticPage('/events'),
  'events/[slug].astro': {
    addresses: ['/events/{event}'],
    sitemap: 'events',
    cache: '/events/{event}',
  },
  'events/groups/index.astro': staticPage('/events/groups'),
  'events/groups/[slug].astro': {
    addresses: ['/events/groups/{group}'],
    sitemap: 'events-groups',
    cache: '/events/groups/{group}',
  },
  'games/index.astro': staticPage('/games'),
  'games/[slug].astro': { addresses: ['/games/{game}'], sitemap: 'games', cache: '/games/{game}' },
  'streamers/index.astro': staticPage('/streamers'),
  'streamers/[id].astro': {
    addresses: ['/streamers/{streamer}'],
    sitemap: 'streamers',
    cache: '/streamers/{streamer}',
  },
  'calendar.astro': staticPage('/calendar'),
  'articles/index.astro': staticPage('/articles'),
  'articles/[slug].astro': {
    addresses: ['/articles/{article}'],
    sitemap: 'articles',
    cache: '/articles/{article}',
  },
  'articles/what-to-watch-this-week.astro': staticPage('/articles/what-to-watch-this-week'),
  'articles/zevent-2025-guide.astro': {
    ...staticPage('/articles/zevent-2025-guide'),
    isPrerendered: true,
  },
  'search.astro': {
    addresses: ['/search', '/search?q=speedrun'],
    sitemap: { exempt: 'results are not for search engines' },
    cache: '/search?q=a',
  },
  'login.astro': { addresses: ['/login'], ...signingIn },
  'signup.astro': { addresses: ['/signup'], ...signingIn },
  'auth/verify/index.astro': {
    addresses: { exempt: 'the page of /auth/verify/{token} without a token' },
    ...signingIn,
  },
  'auth/verify/[token].astro': { addresses: ['/auth/verify/{token}'], ...signingIn },
  'auth/reset-password/index.astro': { addresses: ['/auth/reset-password'], ...signingIn },
  'auth/reset-password/[token].astro': {
    addresses: ['/auth/reset-password/{token}'],
    ...signingIn,
  },
  'auth/google/callback.astro': { addresses: ['/auth/google/callback'], ...signingIn },
  'auth/twitch/callback.astro': { addresses: ['/auth/twitch/callback'], ...signingIn },
  'auth/delete-account/[token].astro': {
    addresses: ['/auth/delete-account/{token}'],
    ...signingIn,
  },
  'unsubscribe/[token].astro': {
    addresses: ['/unsubscribe/{unsubscribeToken}'],
    sitemap: { exempt: 'opened from mails only' },
    cache: { exempt: 'private' },
  },
  'unauthorized.astro': {
    addresses: ['/unauthorized'],
    isPrerendered: true,
    sitemap: { exempt: 'an error page' },
    cache: '/unauthorized',
  },
  'download-ios.astro': { ...staticPage('/download-ios'), isPrerendered: true },
  'data-deletion-request.astro': { ...staticPage('/data-deletion-request'), isPrerendered: true },
  'faq.astro': { ...staticPage('/faq'), isPrerendered: true },
  'privacy-policy.astro': { ...staticPage('/privacy-policy'), isPrerendered: true },
  'terms-and-conditions.astro': { ...staticPage('/terms-and-conditions'), isPrerendered: true },
  'offline.html.ts': {
    addresses: {
      exempt: 'shown by the service worker, tested in push.spec.ts and prerendered.test.ts',
    },
    isPrerendered: true,
    sitemap: { exempt: 'an error page' },
    cache: '/offline',
  },
  'profile.astro': memberPage('/profile'),
  'achievements.astro': memberPage('/achievements'),
  'admin/panel.astro': memberPage('/admin/panel'),
  'admin/panel/users.astro': memberPage('/admin/panel/users'),
  'admin/leaderboard.astro': memberPage('/admin/leaderboard'),
  'admin/panel/groups.astro': memberPage('/admin/panel/groups'),
  'admin/articles/index.astro': memberPage('/admin/articles'),
  'admin/articles/editor.astro': memberPage('/admin/articles/editor'),
  'admin/articles/preview.astro': memberPage('/admin/articles/preview?id={articleId}'),
  'admin/panel/games.astro': memberPage('/admin/panel/games'),
  'admin/panel/streamers.astro': memberPage('/admin/panel/streamers'),
  'admin/panel/deals.astro': memberPage('/admin/panel/deals'),
  'admin/panel/log.astro': memberPage('/admin/panel/log'),
  'admin/panel/operations.astro': memberPage('/admin/panel/operations'),
  'admin/panel/campaigns/index.astro': memberPage('/admin/panel/campaigns'),
  'admin/panel/campaigns/editor.astro': memberPage('/admin/panel/campaigns/editor'),
}

const pages = Object.values(sitePages)
const addressesOf = ({ addresses }: SitePage) => ('exempt' in addresses ? [] : addresses)

/** Addresses that anyone may open. */
export const publicPages = pages.filter((page) => !page.isForMembers).flatMap(addressesOf)
export const memberPages = pages.filter((page) => page.isForMembers).flatMap(addressesOf)
export const prerenderedPages = pages.flatMap(({ isPrerendered, cache }) =>
  isPrerendered && typeof cache === 'string' ? [cache] : [],
)

const samples = {
  event: `select slug from events where status = 'approved' and end_at > ? and length(description) > 40
    and group_id is not null order by hype_count desc, id limit 1`,
  group: `select g.slug from event_groups g join events e on e.group_id = g.id
    where e.status = 'approved' and e.end_at > ? group by g.id order by count(*) desc limit 1`,
  game: `select g.slug from games g join events e on e.game_id = g.id
    where e.status = 'approved' and e.end_at > ? group by g.id order by count(*) desc limit 1`,
  streamer: `select p.streamer_id as slug from event_participants p join events e on e.id = p.event_id
    where e.status = 'approved' and e.end_at > ? and p.streamer_id is not null
    group by p.streamer_id order by count(*) desc limit 1`,
  articleId: `select id as slug from articles where created_at < ? order by id limit 1`,
  article: `select slug from articles where status = 'published' and coalesce(published_at, 0) < ?
    order by id limit 1`,
}

/** Puts one of the demo set in the place of each `{…}`. */
export async function fillPaths<Path extends string>(
  site: TestBackend,
  paths: readonly Path[],
): Promise<string[]> {
  const { JWT_SECRET: secret = '' } = site.environment.vars
  const found: Record<string, string> = {
    token: 'none',
    unsubscribeToken: unsubscribeToken(secret, 1 as UserId, 'reminder'),
  }
  for (const [kind, statement] of Object.entries(samples)) {
    const [row] = await query<{ slug: string | number }>(site, statement, Date.now())
    if (!row) throw new Error(`the demo set has no ${kind}`)
    found[kind] = String(row.slug)
  }
  return paths.map((path) => path.replace(/\{(\w+)\}/g, (_, kind: string) => found[kind] ?? ''))
}
