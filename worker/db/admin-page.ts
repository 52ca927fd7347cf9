import { sql, type SQL } from 'drizzle-orm'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import { List, type Statement } from './client.ts'
import { mapResult, select } from './statement.ts'

type PageQuery = { page: number; per_page: number }

export function pageLimit({ page, per_page }: PageQuery): SQL {
  return sql`limit ${per_page} offset ${(page - 1) * per_page}`
}

const totalColumns = { total: sql<number>`count(*)` }

export function selectTotal(from: SQL): Statement<number> {
  return mapResult(select(totalColumns, sql`from ${from}`), ([row]) => row?.total ?? 0)
}

/** `found` has the limit of the page; `from` is what is counted, with its condition. */
export function selectAdminPage<Row, Item>(
  { page, per_page }: PageQuery,
  found: Statement<Row[]>,
  from: SQL,
  toItem: (row: Row) => Item,
): List<AdminPage<Item>> {
  return new List([found, selectTotal(from)], ([rows, total]: [Row[], number]) => ({
    items: rows.map((row) => toItem(row)),
    page,
    per_page,
    total,
  }))
}
