import { sql, type SQL } from 'drizzle-orm'
import { e } from '#worker/db/aliases.ts'
import { instantSql, jsonRow } from '#worker/db/row.ts'
import type { NextDate } from './contract.ts'

const columns = {
  start: instantSql(e.startAt),
  timezone: e.timezone,
  time_certainty: e.timeCertainty,
}

/** The first of the events `e` of a `from` clause that names which are to come. */
export function selectNextDate(coming: SQL): SQL<NextDate | null> {
  return jsonRow(
    columns,
    (row) => sql`(select ${row} ${coming} order by ${e.startAt}, ${e.id} limit 1)`,
  )
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
