import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { read, type Ctx } from '#worker/context.ts'
import { idParam, StreamerId } from '#worker/contracts/ids.ts'
import type { Page } from '#worker/contracts/pagination.ts'
import { allOrNone, allowFailure, rows, type Statement } from '#worker/db/client.ts'
import { EventsQuery, type EventSummary } from '#worker/features/events/contract.ts'
import { buildEventsQuery, type PagedQuery } from '#worker/features/events/events-query.ts'
import { accountKey } from '#worker/contracts/platforms.ts'
import { AppError } from '#worker/api/errors.ts'
import { participatedEvents } from './participations.ts'
import type { StreamerEventsQuery, StreamerSummary, StreamerView } from './contract.ts'
import { selectDiscoveryStreamers, selectRecommendedStreamers } from './rankings.ts'
import { selectStreamer, toStreamer, toStreamerView, type StreamerRow } from './streamer-rows.ts'

/** @throws AppError `streamer_not_found` */
export async function getStreamer(ctx: Ctx, id: StreamerId): Promise<StreamerView> {
  const [[streamer]] = await read(ctx, [selectStreamer(ctx, id)])
  if (!streamer) throw new AppError('not_found', 'streamer_not_found')
  return toStreamerView(streamer)
}

/** The events that a streamer takes part in or shows: few enough to be sorted. */
function planStreamerEvents(
  ctx: Ctx,
  id: StreamerId,
  { period, limit, cursor }: StreamerEventsQuery,
): PagedQuery {
  const phase = { upcoming: ['live', 'upcoming'], past: ['past'], all: [] } as const
  return buildEventsQuery(
    ctx,
    { ...v.parse(EventsQuery, {}), phase: [...phase[period]], limit, cursor },
    { ids: participatedEvents(sql`${id}`) },
  )
}

function selectId({ db }: Ctx, id: StreamerId): Statement<{ id: StreamerId }[]> {
  return rows(db, sql`select id from streamers where id = ${id}`)
}

/** @throws AppError `streamer_not_found` */
export async function listStreamerEvents(
  ctx: Ctx,
  id: StreamerId,
  query: StreamerEventsQuery,
): Promise<Page<EventSummary>> {
  const plan = planStreamerEvents(ctx, id, query)
  const [[streamer], ...events] = await read(ctx, [selectId(ctx, id), ...plan.statements])
  if (!streamer) throw new AppError('not_found', 'streamer_not_found')
  return plan.toPage(events)
}

async function listBeside(ctx: Ctx, id: StreamerId, statement: Statement<StreamerRow[]>) {
  const [[streamer], found] = await read(ctx, [selectId(ctx, id), statement])
  if (!streamer) throw new AppError('not_found', 'streamer_not_found')
  return { items: found.map(toStreamer) }
}

type Items = { items: StreamerSummary[] }
type Limit = { limit: number }

/** @throws AppError `streamer_not_found` */
export function listRecommended(ctx: Ctx, id: StreamerId, { limit }: Limit): Promise<Items> {
  return listBeside(ctx, id, selectRecommendedStreamers(ctx, id, limit))
}

/** @throws AppError `streamer_not_found` */
export function listDiscovery(ctx: Ctx, id: StreamerId, { limit }: Limit): Promise<Items> {
  return listBeside(ctx, id, selectDiscoveryStreamers(ctx, id, limit))
}

/** A section that failed is undefined. */
export type StreamerPage = {
  streamer: StreamerView
  coming:
    | {
        /** On a channel of their own. */
        own: EventSummary[]
        /** Elsewhere. */
        participations: EventSummary[]
      }
    | undefined
  past: Page<EventSummary> | undefined
  recommended: StreamerSummary[] | undefined
  discovery: StreamerSummary[] | undefined
}

function isOnChannelOf({ accounts }: StreamerView, event: EventSummary): boolean {
  const channel = event.streaming_account_name
  return accounts.some(
    ({ platform, name }) =>
      channel !== null && platform === event.platform && accountKey(name) === accountKey(channel),
  )
}

/** The streamer that the one of this id was merged into. */
function selectMovedTo({ db }: Ctx, id: StreamerId): Statement<{ id: StreamerId }[]> {
  return rows(
    db,
    sql`select s.id from merged_addresses m join streamers s on s.id = m.into_id
      where m.kind = 'streamer' and m.address = ${String(id)}`,
  )
}

/**
 * A streamer with all that their page shows, in one round trip; the cursor is of past events. The
 * id comes from the path as it stands there. Or who it is now, if it was merged into another.
 * @throws AppError `streamer_not_found`
 */
export async function getStreamerPage(
  ctx: Ctx,
  idText: string,
  cursor: string | undefined,
): Promise<StreamerPage | { movedTo: StreamerId }> {
  const parsed = v.safeParse(idParam(StreamerId), idText)
  if (!parsed.success) throw new AppError('not_found', 'streamer_not_found')
  const id = parsed.output
  const coming = planStreamerEvents(ctx, id, { period: 'upcoming', limit: 60, cursor: undefined })
  const past = planStreamerEvents(ctx, id, { period: 'past', limit: 24, cursor })
  const [[row], [moved], recommended, discovery, ...events] = await read(ctx, [
    selectStreamer(ctx, id),
    selectMovedTo(ctx, id),
    allowFailure(selectRecommendedStreamers(ctx, id, 6)),
    allowFailure(selectDiscoveryStreamers(ctx, id, 6)),
    ...coming.statements.map(allowFailure),
    ...past.statements.map(allowFailure),
  ])
  if (!row && moved) return { movedTo: moved.id }
  if (!row) throw new AppError('not_found', 'streamer_not_found')
  const streamer = toStreamerView(row)
  const foundComing = allOrNone(events.slice(0, coming.statements.length))
  const foundPast = allOrNone(events.slice(coming.statements.length))
  const shown = foundComing && coming.toPage(foundComing).items
  return {
    streamer,
    coming: shown && {
      own: shown.filter((event) => isOnChannelOf(streamer, event)),
      participations: shown.filter((event) => !isOnChannelOf(streamer, event)),
    },
    past: foundPast && past.toPage(foundPast),
    recommended: recommended?.map(toStreamer),
    discovery: discovery?.map(toStreamer),
  }
}
