import { sql } from 'drizzle-orm'
import { read, type Ctx } from '#worker/context.ts'
import { first, select } from '#worker/db/statement.ts'
import type { EventCount, EventCountQuery } from './contract.ts'
import { nameFilterClause } from './lists/filters.ts'
import { selectListedEventIds } from './lists/sections.ts'
import { toDayWindow } from './ranges.ts'

/** Beyond, nobody counts: a list so long is narrowed further, not read to its end. */
const mostCounted = 100

export async function countEvents(ctx: Ctx, query: EventCountQuery): Promise<EventCount> {
  const ids = selectListedEventIds(
    ctx,
    { ...query, ...toDayWindow(query), sort: 'start', limit: mostCounted, cursor: undefined },
    { within: nameFilterClause(query), limit: mostCounted + 1 },
  )
  if (!ids) return { count: 0, has_more: false }
  const { found } = await read(ctx, {
    found: first(select({ total: sql<number>`count(*)` }, sql`from (${ids})`)),
  })
  const total = found?.total ?? 0
  return { count: Math.min(total, mostCounted), has_more: total > mostCounted }
}
