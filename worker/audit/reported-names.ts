import { sql, type Column } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { users } from '#worker/db/schema/accounts.ts'
import { articles } from '#worker/db/schema/articles.ts'
import { deals } from '#worker/db/schema/deals.ts'
import { streamers } from '#worker/db/schema/directory.ts'
import { events } from '#worker/db/schema/events.ts'
import type { reports } from '#worker/db/schema/reports.ts'
import type { ReportedType } from '#worker/features/moderation/reports/contract.ts'

type NamedTable = { table: SQLiteTable & { id: Column }; name: Column }

/** Where each kind of reported subject has its name. */
export const reportedNames: Record<ReportedType, NamedTable> = {
  event: { table: events, name: events.name },
  streamer: { table: streamers, name: streamers.displayName },
  article: { table: articles, name: articles.title },
  deal: { table: deals, name: deals.title },
  user: { table: users, name: users.username },
}

/** Null where the subject is gone. */
export function reportSubjectNameSql(row: Pick<typeof reports, 'subjectType' | 'subjectId'>) {
  const cases = Object.entries(reportedNames).map(
    ([type, { table, name }]) => sql`when ${sql.raw(`'${type}'`)} then
      (select ${name} from ${table} where ${table.id} = ${row.subjectId})`,
  )
  return sql<string | null>`case ${row.subjectType} ${sql.join(cases, sql` `)} end`
}
