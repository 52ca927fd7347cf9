import { sql, type SQL } from 'drizzle-orm'
import type { SitemapEntry } from './sitemap-xml.ts'

export const sitemapSectionNames = [
  'events',
  'streamers',
  'games',
  'events-groups',
  'articles',
  'pages',
] as const
export type SectionName = (typeof sitemapSectionNames)[number]

export type SectionRow = { id: number; word: string; changedAt: number }

type Section = {
  table: SQL
  /** Which of its rows are public, with `t` as the table. */
  isPublic: (now: number) => SQL
  /** What names the page, and when it last changed. */
  columns: SQL
  pathOf: (word: string) => string
}

/** What is listed under a game, a group or a streamer changes their page. */
function latestEvent(join: string): string {
  return `coalesce((select max(e.updated_at) from ${join} and e.status = 'approved'), t.created_at)`
}

/** Everything public that has a row; each is read by id. */
export const sitemapSections: Record<Exclude<SectionName, 'pages'>, Section> = {
  events: {
    table: sql`events`,
    isPublic: () => sql`t.status = 'approved'`,
    columns: sql`t.slug as word, max(t.updated_at, coalesce(t.cancelled_at, 0)) as changedAt`,
    pathOf: (slug) => `/events/${slug}`,
  },
  streamers: {
    table: sql`streamers`,
    isPublic: () => sql`true`,
    columns: sql.raw(
      `cast(t.id as text) as word, ${latestEvent(`event_participants p
      join events e on e.id = p.event_id where p.streamer_id = t.id`)} as changedAt`,
    ),
    pathOf: (id) => `/streamers/${id}`,
  },
  games: {
    table: sql`games`,
    isPublic: () => sql`true`,
    columns: sql.raw(
      `t.slug as word, ${latestEvent('events e where e.game_id = t.id')} as changedAt`,
    ),
    pathOf: (slug) => `/games/${slug}`,
  },
  'events-groups': {
    table: sql`event_groups`,
    isPublic: () => sql`true`,
    columns: sql.raw(
      `t.slug as word, ${latestEvent('events e where e.group_id = t.id')} as changedAt`,
    ),
    pathOf: (slug) => `/events/groups/${slug}`,
  },
  articles: {
    table: sql`articles`,
    isPublic: (now) => sql`t.status = 'published' and t.published_at <= ${now}`,
    columns: sql`t.slug as word, t.updated_at as changedAt`,
    pathOf: (slug) => `/articles/${slug}`,
  },
}

/** Pages that are always there. */
export const staticPages: SitemapEntry[] = [
  '',
  '/events',
  '/events/groups',
  '/discover',
  '/calendar',
  '/games',
  '/streamers',
  '/articles',
  '/articles/what-to-watch-this-week',
  '/articles/zevent-2025-guide',
  '/faq',
  '/download-ios',
  '/data-deletion-request',
  '/privacy-policy',
  '/terms-and-conditions',
].map((path) => ({ path }))
