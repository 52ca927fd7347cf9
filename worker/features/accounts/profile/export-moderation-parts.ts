import { sql } from 'drizzle-orm'
import { auditEntries } from '#worker/db/schema/audit.ts'
import { appeals } from '#worker/db/schema/appeals.ts'
import { events } from '#worker/db/schema/events.ts'
import { pickColumns, createExportPart, createOwnRowsExportPart } from './export-part.ts'

export const moderationExportParts = {
  moderation_acts: createExportPart(
    {
      ...pickColumns(auditEntries, 'action', 'subjectType', 'subjectId', 'fromState', 'toState'),
      ...pickColumns(auditEntries, 'reasonCode', 'reason', 'at'),
    },
    (userId) => sql`from ${auditEntries} where ${auditEntries.actorId} = ${userId}
      order by ${auditEntries.id}`,
  ),
  // Without the moderators' own words, which may name others; `left_out` says so.
  moderation_decisions: createExportPart(
    {
      ...pickColumns(auditEntries, 'action', 'subjectType', 'subjectId', 'fromState', 'toState'),
      ...pickColumns(auditEntries, 'reasonCode', 'at'),
    },
    (userId) => sql`from ${auditEntries} where ${auditEntries.actorId} is not ${userId}
      and (${auditEntries.subjectType} = 'user' and ${auditEntries.subjectId} = ${userId}
        or ${auditEntries.subjectType} = 'event' and ${auditEntries.subjectId} in
          (select ${events.id} from ${events} where ${events.proposerId} = ${userId}))
      order by ${auditEntries.id}`,
  ),
  appeals: createOwnRowsExportPart(appeals, {
    columns: ['text', 'createdAt', 'outcome', 'answer', 'answeredAt'],
    orderBy: 'createdAt',
  }),
}
