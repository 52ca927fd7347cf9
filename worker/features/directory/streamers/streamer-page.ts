import { sql } from 'drizzle-orm'
import * as v from 'valibot'
import { read, type Ctx } from '#worker/context.ts'
import { idParam, StreamerId } from '#worker/contracts/ids.ts'
import type { Page } from '#worker/contracts/pagination.ts'
import { allowFailure, allowGroupFailure, type Statement } from '#worker/db/client.ts'
import { mergeRedirects, streamers } from '#worker/db/schema/directory.ts'
import { assertExists, prepare, selectFirst, type Params } from '#worker/db/statement.ts'
import {
  EventsQuery,
  type EventSummary,
  type ListedEvent,
  type ListedEventsPage,
} from '#worker/features/events/contract.ts'
import { selectListedEvents } from '#worker/features/events/lists/folded.ts'
import { selectEventsPage } from '#worker/features/events/lists/plain.ts'
import { accountKey } from '#worker/contracts/platforms.ts'
import { AppError } from '#worker/api/errors.ts'
import { participatedEventIds } from './participations.ts'
import type { StreamerEventsQuery, StreamerSummary, StreamerView } from './contract.ts'
import { selectLessFollowedStreamers, selectRecommendedStreamers } from './rankings.ts'
import { selectStreamer, toStreamer, toStreamerView, type StreamerRow } from './streamer-rows.ts'

/** @throws AppError `streamer_not_found` */
export async function getStreamer(ctx: Ctx, id: StreamerId): Promise<StreamerView> {
  const { streamer } = await read(ctx, { streamer: selectStreamer({ id, now: ctx.now }) })
  if (!streamer) throw new AppError('not_found', 'streamer_not_found')
  return toStreamerView(streamer)
}

/** Few enough to be sorted. */
function selectStreamerEvents(
  ctx: Ctx,
  id: StreamerId,
  { period, limit, cursor }: StreamerEventsQuery,
) {
  const phase = { upcoming: ['live', 'upcoming'], past: ['past'], all: [] } as const
  return selectEventsPage(ctx, {
    query: { ...v.parse(EventsQuery, {}), phase: [...phase[period]], limit, cursor },
    ids: participatedEventIds(id),
  })
}

const assertStreamer = prepare(({ id }: Params<{ id: StreamerId }>) =>
  assertExists(streamers, sql`${streamers.id} = ${id}`, 'streamer_not_found'),
)

/** @throws AppError `streamer_not_found` */
export async function listStreamerEvents(
  ctx: Ctx,
  id: StreamerId,
  query: StreamerEventsQuery,
): Promise<Page<EventSummary>> {
  const { page } = await read(ctx, {
    streamer: assertStreamer({ id }),
    page: selectStreamerEvents(ctx, id, query),
  })
  return page
}

async function listRelatedStreamers(ctx: Ctx, id: StreamerId, statement: Statement<StreamerRow[]>) {
  const { found } = await read(ctx, { streamer: assertStreamer({ id }), found: statement })
  return { items: found.map(toStreamer) }
}

type StreamerItems = { items: StreamerSummary[] }
type LimitParams = { limit: number }

/** @throws AppError `streamer_not_found` */
export function listRecommendedStreamers(
  ctx: Ctx,
  id: StreamerId,
  { limit }: LimitParams,
): Promise<StreamerItems> {
  return listRelatedStreamers(ctx, id, selectRecommendedStreamers(ctx, id, limit))
}

/** @throws AppError `streamer_not_found` */
export function listLessFollowedStreamers(
  ctx: Ctx,
  id: StreamerId,
  { limit }: LimitParams,
): Promise<StreamerItems> {
  return listRelatedStreamers(ctx, id, selectLessFollowedStreamers(ctx, id, limit))
}

/** A series is one row; `marathons` are several that are on for more than a day. */
type UpcomingEvents = { items: ListedEvent[]; marathons: EventSummary[] }

/** A section that failed is undefined. */
export type StreamerPage = {
  streamer: StreamerView
  coming:
    | {
        own: UpcomingEvents
        participations: UpcomingEvents
      }
    | undefined
  past: Page<EventSummary> | undefined
  recommended: StreamerSummary[] | undefined
  discovery: StreamerSummary[] | undefined
}

function isEventOnOwnChannel({ accounts }: StreamerView, event: EventSummary): boolean {
  const channel = event.streaming_account_name
  return accounts.some(
    ({ platform, name }) =>
      channel !== null && platform === event.platform && accountKey(name) === accountKey(channel),
  )
}

function filterEventsPage(
  { items, marathons }: ListedEventsPage,
  isWanted: (event: EventSummary) => boolean,
): UpcomingEvents {
  const long = marathons.filter(isWanted)
  const rows = items.filter(isWanted)
  return long.length > 1
    ? { items: rows, marathons: long }
    : { items: [...long, ...rows], marathons: [] }
}

const selectMovedTo = prepare(({ address }: Params<{ address: string }>) =>
  selectFirst(
    { id: streamers.id },
    sql`from ${mergeRedirects} join ${streamers} on ${streamers.id} = ${mergeRedirects.intoId}
      where ${mergeRedirects.kind} = 'streamer' and ${mergeRedirects.address} = ${address}`,
  ),
)

/** The streamer, or who they were merged into. @throws AppError `streamer_not_found` */
export async function getStreamerPage(
  ctx: Ctx,
  idText: string,
  cursor: string | undefined,
): Promise<StreamerPage | { movedTo: StreamerId }> {
  const parsed = v.safeParse(idParam(StreamerId), idText)
  if (!parsed.success) throw new AppError('not_found', 'streamer_not_found')
  const id = parsed.output
  const { row, moved, recommended, discovery, coming, past } = await read(ctx, {
    row: selectStreamer({ id, now: ctx.now }),
    moved: selectMovedTo({ address: String(id) }),
    recommended: allowFailure(selectRecommendedStreamers(ctx, id, 6)),
    discovery: allowFailure(selectLessFollowedStreamers(ctx, id, 6)),
    coming: allowGroupFailure(
      selectListedEvents(ctx, {
        query: { ...v.parse(EventsQuery, {}), phase: ['live', 'upcoming'], limit: 60 },
        isFolded: true,
        ids: participatedEventIds(id),
      }),
    ),
    past: allowGroupFailure(selectStreamerEvents(ctx, id, { period: 'past', limit: 24, cursor })),
  })
  if (!row && moved) return { movedTo: moved.id }
  if (!row) throw new AppError('not_found', 'streamer_not_found')
  const streamer = toStreamerView(row)
  return {
    streamer,
    coming: coming && {
      own: filterEventsPage(coming, (event) => isEventOnOwnChannel(streamer, event)),
      participations: filterEventsPage(coming, (event) => !isEventOnOwnChannel(streamer, event)),
    },
    past,
    recommended: recommended?.map(toStreamer),
    discovery: discovery?.map(toStreamer),
  }
}
