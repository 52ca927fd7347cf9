import { sql, type SQL } from 'drizzle-orm'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import type { Statement } from './client.ts'
import { mapResult, select } from './statement.ts'

type PageQuery = { page: number; per_page: number }

export function pageLimit({ page, per_page }: PageQuery): SQL {
  return sql`limit ${per_page} offset ${(page - 1) * per_page}`
}

const totalColumns = { total: sql<number>`count(*)` }

export function selectTotal(from: SQL): Statement<number> {
  return mapResult(select(totalColumns, sql`from ${from}`), ([row]) => row?.total ?? 0)
}

export function toAdminPage<Item>(
  { page, per_page }: PageQuery,
  items: Item[],
  total: number,
): AdminPage<Item> {
  return { items, page, per_page, total }
}
