import { sql, type SQL } from 'drizzle-orm'
import { read, type Ctx, type Moderator } from '#worker/context.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import { pageLimit, selectAdminPage } from '#worker/db/admin-page.ts'
import type { Statement } from '#worker/db/client.ts'
import { instantSql, nullable, type RowOf } from '#worker/db/row.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { auditEntries } from '#worker/db/schema/audit.ts'
import { select } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { auditSubjects } from '#worker/audit/subjects.ts'
import { toDayWindow } from '#worker/features/events/ranges.ts'
import type { AuditAction, AuditEntryView, AuditQuery, AuditSubject } from './contract.ts'

const actor = alias(users, 'actor')

const subjectCases = Object.entries(auditSubjects).map(
  ([type, { table, name, address }]) => sql`when ${sql.raw(`'${type}'`)} then
    (select json_array(${name}, ${address}) from ${table}
      where ${table.id} = ${auditEntries.subjectId})`,
)

export const auditEntryColumns = {
  id: auditEntries.id,
  at: instantSql(auditEntries.at),
  act: sql<AuditAction>`${auditEntries.action}`,
  isSystem: auditEntries.isSystem,
  username: nullable(actor.username),
  formerActor: auditEntries.formerActor,
  type: sql<AuditSubject>`${auditEntries.subjectType}`,
  subjectId: auditEntries.subjectId,
  /** JSON: the subject's name and address; null where it is gone. */
  subject: sql<
    string | null
  >`case ${auditEntries.subjectType} ${sql.join(subjectCases, sql` `)} end`,
  from: auditEntries.fromState,
  to: auditEntries.toState,
  reason_code: auditEntries.reasonCode,
  reason: auditEntries.reason,
}
type AuditEntryRow = RowOf<typeof auditEntryColumns>

function buildAuditCondition(query: AuditQuery): SQL {
  const { person, subject, subject_id, act } = query
  const { from, to } = toDayWindow(query)
  const conditions = [
    person === ''
      ? undefined
      : sql`${auditEntries.actorId} = (select ${users.id} from ${users}
          where ${users.usernameKey} = ${person.toLowerCase()})`,
    subject && sql`${auditEntries.subjectType} = ${subject}`,
    subject_id && sql`${auditEntries.subjectId} = ${subject_id}`,
    act && sql`${auditEntries.action} = ${act}`,
    from === undefined ? undefined : sql`${auditEntries.at} >= ${from}`,
    to === undefined ? undefined : sql`${auditEntries.at} < ${to}`,
  ].filter((condition) => condition !== undefined)
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}

export const auditEntriesFrom = sql`from ${auditEntries}
  left join ${actor} on ${actor.id} = ${auditEntries.actorId}`

export function selectAuditEntries(where: SQL, limit: SQL): Statement<AuditEntryRow[]> {
  return select(
    auditEntryColumns,
    sql`${auditEntriesFrom}
      where ${where} order by ${auditEntries.id} desc ${limit}`,
  )
}

export function listAuditLog(
  ctx: Ctx<Moderator>,
  query: AuditQuery,
): Promise<AdminPage<AuditEntryView>> {
  const where = buildAuditCondition(query)
  const found = selectAuditEntries(where, pageLimit(query))
  const from = sql`${auditEntries} where ${where}`
  return read(ctx, selectAdminPage(query, found, from, toAuditEntryView))
}

/** Enough to tell a few people apart. */
const shownKeyLength = 4

type ActorRow = Pick<AuditEntryRow, 'isSystem' | 'username' | 'formerActor'>

function toActor({ isSystem, username, formerActor }: ActorRow): AuditEntryView['actor'] {
  if (username !== null) return { kind: 'member', username }
  if (formerActor !== null) {
    return { kind: 'former_moderator', key: formerActor.slice(0, shownKeyLength) }
  }
  return { kind: isSystem ? 'clock' : 'former_member' }
}

export function toAuditEntryView(row: AuditEntryRow): AuditEntryView {
  const { isSystem, username, formerActor, type, subjectId, subject, ...entry } = row
  const [name, address] = (subject ? JSON.parse(subject) : [null, null]) as [
    string | null,
    string | null,
  ]
  return {
    ...entry,
    actor: toActor({ isSystem, username, formerActor }),
    subject: { type, id: subjectId, name, address },
  }
}
