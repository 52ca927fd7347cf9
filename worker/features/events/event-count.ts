import { sql } from 'drizzle-orm'
import { read, type Ctx } from '#worker/context.ts'
import type { Statement } from '#worker/db/client.ts'
import { selectFirst } from '#worker/db/statement.ts'
import type { EventCount, EventCountQuery } from './contract.ts'
import { nameFilterClause } from './lists/filters.ts'
import { selectListedEventIds } from './lists/sections.ts'
import { toDayWindow } from './ranges.ts'

/** Beyond, nobody counts: a list so long is narrowed further, not read to its end. */
const mostCounted = 100

type FoundTotal = { total: number } | undefined

/** None where the query contradicts itself, as nothing matches it then. */
export function selectEventCount(ctx: Ctx, query: EventCountQuery): Statement<FoundTotal>[] {
  const ids = selectListedEventIds(
    ctx,
    { ...query, ...toDayWindow(query), sort: 'start', limit: mostCounted, cursor: undefined },
    { within: nameFilterClause(query), limit: mostCounted + 1 },
  )
  return ids ? [selectFirst({ total: sql<number>`count(*)` }, sql`from (${ids})`)] : []
}

export function toEventCount(found: FoundTotal): EventCount {
  const total = found?.total ?? 0
  return { count: Math.min(total, mostCounted), has_more: total > mostCounted }
}

export async function countEvents(ctx: Ctx, query: EventCountQuery): Promise<EventCount> {
  const [found] = await read(ctx, selectEventCount(ctx, query))
  return toEventCount(found)
}
