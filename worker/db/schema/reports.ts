import { sql } from 'drizzle-orm'
import { index, integer, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { AuditEntryId, ReportId } from '#worker/contracts/ids.ts'
import type { AcceptedLocale } from '#worker/contracts/locale.ts'
import type {
  ReportedType,
  ReportOutcome,
  ReportReason,
} from '#worker/features/moderation/reports/contract.ts'
import { users } from './accounts.ts'
import { auditEntries } from './audit.ts'
import { unversionedTable } from './versioned.ts'
import { flag, linkedId, notNullIndex } from './parts.ts'

/** Reports of anybody to moderators. A report changes nothing about its subject. */
export const reports = unversionedTable(
  'reports',
  {
    id: integer('id').$type<ReportId>().primaryKey({ autoIncrement: true }),
    /** Null of a visitor, and once the member has left: an open report stays until it is decided. */
    userId: linkedId('user_id', () => users.id),
    subjectType: text('subject_type').$type<ReportedType>().notNull(),
    /** The subject may be gone since; its id is never given again. */
    subjectId: integer('subject_id').notNull(),
    isPicture: flag('is_picture'),
    reason: text('reason').$type<ReportReason>().notNull(),
    text: text('text'),
    /** Given by a visitor. */
    name: text('name'),
    /** Encrypted, for the answer; emptied once it was sent. */
    sealedEmail: text('sealed_email'),
    language: text('language').$type<AcceptedLocale>(),
    /** A visitor's, as a keyed hash; emptied by the decision. */
    network: text('network'),
    createdAt: integer('created_at').notNull(),
    /** Null while it is open, and once that moderator has left. */
    decidedBy: linkedId('decided_by', () => users.id),
    decidedAt: integer('decided_at'),
    outcome: text('outcome').$type<ReportOutcome>(),
    /** To the reporter, in the moderator's words. */
    answer: text('answer'),
    /** The decision about the subject that the report led to. */
    entryId: integer('entry_id')
      .$type<AuditEntryId>()
      .references(() => auditEntries.id, { onDelete: 'set null' }),
  },
  (table) => [
    /** One open report of a member about a subject. */
    uniqueIndex('reports_open_once')
      .on(table.userId, table.subjectType, table.subjectId, table.isPicture)
      .where(sql`${table.decidedAt} is null`),
    /** One open report of visitors of a network about a subject. */
    uniqueIndex('reports_open_once_of_network')
      .on(table.network, table.subjectType, table.subjectId, table.isPicture)
      .where(sql`${table.decidedAt} is null and ${table.network} is not null`),
    /** For the limit of a member. */
    index('reports_user_created').on(table.userId, table.createdAt),
    index('reports_open')
      .on(table.subjectType, table.subjectId, table.isPicture, table.id)
      .where(sql`${table.decidedAt} is null`),
    notNullIndex(
      'reports_decided',
      table.decidedAt,
      table.subjectType,
      table.subjectId,
      table.isPicture,
    ),
    notNullIndex('reports_decided_by', table.decidedBy),
    notNullIndex('reports_entry', table.entryId),
    index('reports_unanswered')
      .on(table.decidedAt)
      .where(sql`${table.sealedEmail} is not null`),
  ],
)
