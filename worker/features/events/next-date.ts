import { sql, type SQL } from 'drizzle-orm'
import { toInstant } from '#worker/contracts/time.ts'
import { e } from '#worker/db/aliases.ts'
import { jsonArraySql, parseJsonRow } from '#worker/db/row.ts'
import type { NextDate } from './contract.ts'

const columns = { startAt: e.startAt, timezone: e.timezone, certainty: e.timeCertainty }

/** A cell, as JSON: the first of the events `e` of a `from` clause that names which are to come. */
export function selectNextDate(coming: SQL): SQL<string | null> {
  return sql<string | null>`(select ${jsonArraySql(columns)} || '' ${coming}
    order by ${e.startAt}, ${e.id} limit 1)`
}

export function toNextDate(cell: string | null): NextDate | null {
  if (cell === null) return null
  const { startAt, timezone, certainty } = parseJsonRow(columns, cell)
  return { start: toInstant(startAt), timezone, time_certainty: certainty }
}

/** In seconds: until one of a page's cards turns from its next date to live, a minute at most. */
export function maxAgeUntilNextDate(
  cards: readonly { next: NextDate | null }[],
  now: number,
): number {
  const starts = cards
    .map(({ next }) => (next ? Date.parse(next.start) : 0))
    .filter((start) => start > now)
  return Math.ceil((Math.min(now + 60_000, ...starts) - now) / 1000)
}
