import { sql, type SQL } from 'drizzle-orm'
import { read, type Admin, type Ctx } from '#worker/context.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import { pageLimit, selectAdminPage } from '#worker/db/admin-page.ts'
import { instantSql, nullable } from '#worker/db/row.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { securityEvents } from '#worker/db/schema/operations.ts'
import { select } from '#worker/db/statement.ts'
import type { SecurityEventsQuery, SecurityEventView } from './contract.ts'

const eventColumns = {
  id: securityEvents.id,
  at: instantSql(securityEvents.at),
  kind: securityEvents.kind,
  detail: securityEvents.detail,
  username: nullable(users.username),
  network: securityEvents.network,
}

function buildEventConditions({ person, kind, network }: SecurityEventsQuery): SQL {
  const conditions = [
    person === ''
      ? undefined
      : sql`${securityEvents.userId} = (select ${users.id} from ${users}
          where ${users.usernameKey} = ${person.toLowerCase()})`,
    kind && sql`${securityEvents.kind} = ${kind}`,
    network && sql`${securityEvents.network} = ${network}`,
  ].filter((condition) => condition !== undefined)
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
}

export function listSecurityEvents(
  ctx: Ctx<Admin>,
  query: SecurityEventsQuery,
): Promise<AdminPage<SecurityEventView>> {
  const where = buildEventConditions(query)
  const found = select(
    eventColumns,
    sql`from ${securityEvents} left join ${users} on ${users.id} = ${securityEvents.userId}
      where ${where} order by ${securityEvents.id} desc ${pageLimit(query)}`,
  )
  const from = sql`${securityEvents} where ${where}`
  const page = selectAdminPage(query, found, from, (row) => row)
  return read(ctx, page)
}
