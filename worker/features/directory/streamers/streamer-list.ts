import { sql, type SQL } from 'drizzle-orm'
import { read, type Ctx } from '#worker/context.ts'
import type { Page } from '#worker/contracts/pagination.ts'
import { a, s } from '#worker/db/aliases.ts'
import { contains } from '#worker/db/conditions.ts'
import { allowFailure, allowGroupFailure } from '#worker/db/client.ts'
import { defineList } from '#worker/db/lists.ts'
import {
  CursorNumber,
  CursorText,
  defineCursors,
  toCursorPage,
  orderBy,
  buildSeekConditions,
  type SortColumn,
} from '#worker/db/pagination.ts'
import type { StreamersQuery, StreamerSummary } from './contract.ts'
import { selectEmergingStreamers, selectFeaturedStreamers } from './rankings.ts'
import { isUnlistedStreamer } from './unproven.ts'
import {
  omitShownStreamers,
  selectStreamers,
  toStreamer,
  type StreamerRow,
} from './streamer-rows.ts'

const byFollowers: SortColumn[] = [
  { column: sql`${s.followCount}`, direction: 'desc' },
  { column: sql`${s.platformFollowers}`, direction: 'desc', isNullable: true },
  { column: sql`${s.id}`, direction: 'asc' },
]
const byName: SortColumn[] = [
  { column: sql`${s.nameKey}`, direction: 'asc' },
  { column: sql`${s.id}`, direction: 'asc' },
]
const cursors = {
  followers: defineCursors('streamers.followers', [CursorNumber, CursorNumber, CursorNumber]),
  name: defineCursors('streamers.name', [CursorText, CursorNumber]),
  random: (seed: number) => defineCursors(`streamers.random.${seed}`, [CursorNumber]),
}
/** `computeShuffleIndex` yields the same for an id. */
const shuffleIndex = sql`((${s.id} * 2654435761) % 4294967296)`

function computeShuffleIndex(id: number): number {
  return Math.imul(id, 2_654_435_761) >>> 0
}

/** The stretches of an index that follow the cursor, their order, and the cursor after a row. */
type StreamerOrder = { ranges: SQL[]; order: SQL; cursorAfter: (row: StreamerRow) => string }

function orderByFollowers(ctx: Ctx, { cursor }: StreamersQuery): StreamerOrder {
  // An unknown audience counts one below none.
  const keys = cursors.followers.keysOf(ctx, cursor)
  const [followCount = 0, audience = 0, id = 0] = keys ?? []
  return {
    ranges: buildSeekConditions(
      byFollowers,
      keys && [followCount, audience === 0 ? null : audience - 1, id],
    ),
    order: orderBy(byFollowers),
    cursorAfter: (row) =>
      cursors.followers.after([
        row.followers,
        row.platformFollowers === null ? 0 : row.platformFollowers + 1,
        row.id,
      ]),
  }
}

function orderByName(ctx: Ctx, { cursor }: StreamersQuery): StreamerOrder {
  const keys = cursors.name.keysOf(ctx, cursor)
  return {
    ranges: buildSeekConditions(byName, keys),
    order: orderBy(byName),
    cursorAfter: (row) => cursors.name.after([row.nameKey, row.id]),
  }
}

/** Begins where the seed says, and goes on from the start at the end. */
function orderRandomly(ctx: Ctx, { cursor, seed }: StreamersQuery): StreamerOrder {
  const start = computeShuffleIndex(seed)
  const own = cursors.random(seed)
  const [last] = own.keysOf(ctx, cursor) ?? []
  const isWrapped = last !== undefined && last < start
  const remainingRows = sql`${shuffleIndex} >= ${start} and ${shuffleIndex} > ${last ?? -1}`
  const wrapped = sql`${shuffleIndex} < ${start} and ${shuffleIndex} > ${isWrapped ? last : -1}`
  return {
    ranges: isWrapped ? [wrapped] : [remainingRows, wrapped],
    order: shuffleIndex,
    cursorAfter: (row) => own.after([computeShuffleIndex(row.id)]),
  }
}

const orders = { followers: orderByFollowers, name: orderByName, random: orderRandomly }

const selectStreamersPage = defineList({
  skeleton: (ctx: Ctx, query: StreamersQuery) => ({
    ...orders[query.sort](ctx, query),
    ...{ query, now: ctx.now },
  }),
  hydrate({ ranges, order, query, now }) {
    const { platform, q, limit } = query
    const onPlatform = platform
      ? sql`and exists (select 1 from ${a}
        where ${a.streamerId} = ${s.id} and ${a.platform} = ${platform})`
      : sql``
    const isNamed = q === '' ? sql`` : sql`and ${contains(s.nameKey, q.toLowerCase())}`
    return ranges.map((range) =>
      selectStreamers(
        now,
        sql`from ${s} where ${range} and not ${isUnlistedStreamer(s)} ${onPlatform} ${isNamed}
          order by ${order} limit ${limit + 1}`,
      ),
    )
  },
  rules: (streamers) => streamers.flat(),
  present: (rows, { query, cursorAfter }) =>
    toCursorPage(rows, query.limit, { toItem: toStreamer, cursorAfter }),
})

export async function listStreamers(
  ctx: Ctx,
  query: StreamersQuery,
): Promise<Page<StreamerSummary>> {
  return read(ctx, selectStreamersPage(ctx, query))
}

type StreamerItems = { items: StreamerSummary[] }

export async function listFeaturedStreamers(ctx: Ctx, limit: number): Promise<StreamerItems> {
  const { found } = await read(ctx, { found: selectFeaturedStreamers(limit)(ctx) })
  return { items: found.map(toStreamer) }
}

export async function listEmergingStreamers(ctx: Ctx, limit: number): Promise<StreamerItems> {
  const { found } = await read(ctx, { found: selectEmergingStreamers(limit)(ctx) })
  return { items: found.map(toStreamer) }
}

/** A section that failed is undefined. */
export async function getStreamersPage(ctx: Ctx, query: StreamersQuery, isWhole: boolean) {
  const { page, featured, emerging } = await read(ctx, {
    page: allowGroupFailure(selectStreamersPage(ctx, query)),
    featured: isWhole ? allowFailure(selectFeaturedStreamers(6)(ctx)) : [],
    emerging: isWhole ? allowFailure(selectEmergingStreamers(12)(ctx)) : [],
  })
  return {
    page,
    featured: featured?.map(toStreamer),
    emerging: omitShownStreamers(emerging, featured)?.slice(0, 6).map(toStreamer),
  }
}
