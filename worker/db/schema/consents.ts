import { index, integer, text } from 'drizzle-orm/sqlite-core'
import { users } from './accounts.ts'
import { unversionedTable } from './versioned.ts'
import { ownerId } from './parts.ts'

/** Each act by which a person consented to something or took it back: the proof of it. */
export const marketingConsents = unversionedTable(
  'marketing_consents',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: ownerId('user_id', () => users.id),
    purpose: text('purpose', { enum: ['marketing', 'hype_faces'] })
      .notNull()
      .default('marketing'),
    at: integer('at').notNull(),
    isGiven: integer('is_given', { mode: 'boolean' }).notNull(),
    way: text('way', { enum: ['switch', 'mailed_link'] }).notNull(),
    /** The words that the person read, in their language. */
    text: text('text').notNull(),
  },
  (table) => [index('marketing_consents_user').on(table.userId)],
)
