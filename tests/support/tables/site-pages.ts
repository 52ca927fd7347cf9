import { query, type TestBackend } from '#tests/support/factories/rows.ts'
import type { EventId, UserId } from '#worker/contracts/ids.ts'
import type { SectionName } from '#worker/pages/sitemaps/sections.ts'
import { createAppealToken } from '#worker/auth/appeal-token.ts'
import { createUnhypeToken } from '#worker/auth/unhype-token.ts'
import { createUnsubscribeToken } from '#worker/features/notifications/preferences/unsubscribe.ts'

type Exempt = { exempt: string }
type SitePage = {
  /** Addresses for axe, every language and the page without JavaScript; `{…}` is one of the demo set. */
  addresses: readonly string[] | Exempt
  /** The least role that may open it; everybody may by default. */
  role?: 'member' | 'moderator' | 'admin'
  /** Written when the site is built. */
  isPrerendered?: true
  /** The page itself, or the section that lists its addresses. */
  sitemap: 'static' | Exclude<SectionName, 'pages'> | Exempt
  /** Its route in the cache map. */
  cache: string | Exempt
}

const signedIn = {
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

function guardedPage(path: string, role: NonNullable<SitePage['role']>) {
  return { addresses: [path], role, ...signedIn } as const
}

function earlierVersion(path: string): SitePage {
  return {
    addresses: [`${path}/2026-11-28`],
    isPrerendered: true,
    sitemap: { exempt: 'the current text is for search engines' },
    cache: `${path}/{version}`,
  }
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
    cache: '/search',
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
  'auth/streamer-data/[token].astro': {
    addresses: ['/auth/streamer-data/{token}'],
    ...signingIn,
  },
  'announcements/[id].astro': {
    addresses: { exempt: 'the demo set has none; tested in terms.spec.ts' },
    role: 'member',
    ...signedIn,
  },
  'marketing/[token].astro': {
    addresses: { exempt: 'its address holds a secret that only a mail has' },
    sitemap: { exempt: 'opened from mails only' },
    cache: { exempt: 'private' },
  },
  'unsubscribe/[token].astro': {
    addresses: ['/unsubscribe/{unsubscribeToken}'],
    sitemap: { exempt: 'opened from mails only' },
    cache: { exempt: 'private' },
  },
  'unhype/[token].astro': {
    addresses: ['/unhype/{unhypeToken}'],
    sitemap: { exempt: 'opened from mails only' },
    cache: { exempt: 'private' },
  },
  'appeal/[token].astro': {
    addresses: ['/appeal/{appealToken}'],
    sitemap: { exempt: 'opened from mails and the bell only' },
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
  'privacy-policy/[version].astro': earlierVersion('/privacy-policy'),
  'terms-and-conditions/[version].astro': earlierVersion('/terms-and-conditions'),
  'legal-notice.astro': { ...staticPage('/legal-notice'), isPrerendered: true },
  'status.astro': staticPage('/status'),
  'accessibility.astro': { ...staticPage('/accessibility'), isPrerendered: true },
  'offline.html.ts': {
    addresses: {
      exempt: 'shown by the service worker, tested in push.spec.ts and prerendered.test.ts',
    },
    isPrerendered: true,
    sitemap: { exempt: 'an error page' },
    cache: '/offline',
  },
  'profile/index.astro': guardedPage('/profile', 'member'),
  'profile/agenda.astro': guardedPage('/profile/agenda', 'member'),
  'profile/calendars.astro': guardedPage('/profile/calendars', 'member'),
  'profile/following.astro': guardedPage('/profile/following', 'member'),
  'profile/notifications.astro': guardedPage('/profile/notifications', 'member'),
  'profile/proposals.astro': guardedPage('/profile/proposals', 'member'),
  'profile/security.astro': guardedPage('/profile/security', 'member'),
  'profile/streamer.astro': guardedPage('/profile/streamer', 'member'),
  'achievements.astro': guardedPage('/achievements', 'member'),
  'admin/panel.astro': guardedPage('/admin/panel', 'moderator'),
  'admin/panel/reports.astro': guardedPage('/admin/panel/reports', 'moderator'),
  'admin/panel/appeals.astro': guardedPage('/admin/panel/appeals', 'moderator'),
  'admin/panel/users.astro': guardedPage('/admin/panel/users', 'moderator'),
  'admin/leaderboard.astro': guardedPage('/admin/leaderboard', 'moderator'),
  'admin/panel/groups.astro': guardedPage('/admin/panel/groups', 'moderator'),
  'admin/articles/index.astro': guardedPage('/admin/articles', 'moderator'),
  'admin/articles/editor.astro': guardedPage('/admin/articles/editor', 'member'),
  'admin/articles/preview.astro': guardedPage('/admin/articles/preview?id={articleId}', 'member'),
  'admin/panel/games.astro': guardedPage('/admin/panel/games', 'moderator'),
  'admin/panel/streamers.astro': guardedPage('/admin/panel/streamers', 'moderator'),
  'admin/panel/deals.astro': guardedPage('/admin/panel/deals', 'moderator'),
  'admin/panel/log.astro': guardedPage('/admin/panel/log', 'moderator'),
  'admin/panel/operations.astro': guardedPage('/admin/panel/operations', 'admin'),
  'admin/panel/security.astro': guardedPage('/admin/panel/security', 'admin'),
  'admin/panel/campaigns/index.astro': guardedPage('/admin/panel/campaigns', 'admin'),
  'admin/panel/campaigns/editor.astro': guardedPage('/admin/panel/campaigns/editor', 'admin'),
}

const pages = Object.values(sitePages)
const addressesOf = ({ addresses }: SitePage) => ('exempt' in addresses ? [] : addresses)

/** Addresses that anyone may open. */
export const publicPages = pages.filter((page) => !page.role).flatMap(addressesOf)
export const memberPages = pages.filter((page) => page.role).flatMap(addressesOf)
export const guardedPages = pages.flatMap((page) => {
  const { role } = page
  return role ? addressesOf(page).map((path) => ({ path, role })) : []
})
export const prerenderedPages = pages.flatMap(({ isPrerendered, cache, addresses }) => {
  if (!isPrerendered || typeof cache !== 'string') return []
  return 'exempt' in addresses ? [cache] : addresses
})

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

/** The demo set restricts nobody. */
async function insertDecision(site: TestBackend): Promise<number> {
  const [row] = await query<{ id: number }>(
    site,
    `insert into audit_entries (act, subject_type, subject_id, reason_code, reason, at)
      values ('soft_ban', 'user', 1, 'terms_spam', 'The same link 40 times.', ?) returning id`,
    Date.now(),
  )
  if (!row) throw new Error('no decision was inserted')
  return row.id
}

/** Puts one of the demo set in the place of each `{…}`. */
export async function fillPaths<Path extends string>(
  site: TestBackend,
  paths: readonly Path[],
): Promise<string[]> {
  const { JWT_SECRET: secret = '' } = site.environment.vars
  const found: Record<string, string> = {
    token: 'none',
    version: '2026-11-28',
    appealToken: createAppealToken(secret, await insertDecision(site)),
    unhypeToken: createUnhypeToken(secret, { userId: 1 as UserId, eventId: 1 as EventId }),
    unsubscribeToken: createUnsubscribeToken(secret, 1 as UserId, 'reminder'),
  }
  for (const [kind, statement] of Object.entries(samples)) {
    const [row] = await query<{ slug: string | number }>(site, statement, Date.now())
    if (!row) throw new Error(`the demo set has no ${kind}`)
    found[kind] = String(row.slug)
  }
  return paths.map((path) => path.replace(/\{(\w+)\}/g, (_, kind: string) => found[kind] ?? ''))
}
