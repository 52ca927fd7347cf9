import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { ArticleId } from '#worker/contracts/ids.ts'
import type { ContentLanguage } from '#worker/contracts/locale.ts'
import { users } from './accounts.ts'
import { declareVisibleRows } from './versioned.ts'
import { linkedId } from './parts.ts'

export const articles = sqliteTable(
  'articles',
  {
    id: integer('id').$type<ArticleId>().primaryKey({ autoIncrement: true }),
    slug: text('slug').notNull().unique(),
    title: text('title').notNull(),
    excerpt: text('excerpt').notNull().default(''),
    markdown: text('markdown').notNull(),
    language: text('language').$type<ContentLanguage>(),
    status: text('status', { enum: ['draft', 'published'] }).notNull(),
    revision: integer('revision').notNull().default(0),
    coverPath: text('cover_path'),
    /** Payer of the author for this article. */
    paidBy: text('paid_by'),
    authorId: linkedId('author_id', () => users.id),
    authorName: text('author_name').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    publishedAt: integer('published_at'),
  },
  (table) => [
    index('articles_published').on(table.status, sql`${table.publishedAt} desc`, table.id),
  ],
)
declareVisibleRows(articles, ({ status }) => `${status} = 'published'`)
