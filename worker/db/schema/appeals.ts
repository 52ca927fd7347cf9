import { sql } from 'drizzle-orm'
import { index, integer, text } from 'drizzle-orm/sqlite-core'
import type { AuditEntryId, UserId } from '#worker/contracts/ids.ts'
import type { AcceptedLocale } from '#worker/contracts/locale.ts'
import type { AppealOutcome } from '#worker/features/moderation/decisions/contract.ts'
import { users } from './accounts.ts'
import { auditEntries } from './audit.ts'
import { unversionedTable } from './versioned.ts'
import { linkedId, notNullIndex } from './parts.ts'

/** Appeals against decisions of moderators, one for each decision. */
export const appeals = unversionedTable(
  'appeals',
  {
    entryId: integer('entry_id')
      .$type<AuditEntryId>()
      .primaryKey()
      .references(() => auditEntries.id, { onDelete: 'cascade' }),
    /** Null where the account is gone. */
    userId: integer('user_id')
      .$type<UserId>()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** For the answer, where there is no account. */
    email: text('email'),
    language: text('language').$type<AcceptedLocale>().notNull(),
    text: text('text').notNull(),
    createdAt: integer('created_at').notNull(),
    /** Null while it is open, and once that moderator has left. */
    answeredBy: linkedId('answered_by', () => users.id),
    answeredAt: integer('answered_at'),
    outcome: text('outcome').$type<AppealOutcome>(),
    answer: text('answer'),
  },
  (table) => [
    index('appeals_user').on(table.userId),
    index('appeals_open')
      .on(table.entryId)
      .where(sql`${table.answeredAt} is null`),
    notNullIndex('appeals_answered', table.answeredAt),
    notNullIndex('appeals_answered_by', table.answeredBy),
  ],
)
