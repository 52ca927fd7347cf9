import { sql, type SQL } from 'drizzle-orm'
import { read, type Ctx } from '#worker/context.ts'
import type { Page } from '#worker/contracts/pagination.ts'
import { allOrNone, allowFailure, rows, type Statement } from '#worker/db/client.ts'
import { contains } from '#worker/db/contains.ts'
import type { AgendaQuery, EventSummary } from './contract.ts'
import { buildEventsQuery } from './events-query.ts'
import { daysWindow } from './ranges.ts'

export type Named = { id: number; name: string }
/** What filters show beyond their own values: names of what was chosen, and the groups to choose from. */
export type AgendaChoices = { games: Named[]; streamers: Named[]; groups: Named[] }

const groupsAtMost = 200

/**
 * The page of the agenda: its events, undefined where reading them failed, and what its filters
 * need; in one round trip.
 */
export async function getAgenda(
  ctx: Ctx,
  query: AgendaQuery,
): Promise<{ page: Page<EventSummary> | undefined } & AgendaChoices> {
  const plan = buildEventsQuery(
    ctx,
    { ...query, ...daysWindow(query) },
    { within: namesLike(query) },
  )
  const [games = [], streamers = [], groups = [], ...results] = await read(ctx, [
    allowFailure(selectNamed(ctx, sql`select id, name from games`, query.game)),
    allowFailure(
      selectNamed(ctx, sql`select id, display_name as name from streamers`, query.streamer),
    ),
    allowFailure(selectGroups(ctx, query.group)),
    ...plan.statements.map(allowFailure),
  ])
  const found = allOrNone(results)
  return { page: found && plan.toPage(found), games, streamers, groups }
}

/**
 * Typed names stand for whatever they are a part of: any such game; any such channel or
 * participant. So the fields work as they are, and suggestions only make the choice exact.
 */
function namesLike({ game_q: game, streamer_q: streamer }: AgendaQuery): SQL {
  const ofGame = sql` and e.game_id in
    (select id from games where ${contains(sql`name_key`, game.toLowerCase())})`
  const ofStreamer = sql` and (${contains(sql`e.streaming_account_name`, streamer)} or exists
    (select 1 from event_participants ep where ep.event_id = e.id
      and (${contains(sql`ep.display_name`, streamer)} or ${contains(sql`ep.account`, streamer)})))`
  return sql.join([game ? ofGame : sql``, streamer ? ofStreamer : sql``])
}

function selectNamed({ db }: Ctx, from: SQL, ids: readonly number[]): Statement<Named[]> {
  return rows<Named>(db, sql`${from} where id in (${valuesOf(ids)}) order by name`)
}

/** The first by name, and those that are chosen already. */
function selectGroups({ db }: Ctx, chosen: readonly number[]): Statement<Named[]> {
  return rows<Named>(
    db,
    sql`select id, name from (
        select id, name, name_key from event_groups where id in (${valuesOf(chosen)})
        union select * from
          (select id, name, name_key from event_groups order by name_key limit ${groupsAtMost}))
      order by name_key`,
  )
}

function valuesOf(ids: readonly number[]): SQL {
  return sql.join(
    ids.map((id) => sql`${id}`),
    sql`, `,
  )
}
