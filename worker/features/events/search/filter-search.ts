import { sql, type Column, type SQL } from 'drizzle-orm'
import { Temporal } from 'temporal-polyfill'
import * as v from 'valibot'
import type { Ctx } from '#worker/context.ts'
import { findCategory } from '#worker/contracts/category-words.ts'
import { findDay, type NamedDay } from '#worker/contracts/day-words.ts'
import type { Category } from '#worker/contracts/enumerations.ts'
import { splitWords } from '#worker/contracts/words.ts'
import type { Statement } from '#worker/db/client.ts'
import { eventParticipants, events } from '#worker/db/schema/events.ts'
import { alias } from '#worker/db/write-sql.ts'
import { EventsQuery } from '#worker/features/events/contract.ts'
import { selectEventsByIds, type EventRow } from '#worker/features/events/event-rows.ts'
import { buildEventsQuery, selectListedIds } from '#worker/features/events/events-query.ts'
import { toDayWindow } from '#worker/features/events/ranges.ts'
import type { SearchedDay, SearchQuery } from './contract.ts'
import { containsPattern, patternOf } from './name-patterns.ts'

/** More than a day has; among them the names are compared. */
const comparedAtMost = 200

const e = alias(events, 'e')
const p = alias(eventParticipants, 'p')

/** The named day as one of the calendar: the reader's today, or the next of its name. */
function dateOf(day: NamedDay, tz: string, now: number): string {
  const today = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(tz).toPlainDate()
  if (day === 'today' || day === 'tonight') return today.toString()
  const days = day === 'tomorrow' ? 1 : (day - today.dayOfWeek + 7) % 7
  return today.add({ days }).toString()
}

export type FilterSearch = {
  when: SearchedDay | null
  category: Category | null
  /** The other words, empty where there are none. */
  rest: string
  /** The words without those for a day: names may have those for a category. */
  names: string
  /** What is not over and passes the filters, in the order of the agenda. */
  statements: Statement<EventRow[]>[]
}

function filtersOf(day: NamedDay | undefined, { tz }: SearchQuery, now: number) {
  if (day === undefined) return { when: null, filters: {} }
  const date = dateOf(day, tz, now)
  return day === 'tonight'
    ? { when: { range: 'tonight', day: date } as const, filters: { range: 'tonight', tz } as const }
    : {
        when: { range: 'day', day: date } as const,
        filters: toDayWindow({ from: date, to: date, tz }),
      }
}

/** The name of an event `e`, its channel or a participant has the word. */
function hasWord(word: string): SQL {
  const contains = (name: Column) => containsPattern(sql`${name}`, sql`${patternOf(word)}`)
  return sql`(${contains(e.name)} or ${contains(e.streamingAccountName)} or exists (
    select 1 from ${p} where ${p.eventId} = ${e.id} and ${contains(p.displayName)}))`
}

/**
 * Of a category's first events those with all other words, else the first of all. The rows of all of them
 * would cost four times as much as the rest of the search.
 */
function narrowToWords(ids: SQL, words: readonly string[], limit: number): SQL {
  return sql`with listed as materialized (${ids}), worded as materialized (
      select listed.id as id from listed cross join ${e} on ${e.id} = listed.id
      where ${sql.join(words.map(hasWord), sql` and `)})
    select id from (select id from worded limit ${limit})
    union all select id from (select id from listed limit ${limit})
      where not exists (select 1 from worded)`
}

/** What a search asks for by naming a day or a category; undefined where it names neither. */
export function planFilterSearch(ctx: Ctx, query: SearchQuery): FilterSearch | undefined {
  const ofDay = findDay(query.q, query.locale)
  const names = ofDay?.rest ?? query.q
  const ofCategory = findCategory(names)
  if (!ofDay && !ofCategory) return undefined
  const category = ofCategory?.category ?? null
  const rest = ofCategory?.rest ?? names
  const { when, filters } = filtersOf(ofDay?.day, query, ctx.now)
  const filtered: EventsQuery = {
    ...v.parse(EventsQuery, {}),
    ...filters,
    future_only: true,
    category: category ? [category] : [],
    limit: query.limit,
  }
  const asked = { isOfDay: when !== null, words: splitWords(rest) }
  return { when, category, rest, names, statements: selectFiltered(ctx, filtered, asked) }
}

type Asked = { isOfDay: boolean; words: readonly string[] }

/** All of a day, to be compared with the other words; of a category what is shown. */
function selectFiltered(
  ctx: Ctx,
  query: EventsQuery,
  { isOfDay, words }: Asked,
): Statement<EventRow[]>[] {
  if (!isOfDay && words.length === 0) return buildEventsQuery(ctx, query).statements
  const listed = selectListedIds(ctx, query, { within: sql``, limit: comparedAtMost })
  if (!listed) return []
  return [selectEventsByIds(isOfDay ? listed : narrowToWords(listed, words, query.limit))]
}
