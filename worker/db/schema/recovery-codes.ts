import { index, integer, text } from 'drizzle-orm/sqlite-core'
import { users } from './accounts.ts'
import { unversionedTable } from './versioned.ts'
import { ownerId } from './parts.ts'

/** Each replaces a passkey once, for staff who lost theirs. */
export const recoveryCodes = unversionedTable(
  'recovery_codes',
  {
    /** SHA-256 of the code, base64url; the code has 80 random bits. */
    hash: text('hash').primaryKey(),
    userId: ownerId('user_id', () => users.id),
    createdAt: integer('created_at').notNull(),
    usedAt: integer('used_at'),
  },
  (table) => [index('recovery_codes_user').on(table.userId)],
)
