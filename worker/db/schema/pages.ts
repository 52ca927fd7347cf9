import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { ArticleId, DealId, UserId } from '#worker/contracts/ids.ts'
import type { Language } from '#worker/contracts/locale.ts'
import { users } from './people.ts'

export const articles = sqliteTable(
  'articles',
  {
    id: integer('id').$type<ArticleId>().primaryKey({ autoIncrement: true }),
    slug: text('slug').notNull().unique(),
    title: text('title').notNull(),
    excerpt: text('excerpt').notNull().default(''),
    markdown: text('markdown').notNull(),
    /** Null: not tied to a language. */
    language: text('language').$type<Language>(),
    status: text('status', { enum: ['draft', 'published'] }).notNull(),
    revision: integer('revision').notNull().default(0),
    coverPath: text('cover_path'),
    authorId: integer('author_id')
      .$type<UserId>()
      .references(() => users.id, { onDelete: 'set null' }),
    authorName: text('author_name').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    publishedAt: integer('published_at'),
  },
  (table) => [
    index('articles_published').on(table.status, sql`${table.publishedAt} desc`, table.id),
  ],
)

export const deals = sqliteTable(
  'deals',
  {
    id: integer('id').$type<DealId>().primaryKey({ autoIncrement: true }),
    partner: text('partner').notNull(),
    title: text('title').notNull(),
    text: text('text').notNull(),
    link: text('link').notNull(),
    imagePath: text('image_path'),
    code: text('code'),
    startAt: integer('start_at').notNull(),
    endAt: integer('end_at').notNull(),
    placement: text('placement', { enum: ['home', 'discover', 'event'] }).notNull(),
    clicks: integer('clicks').notNull().default(0),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [index('deals_placement').on(table.placement, table.endAt)],
)

/** Sent only with functional consent; contains no personal data. */
export const clientErrors = sqliteTable(
  'client_errors',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    message: text('message').notNull(),
    stack: text('stack'),
    route: text('route').notNull(),
    build: text('build').notNull(),
    at: integer('at').notNull(),
  },
  (table) => [index('client_errors_at').on(table.at)],
)

export const clientEventCounts = sqliteTable('client_event_counts', {
  /** Name and day: `name:YYYY-MM-DD`. */
  key: text('key').primaryKey(),
  count: integer('count').notNull().default(0),
})

/** Cache tags whose purge failed; the minutely job retries them. */
export const staleTags = sqliteTable('stale_tags', {
  tag: text('tag').primaryKey(),
  since: integer('since').notNull(),
})
