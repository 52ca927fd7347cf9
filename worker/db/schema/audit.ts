import { sql } from 'drizzle-orm'
import { index, integer, text } from 'drizzle-orm/sqlite-core'
import { users } from './accounts.ts'
import { unversionedTable } from './versioned.ts'
import { flag, linkedId } from './parts.ts'

export const auditEntries = unversionedTable(
  'audit_entries',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Null: a delayed approval, or a deleted member. */
    actorId: linkedId('actor_id', () => users.id),
    /** Tells former moderators and administrators apart without naming them. */
    formerActor: text('former_actor'),
    /** Distinguishes the system from deleted members, who have no actor either. */
    isSystem: flag('is_clock'),
    action: text('act').notNull(),
    subjectType: text('subject_type').notNull(),
    subjectId: integer('subject_id').notNull(),
    fromState: text('from_state'),
    toState: text('to_state'),
    reasonCode: text('reason_code'),
    reason: text('reason'),
    at: integer('at').notNull(),
  },
  (table) => [
    index('audit_subject').on(table.subjectType, table.subjectId),
    index('audit_actor').on(table.actorId),
    index('audit_at').on(sql`${table.at} desc`),
    index('audit_members')
      .on(table.at)
      .where(sql`${table.subjectType} = 'user'`),
    index('audit_reports')
      .on(table.at)
      .where(sql`${table.action} in ('dismiss_reports', 'resolve_reports')`),
  ],
)
