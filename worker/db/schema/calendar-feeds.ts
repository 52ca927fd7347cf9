import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { CalendarFeedId, UserId } from '#worker/contracts/ids.ts'
import { users } from './accounts.ts'

/** Private: anyone with the address can read the calendar until it is revoked. */
export const calendarFeeds = sqliteTable(
  'calendar_feeds',
  {
    id: integer('id').$type<CalendarFeedId>().primaryKey({ autoIncrement: true }),
    userId: integer('user_id')
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token in the address. */
    tokenHash: text('token_hash').notNull().unique(),
    /** AES-GCM, so that the address can be shown again. */
    token: text('token').notNull(),
    scope: text('scope', { enum: ['hyped', 'followed', 'both'] }).notNull(),
    createdAt: integer('created_at').notNull(),
    /** Rounded to the hour. */
    lastUsedAt: integer('last_used_at'),
  },
  (table) => [index('calendar_feeds_user').on(table.userId)],
)
