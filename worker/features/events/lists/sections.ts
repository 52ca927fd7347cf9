import { sql, type Column, type SQL } from 'drizzle-orm'
import type { Locale } from '#worker/contracts/locale.ts'
import type { Ctx } from '#worker/context.ts'
import type { EventsQuery, Phase } from '#worker/features/events/contract.ts'
import { isApproved, derivePhase, type EventRow } from '#worker/features/events/event-rows.ts'
import { isFutureOnly } from '#worker/features/events/ranges.ts'
import {
  upcomingOrLiveEvents,
  type InstantOrSql,
} from '#worker/features/events/upcoming-or-live.ts'
import { eventFilterClause, eventFromClause } from './filters.ts'
import { e } from '#worker/db/aliases.ts'

const phases: readonly Phase[] = ['live', 'upcoming', 'past']

/** Ids `id` of one section in its order, at most so many. */
export type EventSectionQuery = (limit: SQL) => SQL

type SectionNarrowing = {
  from: SQL
  /** Conditions on `e` that begin with `and`. */
  where: SQL
}

export function buildSectionQuery(
  phase: Phase,
  asOf: InstantOrSql,
  { from, where }: SectionNarrowing,
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

/** `last` is the row before the page in the default order, of the `current` phase. */
export type ListCursor = { asOf: InstantOrSql; current: Phase | undefined; last: LastSortKeys }
export type NumberOrSql = number | SQL<number>
type LastSortKeys = readonly [key: NumberOrSql, id: NumberOrSql]

export function afterCursorClause(key: Column, isDown: boolean, [value, id]: LastSortKeys): SQL {
  return sql` and (${key}, ${e.id}) ${sql.raw(isDown ? '<' : '>')} (${value}, ${id})`
}

export function listQueriedPhases(query: EventsQuery, from?: Phase): Phase[] {
  return phases
    .slice(from === undefined ? 0 : phases.indexOf(from))
    .filter((phase) => query.phase.length === 0 || query.phase.includes(phase))
    .filter((phase) => phase !== 'past' || !isFutureOnly(query))
}

export function buildSectionQueries(
  query: EventsQuery,
  { asOf, current, last }: ListCursor,
  { from, within }: { from: SQL; within: SQL },
): EventSectionQuery[] {
  const filters = eventFilterClause({ query, within, now: asOf })
  return listQueriedPhases(query, current).map((phase) => {
    const after = phase === current ? afterCursorClause(e.startAt, phase === 'past', last) : sql``
    return buildSectionQuery(phase, asOf, { from, where: sql`${filters}${after}` })
  })
}

export function selectListedEventIds(
  { now }: Ctx,
  query: EventsQuery,
  { within, limit }: { within: SQL; limit: number },
): SQL | undefined {
  const cursor = { asOf: now, current: undefined, last: [0, 0] } as const
  const sections = buildSectionQueries(query, cursor, { from: eventFromClause(query), within })
  return sections.length === 0 ? undefined : concatSections(sections, limit)
}

export function isInOtherLanguage(language: Locale | SQL): SQL {
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

export function sortBySection<Row extends EventRow>(
  rows: Row[],
  asOf: number,
  language?: Locale,
): Row[] {
  const foreign = (row: Row, phase: Phase) =>
    Number(language !== undefined && phase === 'live' && row.language !== language)
  return rows.toSorted((one, other) => {
    const phase = derivePhase(one, asOf)
    const direction = phase === 'past' ? -1 : 1
    const otherPhase = derivePhase(other, asOf)
    return (
      phases.indexOf(phase) - phases.indexOf(otherPhase) ||
      foreign(one, phase) - foreign(other, otherPhase) ||
      direction * (one.startAt - other.startAt || one.id - other.id)
    )
  })
}
