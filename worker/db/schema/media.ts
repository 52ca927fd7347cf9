import { index, integer, text } from 'drizzle-orm/sqlite-core'
import { users } from './accounts.ts'
import { unversionedTable } from './versioned.ts'
import { linkedId, notNullIndex } from './parts.ts'

/** Every stored picture, so that unused ones are found without listing the bucket. */
export const uploads = unversionedTable(
  'uploads',
  {
    path: text('path').primaryKey(),
    /** Null for avatars, copies of platforms' pictures and uploads of deleted members. */
    userId: linkedId('user_id', () => users.id),
    createdAt: integer('created_at').notNull(),
    /** When it is looked up whether anything shows it. */
    checkAt: integer('check_at').notNull(),
  },
  (table) => [index('uploads_check').on(table.checkAt), notNullIndex('uploads_user', table.userId)],
)

/** Progress of listing the pictures from before the table, one row per folder of the bucket. */
export const uploadListings = unversionedTable('upload_listings', {
  folder: text('folder').primaryKey(),
  cursor: text('cursor'),
  doneAt: integer('done_at'),
})
