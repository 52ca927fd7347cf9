import { sql, type Column, type SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { e, p } from '#worker/db/aliases.ts'
import { equals } from '#worker/db/conditions.ts'
import { eventGroups, games, streamers } from '#worker/db/schema/directory.ts'
import { events } from '#worker/db/schema/events.ts'
import { articles } from '#worker/db/schema/articles.ts'
import { alias } from '#worker/db/write-sql.ts'
import { isUnlistedStreamer } from '#worker/features/directory/streamers/unproven.ts'
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

export type TableSection = Exclude<SectionName, 'pages'>

type PageColumns = { id: SQL<number>; slug: SQL<string>; changedAt: SQL<number> }

type SitemapSection = {
  table: SQLiteTable
  isPublic: (now: number) => SQL
  columns: PageColumns
  pathOf: (slug: string) => string
}

const event = alias(events, 't')
const streamer = alias(streamers, 't')
const game = alias(games, 't')
const group = alias(eventGroups, 't')
const article = alias(articles, 't')

function pageColumns(
  { id, slug }: { id: Column; slug: Column | SQL },
  changedAt: Column | SQL,
): PageColumns {
  return {
    id: sql<number>`${id}`,
    slug: sql<string>`${slug}`,
    changedAt: sql<number>`${changedAt}`,
  }
}

/** Events listed under a game, a group or a streamer change their page. */
function latestEventChangeSql(table: { createdAt: Column }, from: SQL): SQL {
  return sql`coalesce((select max(${e.updatedAt}) from ${from}
    and ${equals(e.status, 'approved')}), ${table.createdAt})`
}

export const sitemapSections: Record<TableSection, SitemapSection> = {
  events: {
    table: event,
    isPublic: () => equals(event.status, 'approved'),
    columns: pageColumns(event, sql`max(${event.updatedAt}, coalesce(${event.cancelledAt}, 0))`),
    pathOf: (slug) => `/events/${slug}`,
  },
  streamers: {
    table: streamer,
    isPublic: () => sql`not ${isUnlistedStreamer(streamer)}`,
    columns: pageColumns(
      { id: streamer.id, slug: sql`cast(${streamer.id} as text)` },
      latestEventChangeSql(
        streamer,
        sql`${p} join ${e} on ${e.id} = ${p.eventId} where ${p.streamerId} = ${streamer.id}`,
      ),
    ),
    pathOf: (id) => `/streamers/${id}`,
  },
  games: {
    table: game,
    isPublic: () => sql`true`,
    columns: pageColumns(
      game,
      latestEventChangeSql(game, sql`${e} where ${e.gameId} = ${game.id}`),
    ),
    pathOf: (slug) => `/games/${slug}`,
  },
  'events-groups': {
    table: group,
    isPublic: () => sql`true`,
    columns: pageColumns(
      group,
      latestEventChangeSql(group, sql`${e} where ${e.groupId} = ${group.id}`),
    ),
    pathOf: (slug) => `/events/groups/${slug}`,
  },
  articles: {
    table: article,
    isPublic: (now) =>
      sql`${equals(article.status, 'published')} and ${article.publishedAt} <= ${now}`,
    columns: pageColumns(article, article.updatedAt),
    pathOf: (slug) => `/articles/${slug}`,
  },
}

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
  '/legal-notice',
  '/accessibility',
  '/status',
].map((path) => ({ path }))
