import { sql, type Column, type SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { read, type Ctx, type Moderator } from '#worker/context.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import { pageLimit, selectAdminPage } from '#worker/db/admin-page.ts'
import type { Statement } from '#worker/db/client.ts'
import { instantSql, nullable, type RowOf } from '#worker/db/row.ts'
import { campaigns } from '#worker/db/schema/campaigns.ts'
import { eventGroups, games, streamers, streamingAccounts } from '#worker/db/schema/directory.ts'
import { events } from '#worker/db/schema/events.ts'
import { deliveries } from '#worker/db/schema/notifications.ts'
import { articles } from '#worker/db/schema/articles.ts'
import { optOuts } from '#worker/db/schema/opt-outs.ts'
import { deals } from '#worker/db/schema/deals.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { auditEntries } from '#worker/db/schema/audit.ts'
import { select } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { toDayWindow } from '#worker/features/events/ranges.ts'
import type { AuditAction, AuditEntryView, AuditQuery, AuditSubject } from './contract.ts'

const actor = alias(users, 'actor')

type SubjectTable = {
  table: SQLiteTable & { id: Column }
  name: Column | SQL
  address: Column | SQL
}
const subjects: Record<AuditSubject, SubjectTable> = {
  event: {
    table: events,
    name: events.name,
    address: sql`iif(${events.status} = 'approved', ${events.slug}, null)`,
  },
  user: { table: users, name: users.username, address: users.username },
  group: { table: eventGroups, name: eventGroups.name, address: eventGroups.slug },
  article: {
    table: articles,
    name: articles.title,
    address: sql`iif(${articles.status} = 'published', ${articles.slug}, null)`,
  },
  game: { table: games, name: games.name, address: games.slug },
  streamer: {
    table: streamers,
    name: streamers.displayName,
    address: sql`cast(${streamers.id} as text)`,
  },
  streaming_account: {
    table: streamingAccounts,
    name: streamingAccounts.name,
    address: sql`cast(${streamingAccounts.streamerId} as text)`,
  },
  deal: { table: deals, name: deals.title, address: deals.title },
  campaign: {
    table: campaigns,
    name: campaigns.name,
    address: sql`cast(${campaigns.id} as text)`,
  },
  delivery: {
    table: deliveries,
    name: sql`${deliveries.channel} || ' → ' || (select ${users.username} from ${users}
      where ${users.id} = ${deliveries.userId})`,
    address: sql`cast(${deliveries.id} as text)`,
  },
  // Never by the name that was to be forgotten.
  opt_out: {
    table: optOuts,
    name: sql`'#' || ${optOuts.id}`,
    address: sql`cast(${optOuts.id} as text)`,
  },
}

const subjectCases = Object.entries(subjects).map(
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
