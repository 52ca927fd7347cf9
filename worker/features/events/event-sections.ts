import { sql, type SQL } from 'drizzle-orm'
import { upcomingOrLiveEvents, type InstantOrSql } from './upcoming-or-live.ts'
import type { Phase } from './contract.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { isApproved, phaseAt, type EventRow } from './event-rows.ts'
import { events } from '#worker/db/schema/events.ts'
import { alias } from '#worker/db/write-sql.ts'

const e = alias(events, 'e')

/** In the default order. */
export const phases: readonly Phase[] = ['live', 'upcoming', 'past']

/** Ids `id` of one section in its order, at most so many. */
export type EventSectionQuery = (limit: SQL) => SQL

type Narrowed = {
  /** Where `e` comes from. */
  from: SQL
  /** Conditions on `e` that begin with `and`. */
  where: SQL
}

/** One section: live and upcoming by start, past with the newest first. */
export function selectSection(
  phase: Phase,
  asOf: InstantOrSql,
  { from, where }: Narrowed,
): EventSectionQuery {
  if (phase === 'live') {
    const begun = sql`and ${e.startAt} <= ${asOf}${where}`
    return (limit) => upcomingOrLiveEvents(asOf, { from, where: begun, limit })
  }
  const isWithin =
    phase === 'upcoming'
      ? sql`${e.startAt} > ${asOf} and ${e.cancelledAt} is null`
      : sql`${e.startAt} <= ${asOf} and ${e.endAt} <= ${asOf}`
  const direction = sql.raw(phase === 'past' ? 'desc' : 'asc')
  return (limit) => sql`select ${e.id} from ${from} where ${isApproved} and ${isWithin}${where}
    order by ${e.startAt} ${direction}, ${e.id} ${direction} limit ${limit}`
}

/** Of an event `e`: in another language than the page. */
export function isForeign(language: Locale | SQL): SQL {
  return sql`${e.language} <> ${language}`
}

/** Ids of one section after the other: each reads only what those before it left to read. */
export function concatSections(sections: readonly EventSectionQuery[], limit: number): SQL {
  const names = sections.map((_, index) => sql.raw(`section_${index}`))
  const each = sections.map((section, index) => {
    const taken = names.slice(0, index).map((name) => sql` - (select count(*) from ${name})`)
    return sql`${names[index]} as materialized (${section(sql`max(0, ${limit}${sql.join(taken)})`)})`
  })
  const all = names.map((name) => sql`select id from ${name}`)
  return sql`with ${sql.join(each, sql`, `)} ${sql.join(all, sql` union all `)}`
}

/** Rows in the default order. */
export function sortBySection<Row extends EventRow>(
  rows: Row[],
  asOf: number,
  language?: Locale,
): Row[] {
  const foreign = (row: Row, phase: Phase) =>
    Number(language !== undefined && phase === 'live' && row.language !== language)
  return rows.toSorted((one, other) => {
    const phase = phaseAt(one, asOf)
    const direction = phase === 'past' ? -1 : 1
    const otherPhase = phaseAt(other, asOf)
    return (
      phases.indexOf(phase) - phases.indexOf(otherPhase) ||
      foreign(one, phase) - foreign(other, otherPhase) ||
      direction * (one.startAt - other.startAt || one.id - other.id)
    )
  })
}
