import { sql, type SQL } from 'drizzle-orm'
import { read, type Ctx } from '#worker/context.ts'
import type { GameId, Page } from '#worker/contract.ts'
import type { Statement } from '#worker/db/client.ts'
import { contains } from '#worker/db/contains.ts'
import { selectGamesWithEvents } from '#worker/features/games/games.ts'
import { invalid } from '#worker/http/errors.ts'
import { ruleText } from '#worker/validation-texts.ts'
import type { EventItems, EventsQuery, EventSummary, Phase } from './contract.ts'
import { selectEvents, toSummary, type EventRow } from './event-rows.ts'
import { windowOf } from './ranges.ts'

/** No event is longer, so a live one started within this. */
export const longestMs = 60 * 86_400_000
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
  const isWhole = /^[0-9a-z]{1,10}\.[0-2]\.[0-9a-z]{1,10}\.[0-9a-z]{1,10}$/.test(text)
  if (!isWhole) throw invalid([{ path: 'cursor', msg: ruleText('bad_cursor', ctx.locale) }])
  const [asOf = 0, section = 0, key = 0, id = 0] = text.split('.').map((part) => parseInt(part, 36))
  return { asOf, section, key, id }
}

function anyOf(column: SQL, values: readonly (string | number)[]): SQL {
  if (values.length === 0) return sql``
  return sql` and ${column} in (${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )})`
}

function filtersOf(query: EventsQuery, now: number): SQL {
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
  ])
}

/** One section of the default order: its condition, its sort key and direction. */
function sectionOf(phase: Phase, asOf: number): SQL {
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
type Plan = {
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
function planByPhase(ctx: Ctx, query: EventsQuery): Plan {
  const cursor = decodeCursor(ctx, query.cursor)
  const asOf = cursor?.asOf ?? ctx.now
  const filters = filtersOf(query, asOf)
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

function planByKey(ctx: Ctx, query: EventsQuery): Plan {
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
    sql`where e.status = 'approved' and (e.cancelled_at is null or e.end_at <= ${asOf})${filtersOf(query, asOf)}${future}${phase}${afterCursor(cursor, 0, column, true)}
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

function planList(ctx: Ctx, query: EventsQuery): Plan {
  return query.sort === 'start' ? planByPhase(ctx, query) : planByKey(ctx, query)
}

/** The public agenda; by default live, then upcoming by start, then past with the newest first. */
export async function listEvents(ctx: Ctx, query: EventsQuery): Promise<Page<EventSummary>> {
  const plan = planList(ctx, query)
  return plan.toPage(await read(ctx, plan.statements))
}

/** The agenda with what its filters offer, in one round trip. */
export async function getAgenda(
  ctx: Ctx,
  query: EventsQuery,
): Promise<{ page: Page<EventSummary>; games: { id: GameId; name: string }[] }> {
  const plan = planList(ctx, query)
  const [games, ...results] = await read(ctx, [selectGamesWithEvents(ctx), ...plan.statements])
  return { page: plan.toPage(results), games }
}

export async function listLive(ctx: Ctx, limit = 24): Promise<EventItems> {
  const [found] = await read(ctx, [liveQuery(ctx, limit)])
  return { items: found.map((row) => toSummary(row, ctx.now)) }
}

/** Not over yet, most hyped first. */
export async function listMostHyped(ctx: Ctx, limit = 24): Promise<EventItems> {
  const [found] = await read(ctx, [mostHypedQuery(ctx, limit)])
  return { items: found.map((row) => toSummary(row, ctx.now)) }
}

function liveQuery(ctx: Ctx, limit: number) {
  return selectEvents(
    ctx.db,
    sql`where ${sectionOf('live', ctx.now)} order by e.start_at desc, e.id desc limit ${limit}`,
  )
}

/**
 * Sorts the events that are not over rather than walking the index by hype, whose top is the archive;
 * the plus keeps the planner off it.
 */
function mostHypedQuery(ctx: Ctx, limit: number) {
  const { now } = ctx
  return selectEvents(
    ctx.db,
    sql`where e.status = 'approved' and e.cancelled_at is null and e.end_at > ${now}
        and e.start_at > ${now - longestMs} and e.hype_count > 0
        order by +e.hype_count desc, e.id desc limit ${limit}`,
  )
}

export type HomeEvents = {
  /** The big one of the coming days: the most hyped that has yet to start. */
  next: EventSummary | undefined
  live: EventSummary[]
  mostHyped: EventSummary[]
  upcoming: EventSummary[]
}

/** The home page's blocks in one round trip. */
export async function getHomeEvents(ctx: Ctx): Promise<HomeEvents> {
  const { db, now } = ctx
  const [next, live, mostHyped, upcoming] = await read(ctx, [
    selectEvents(
      db,
      sql`where e.status = 'approved' and e.cancelled_at is null and e.time_certainty <> 'tba'
          and e.start_at > ${now} and e.start_at < ${now + 30 * 86_400_000}
          order by +e.hype_count desc, e.start_at, e.id limit 1`,
    ),
    liveQuery(ctx, 6),
    mostHypedQuery(ctx, 6),
    selectEvents(db, sql`where ${sectionOf('upcoming', now)} order by e.start_at, e.id limit 24`),
  ])
  const show = (row: EventRow) => toSummary(row, now)
  return {
    next: next.map(show)[0],
    live: live.map(show),
    mostHyped: mostHyped.map(show),
    upcoming: upcoming.map(show),
  }
}
