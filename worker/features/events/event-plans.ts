import { sql, type SQL } from 'drizzle-orm'
import * as v from 'valibot'
import type { Ctx } from '#worker/context.ts'
import type { Page } from '#worker/contract.ts'
import type { Statement } from '#worker/db/client.ts'
import { contains } from '#worker/db/contains.ts'
import { invalid } from '#worker/http/errors.ts'
import { ruleText } from '#worker/validation-texts.ts'
import { EventsCursor, type EventsQuery, type EventSummary, type Phase } from './contract.ts'
import { longestMs, selectEvents, toSummary, type EventRow } from './event-rows.ts'
import { windowOf } from './ranges.ts'

const phases: Phase[] = ['live', 'upcoming', 'past']

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
    query.streamer.length === 0
      ? sql``
      : sql` and exists (select 1 from event_participants ep where ep.event_id = e.id${anyOf(sql`ep.streamer_id`, query.streamer)})`,
    query.q === '' ? sql`` : sql` and ${contains(sql`e.name`, query.q)}`,
    within,
  ])
}

/** One section of the default order: its condition, its sort key and direction. */
export function sectionOf(phase: Phase, asOf: number): SQL {
  if (phase === 'live') {
    return sql`e.status = 'approved' and e.start_at <= ${asOf} and e.start_at > ${asOf - longestMs}
      and e.end_at > ${asOf} and e.cancelled_at is null`
  }
  if (phase === 'upcoming') {
    return sql`e.status = 'approved' and e.start_at > ${asOf} and e.cancelled_at is null`
  }
  return sql`e.status = 'approved' and e.start_at <= ${asOf} and e.end_at <= ${asOf}`
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

type Found = { row: EventRow; section: number }

function toPage(
  { limit }: EventsQuery,
  asOf: number,
  found: Found[],
  keyOf: (row: EventRow) => number,
): Page<EventSummary> {
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  const isMore = found.length > limit
  return {
    items: shown.map(({ row }) => toSummary(row, asOf)),
    next_cursor:
      last && isMore
        ? encodeCursor({ asOf, section: last.section, key: keyOf(last.row), id: last.row.id })
        : null,
  }
}

/** The default order is three sections one after the other: live, upcoming, past. */
function planByPhase(ctx: Ctx, query: EventsQuery, within: SQL): Plan {
  const cursor = decodeCursor(ctx, query.cursor)
  const asOf = cursor?.asOf ?? ctx.now
  const filters = filtersOf({ query, within, now: asOf })
  const asked = phases.flatMap((phase, section) => {
    const isWanted = query.phase.length === 0 || query.phase.includes(phase)
    const isBehind = cursor !== undefined && section < cursor.section
    const isHidden = query.future_only && phase === 'past'
    return isWanted && !isBehind && !isHidden ? [{ phase, section }] : []
  })
  const statements = asked.map(({ phase, section }) => {
    const isDown = phase === 'past'
    const direction = sql.raw(isDown ? 'desc' : 'asc')
    const after = afterCursor(cursor, section, sql`e.start_at`, isDown)
    return selectEvents(
      ctx.db,
      sql`where ${sectionOf(phase, asOf)}${filters}${after}
        order by e.start_at ${direction}, e.id ${direction} limit ${query.limit + 1}`,
    )
  })
  return {
    statements,
    toPage(results) {
      const found = results.flatMap((rows, index) =>
        rows.map((row) => ({ row, section: asked[index]?.section ?? 0 })),
      )
      return toPage(query, asOf, found, (row) => row.startAt)
    },
  }
}

function planByKey(ctx: Ctx, query: EventsQuery, within: SQL): Plan {
  const cursor = decodeCursor(ctx, query.cursor)
  const asOf = cursor?.asOf ?? ctx.now
  const isByHype = query.sort === 'hype'
  const column = isByHype ? sql`e.hype_count` : sql`e.approved_at`
  const future = query.future_only ? sql` and e.end_at > ${asOf}` : sql``
  const phase =
    query.phase.length === 0
      ? sql``
      : sql` and (${sql.join(
          query.phase.map((one) => sql`(${sectionOf(one, asOf)})`),
          sql` or `,
        )})`
  const statement = selectEvents(
    ctx.db,
    sql`where e.status = 'approved' and (e.cancelled_at is null or e.end_at <= ${asOf})${filtersOf({ query, within, now: asOf })}${future}${phase}${afterCursor(cursor, 0, column, true)}
      order by ${column} desc, e.id desc limit ${query.limit + 1}`,
  )
  return {
    statements: [statement],
    toPage: ([rows = []]) =>
      toPage(
        query,
        asOf,
        rows.map((row) => ({ row, section: 0 })),
        (row) => (isByHype ? row.hypeCount : (row.approvedAt ?? 0)),
      ),
  }
}

/**
 * How a list of events is read and cut into pages; the statements go in the caller's own batch.
 * `within` narrows it beyond what a query can say: a condition on `e` that begins with `and`.
 */
export function planEvents(ctx: Ctx, query: EventsQuery, within = sql``): Plan {
  return query.sort === 'start' ? planByPhase(ctx, query, within) : planByKey(ctx, query, within)
}
