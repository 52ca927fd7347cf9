import { sql, type SQL } from 'drizzle-orm'
import type { Locale } from '#worker/contracts/locale.ts'
import { dayMs, minuteMs } from '#worker/contracts/durations.ts'
import { boardRows, quarterMs } from '#worker/contracts/tonight.ts'
import { e } from '#worker/db/aliases.ts'
import { equals, literal } from '#worker/db/conditions.ts'
import { mapResult, prepare, preparePerShape, select, type Params } from '#worker/db/statement.ts'
import { isApproved, selectEventsByIds } from '#worker/features/events/event-rows.ts'
import {
  addMs,
  isLongerThanADay,
  subtractMs,
  type InstantOrSql,
} from '#worker/features/events/upcoming-or-live.ts'
import { selectStoredOrChosenPicks, type PickQuery } from './section-picks.ts'

const candidatesAtMost = 32

/** A night ends at 05:00 of the reader’s clock: 24 hours from now at the latest. */
const longestNightMs = dayMs

/** Events longer than a day are told apart once they are on. */
function isCandidate(now: InstantOrSql): SQL {
  return sql`${isApproved} and ${e.cancelledAt} is null and ${e.timeCertainty} <> 'tba'
    and ${e.endAt} > ${now} and ${e.startAt} > ${subtractMs(now, dayMs)}
    and (${e.startAt} > ${now} or not ${isLongerThanADay})`
}

/**
 * Right for every zone: an event that is among the first `boardRows` of all that start no later than it,
 * those in the page's language before the others, then the more hyped. The next starts are among them.
 */
export function createTonightChoice(locale: Locale): PickQuery {
  return ({ now, atMost }) => {
    // The choice is used for 15 minutes.
    const until = addMs(now, longestNightMs + 15 * minuteMs)
    const near = sql`select ${e.id} as id, max(${e.startAt}, ${now}) as at,
        not ${equals(e.language, locale)} as is_foreign, -${e.hypeCount} as cold
      from ${e} where ${isCandidate(now)} and ${e.startAt} < ${until}`
    const place = sql`(select count(*) from near other where other.at <= near.at
      and (other.is_foreign, other.cold, other.at, other.id)
        < (near.is_foreign, near.cold, near.at, near.id))`
    return sql`select id, place from (
        with near as materialized (${near})
        select id, ${place} as place from near where ${place} < ${literal(boardRows)}
        order by place limit ${atMost(candidatesAtMost - boardRows)})
      union all select id, ${literal(boardRows)} from (
        select ${e.id} as id from ${e} where ${isCandidate(now)} and ${e.startAt} > ${now}
        order by ${e.startAt}, ${e.id} limit ${atMost(boardRows)})`
  }
}

/** Candidates for the board of any zone, in order of time. */
export const selectTonightCandidates = preparePerShape(
  (locale: Locale, { now }: Params<{ now: number }>) => {
    const choice = createTonightChoice(locale)
    const picked = selectStoredOrChosenPicks(`tonight_${locale}`, { now, choice, shown: 1 })
    const order = sql`${e.startAt}, ${e.id}`
    return selectEventsByIds(
      sql`select ${e.id} as id from (select distinct id from (${picked})) choice
        cross join ${e} on ${e.id} = choice.id where ${isCandidate(now)}
        order by ${order} limit ${literal(candidatesAtMost)}`,
      order,
    )
  },
)

const quarterCount = longestNightMs / quarterMs + 1

/** The next 24 hours’ starts by quarter of an hour. */
export const selectStartsPerQuarter = prepare(({ now }: Params<{ now: number }>) => {
  const first = sql`cast(${now} as integer) / ${literal(quarterMs)}`
  // Whole quarters: the page stays the same within one.
  const end = sql`(${first} + ${literal(quarterCount)}) * ${literal(quarterMs)}`
  const counts = select(
    {
      quarter: sql<number>`${e.startAt} / ${literal(quarterMs)} - ${first}`,
      count: sql<number>`count(*)`,
    },
    sql`from ${e} where ${isApproved} and ${e.cancelledAt} is null
      and ${e.startAt} > ${now} and ${e.startAt} < ${end} group by 1`,
  )
  return mapResult(counts, (rows) => {
    const starts: number[] = Array.from({ length: quarterCount }, () => 0)
    for (const row of rows) starts[row.quarter] = row.count
    return starts
  })
})
