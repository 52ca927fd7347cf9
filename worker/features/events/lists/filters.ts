import { sql, type Column, type SQL } from 'drizzle-orm'
import { maxEventDurationMs } from '#worker/contracts/durations.ts'
import { contains } from '#worker/db/conditions.ts'
import { games } from '#worker/db/schema/directory.ts'
import { eventParticipants } from '#worker/db/schema/events.ts'
import { alias } from '#worker/db/write-sql.ts'
import type { AgendaQuery, EventsQuery } from '#worker/features/events/contract.ts'
import { isFutureOnly, toTimeWindow } from '#worker/features/events/ranges.ts'
import type { InstantOrSql } from '#worker/features/events/upcoming-or-live.ts'
import { e } from '#worker/db/aliases.ts'

const ep = alias(eventParticipants, 'ep')

type EventFilterInput = { query: EventsQuery; within: SQL; now: InstantOrSql }

export function inListClause(column: Column | SQL, values: readonly (string | number)[]): SQL {
  if (values.length === 0) return sql``
  return sql` and ${column} in (${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )})`
}

/** `within` must know the name of `of`. */
export function eventFilterClause({ query, within, now }: EventFilterInput, of = e): SQL {
  const { from, to } = toTimeWindow(query, now)
  return sql.join([
    from === undefined
      ? sql``
      : sql` and ${of.endAt} > ${from} and ${of.startAt} > ${from - maxEventDurationMs}`,
    to === undefined ? sql`` : sql` and ${of.startAt} < ${to}`,
    inListClause(of.language, query.language),
    inListClause(of.platform, query.platform),
    // The plus keeps to the index of a game, of a group or by start.
    inListClause(sql`+${of.category}`, query.category),
    inListClause(of.gameId, query.game),
    inListClause(of.groupId, query.group),
    query.q === '' ? sql`` : sql` and ${contains(of.name, query.q)}`,
    within,
  ])
}

/** Names stand for all that they are a part of, so that the fields work without suggestions. */
export function nameFilterClause({
  game_q: game,
  streamer_q: streamer,
}: Pick<AgendaQuery, 'game_q' | 'streamer_q'>): SQL {
  const ofGame = sql` and ${e.gameId} in
    (select ${games.id} from ${games} where ${contains(games.nameKey, game.toLowerCase())})`
  const ofStreamer = sql` and (${contains(e.streamingAccountName, streamer)} or exists
    (select 1 from ${ep} where ${ep.eventId} = ${e.id}
      and (${contains(ep.displayName, streamer)} or ${contains(ep.account, streamer)})))`
  return sql.join([game ? ofGame : sql``, streamer ? ofStreamer : sql``])
}

/** Events `e` of chosen streamers are found by their keys, not by start. */
export function eventFromClause({ streamer }: Pick<EventsQuery, 'streamer'>, ids?: SQL): SQL {
  if (ids) return joinEventsByIds(ids)
  return streamer.length === 0
    ? sql`${e}`
    : joinEventsByIds(sql`select ${eventParticipants.eventId} as id from ${eventParticipants}
        where true${inListClause(eventParticipants.streamerId, streamer)}
        group by ${eventParticipants.eventId}`)
}

/** The cross join keeps the planner from walking all events instead. */
function joinEventsByIds(ids: SQL): SQL {
  return sql`(${ids}) own cross join ${e} on ${e.id} = own.id`
}

/** A statement's text depends on it: not on the cursor, and on days as of an instant. */
export function toQueryShape(query: EventsQuery, asOf: number): EventsQuery {
  const shape = { ...query, cursor: undefined }
  if (query.range === 'all') return shape
  const isFuture = isFutureOnly(query)
  return { ...shape, ...toTimeWindow(query, asOf), range: 'all', tz: 'UTC', future_only: isFuture }
}
