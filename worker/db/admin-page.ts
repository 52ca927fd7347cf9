import { sql, type SQL } from 'drizzle-orm'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import { rows, type Database, type Statement } from './client.ts'

type PageQuery = { page: number; per_page: number }
export type Total = { total: number }

/** The `limit` and `offset` of one page of an admin list. */
export function pageLimit({ page, per_page }: PageQuery): SQL {
  return sql`limit ${per_page} offset ${(page - 1) * per_page}`
}

/** How many rows an admin list has on all its pages. */
export function selectTotal(db: Database, from: SQL): Statement<Total[]> {
  return rows<Total>(db, sql`select count(*) as total from ${from}`)
}

export function toAdminPage<Item>(
  { page, per_page }: PageQuery,
  items: Item[],
  [count]: Total[],
): AdminPage<Item> {
  return { items, page, per_page, total: count?.total ?? 0 }
}
