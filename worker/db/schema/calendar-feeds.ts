import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { CalendarFeedId, UserId } from '#worker/contracts/ids.ts'
import { users } from './people.ts'

/** A person's own calendars: whoever knows the address reads it, until it is revoked. */
export const calendarFeeds = sqliteTable(
  'calendar_feeds',
  {
    id: integer('id').$type<CalendarFeedId>().primaryKey({ autoIncrement: true }),
    userId: integer('user_id')
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** SHA-256 of the token in the address, by which a request finds it. */
    tokenHash: text('token_hash').notNull().unique(),
    /** AES-GCM, see platform/crypto.ts: the person may read the address again. */
    token: text('token').notNull(),
    scope: text('scope', { enum: ['hyped', 'followed', 'both'] }).notNull(),
    createdAt: integer('created_at').notNull(),
    /** To the hour. */
    lastUsedAt: integer('last_used_at'),
  },
  (table) => [index('calendar_feeds_user').on(table.userId)],
)
