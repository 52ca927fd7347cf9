import { sql, type SQL } from 'drizzle-orm'
import * as v from 'valibot'
import type { Ctx } from '#worker/context.ts'
import type { Page } from '#worker/contract.ts'
import type { Statement } from '#worker/db/client.ts'
import { contains } from '#worker/db/contains.ts'
import { invalid } from '#worker/http/errors.ts'
import { ruleText } from '#worker/validation-texts.ts'
import { EventsCursor, type EventsQuery, type EventSummary, type Phase } from './contract.ts'
import {
  isApproved,
  longestMs,
  phaseAt,
  selectPicked,
  toSummary,
  type EventRow,
} from './event-rows.ts'
import { inSections, oneAfterAnother, phases, sectionOf } from './event-sections.ts'
import { windowOf } from './ranges.ts'

/**
 * Where a page ended: the instant the first page was read at (so that an event cannot change phase
 * between pages), the phase or sort, the sort key and the id.
 */
type Cursor = { asOf: number; section: number; key: number; id: number }

function encodeCursor({ asOf, section, key, id }: Cursor): string {
  return [asOf, section, key, id].map((part) => part.toString(36)).join('.')
}

function decodeCursor(ctx: Ctx, text: string | undefined): Cursor | undefined {
  if (text === undefined) return undefined
  if (!v.is(EventsCursor, text))
    throw invalid([{ path: 'cursor', msg: ruleText('bad_cursor', ctx.locale) }])
  const [asOf = 0, section = 0, key = 0, id = 0] = text.split('.').map((part) => parseInt(part, 36))
  return { asOf, section, key, id }
}

type Asked = { query: EventsQuery; within: SQL; now: number }

function anyOf(column: SQL, values: readonly (string | number)[]): SQL {
  if (values.length === 0) return sql``
  return sql` and ${column} in (${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )})`
}

export function filtersOf({ query, within, now }: Asked): SQL {
  const { from, to } = windowOf(query, now)
  return sql.join([
    from === undefined ? sql`` : sql` and e.end_at > ${from} and e.start_at > ${from - longestMs}`,
    to === undefined ? sql`` : sql` and e.start_at < ${to}`,
    anyOf(sql`e.language`, query.language),
    anyOf(sql`e.platform`, query.platform),
    anyOf(sql`e.category`, query.category),
    anyOf(sql`e.game_id`, query.game),
    anyOf(sql`e.group_id`, query.group),
    query.q === '' ? sql`` : sql` and ${contains(sql`e.name`, query.q)}`,
    within,
  ])
}

/** Where the events `e` of a query come from: those of chosen streamers by their keys, not by start. */
export function sourceOf({ streamer }: Pick<EventsQuery, 'streamer'>): SQL {
  return streamer.length === 0
    ? sql`events e`
    : among(sql`select event_id as id from event_participants
        where true${anyOf(sql`streamer_id`, streamer)} group by event_id`)
}

/** The cross join keeps the planner from walking all events instead. */
function among(ids: SQL): SQL {
  return sql`(${ids}) own cross join events e on e.id = own.id`
}

function afterCursor(cursor: Cursor | undefined, section: number, key: SQL, isDown: boolean): SQL {
  if (cursor?.section !== section) return sql``
  const comparison = sql.raw(isDown ? '<' : '>')
  return sql` and (${key}, e.id) ${comparison} (${cursor.key}, ${cursor.id})`
}

/** The statements of a list, and how their rows become its page. */
export type Plan = {
  statements: Statement<EventRow[]>[]
  toPage(results: EventRow[][]): Page<EventSummary>
}

function toPage(
  found: EventRow[],
  { limit }: EventsQuery,
  asOf: number,
  placeOf: (row: EventRow) => { section: number; key: number },
): Page<EventSummary> {
  const shown = found.slice(0, limit)
  const last = found.length > limit ? shown.at(-1) : undefined
  return {
    items: shown.map((row) => toSummary(row, asOf)),
    next_cursor: last ? encodeCursor({ asOf, ...placeOf(last), id: last.id }) : null,
  }
}

/** The default order is three sections one after the other: live, upcoming, past. */
function planByPhase(ctx: Ctx, query: EventsQuery, { from, within }: Narrowing): Plan {
  const cursor = decodeCursor(ctx, query.cursor)
  const asOf = cursor?.asOf ?? ctx.now
  const filters = filtersOf({ query, within, now: asOf })
  const sections = phases.flatMap((phase, section) => {
    const isWanted = query.phase.length === 0 || query.phase.includes(phase)
    const isBehind = cursor !== undefined && section < cursor.section
    const isHidden = query.future_only && phase === 'past'
    const after = afterCursor(cursor, section, sql`e.start_at`, phase === 'past')
    const where = sql`${filters}${after}`
    return isWanted && !isBehind && !isHidden ? [sectionOf(phase, asOf, { from, where })] : []
  })
  const picked = oneAfterAnother(sections, query.limit + 1)
  const placeOf = (row: EventRow) => ({
    section: phases.indexOf(phaseAt(row, asOf)),
    key: row.startAt,
  })
  return {
    statements: sections.length === 0 ? [] : [selectPicked(ctx.db, picked)],
    toPage: ([found = []]) => toPage(inSections(found, asOf), query, asOf, placeOf),
  }
}

/** Of an event `e`; the plus keeps to the index of the order. */
function isIn(phase: Phase, asOf: number): SQL {
  if (phase === 'upcoming') return sql`+e.start_at > ${asOf} and e.cancelled_at is null`
  return phase === 'live'
    ? sql`+e.start_at <= ${asOf} and e.end_at > ${asOf} and e.cancelled_at is null`
    : sql`e.end_at <= ${asOf}`
}

function planByKey(ctx: Ctx, query: EventsQuery, { from, within }: Narrowing): Plan {
  const cursor = decodeCursor(ctx, query.cursor)
  const asOf = cursor?.asOf ?? ctx.now
  const isByHype = query.sort === 'hype'
  const column = isByHype ? sql`e.hype_count` : sql`e.approved_at`
  const future = query.future_only ? sql` and e.end_at > ${asOf}` : sql``
  const asked = query.phase.map((phase) => sql`${isIn(phase, asOf)}`)
  const phase = asked.length === 0 ? sql`` : sql` and (${sql.join(asked, sql` or `)})`
  const order = sql`${column} desc, e.id desc`
  const picked = sql`select e.id from ${from} where ${isApproved}
    and (e.cancelled_at is null or e.end_at <= ${asOf})${filtersOf({ query, within, now: asOf })}${future}${phase}${afterCursor(cursor, 0, column, true)}
    order by ${order} limit ${query.limit + 1}`
  const keyOf = (row: EventRow) => (isByHype ? row.hypeCount : (row.approvedAt ?? 0))
  return {
    statements: [selectPicked(ctx.db, picked, order)],
    toPage: ([found = []]) =>
      toPage(found, query, asOf, (row) => ({ section: 0, key: keyOf(row) })),
  }
}

type Narrowing = { from: SQL; within: SQL }

/**
 * How a list of events is read and cut into pages; the statements go in the caller's own batch.
 * It is narrowed beyond what a query can say by `ids`, which selects few, or by `within`: a
 * condition on `e` that begins with `and`.
 */
export function planEvents(
  ctx: Ctx,
  query: EventsQuery,
  { ids, within = sql`` }: { ids?: SQL; within?: SQL } = {},
): Plan {
  const narrowing = { from: ids ? among(ids) : sourceOf(query), within }
  return query.sort === 'start'
    ? planByPhase(ctx, query, narrowing)
    : planByKey(ctx, query, narrowing)
}
