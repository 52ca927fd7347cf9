import { sql, type Column, type SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { users } from '#worker/db/schema/accounts.ts'
import { articles } from '#worker/db/schema/articles.ts'
import { campaigns } from '#worker/db/schema/campaigns.ts'
import { deals } from '#worker/db/schema/deals.ts'
import { eventGroups, games, streamers, streamingAccounts } from '#worker/db/schema/directory.ts'
import { events } from '#worker/db/schema/events.ts'
import { deliveries } from '#worker/db/schema/notifications.ts'
import { incidents } from '#worker/db/schema/operations.ts'
import { optOuts } from '#worker/db/schema/opt-outs.ts'
import type { reports } from '#worker/db/schema/reports.ts'
import type { AuditSubject } from '#worker/features/moderation/audit/contract.ts'
import { ReportedType } from '#worker/features/moderation/reports/contract.ts'

export type SubjectTable = {
  table: SQLiteTable & { id: Column }
  name: Column | SQL
  address: Column | SQL
}

const asText = (column: Column) => sql`cast(${column} as text)`

/** Where each kind of subject has its name, and what its page is called. */
export const auditSubjects: Record<AuditSubject, SubjectTable> = {
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
  streamer: { table: streamers, name: streamers.displayName, address: asText(streamers.id) },
  streaming_account: {
    table: streamingAccounts,
    name: streamingAccounts.name,
    address: asText(streamingAccounts.streamerId),
  },
  deal: { table: deals, name: deals.title, address: deals.title },
  campaign: { table: campaigns, name: campaigns.name, address: asText(campaigns.id) },
  delivery: {
    table: deliveries,
    name: sql`${deliveries.channel} || ' → ' || (select ${users.username} from ${users}
      where ${users.id} = ${deliveries.userId})`,
    address: asText(deliveries.id),
  },
  // Never by the name that was to be forgotten.
  opt_out: { table: optOuts, name: sql`'#' || ${optOuts.id}`, address: asText(optOuts.id) },
  incident: { table: incidents, name: sql`'#' || ${incidents.id}`, address: asText(incidents.id) },
}

/** A request about one's data is about the member. */
export function toAuditSubject(type: ReportedType) {
  return type === 'own_data' ? 'user' : type
}

/** Null where the subject is gone. */
export function reportSubjectNameSql(row: Pick<typeof reports, 'subjectType' | 'subjectId'>) {
  const cases = ReportedType.options.map((type) => {
    const { table, name } = auditSubjects[toAuditSubject(type)]
    return sql`when ${sql.raw(`'${type}'`)} then
      (select ${name} from ${table} where ${table.id} = ${row.subjectId})`
  })
  return sql<string | null>`case ${row.subjectType} ${sql.join(cases, sql` `)} end`
}
