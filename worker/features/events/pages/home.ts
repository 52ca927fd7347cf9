import { sql } from 'drizzle-orm'
import { read, type Ctx } from '#worker/context.ts'
import { allowFailure } from '#worker/db/client.ts'
import { selectDeal, toDealSlot } from '#worker/features/deals/deals.ts'
import { selectLive, selectMostHyped, selectUpcoming } from '#worker/features/events/event-list.ts'
import {
  isApproved,
  selectFirstEvents,
  toSummary,
  type EventRow,
} from '#worker/features/events/event-rows.ts'
import { selectPopularGames, toGame } from '#worker/features/directory/games/games.ts'
import { selectUpcomingGroups, toGroup } from '#worker/features/directory/groups/groups.ts'
import { selectFeaturedStreamers } from '#worker/features/directory/streamers/rankings.ts'
import { toStreamer } from '#worker/features/directory/streamers/streamer-rows.ts'

const bigDays = 30

/** The most hyped of the coming days that have yet to start: one for the stage, two beside it. */
function selectBiggest({ db, now }: Ctx) {
  return selectFirstEvents(db, {
    where: sql`${isApproved} and e.cancelled_at is null and e.time_certainty <> 'tba'
      and e.start_at > ${now} and e.start_at < ${now + bigDays * 86_400_000}`,
    // The plus keeps to the index by start.
    order: sql`+e.hype_count desc, e.start_at, e.id`,
    limit: 3,
  })
}

/** The home page's sections, in one round trip; one that failed is undefined. */
export async function getHome(ctx: Ctx) {
  const [biggest, live, mostHyped, upcoming, groups, games, streamers, deals] = await read(ctx, [
    allowFailure(selectBiggest(ctx)),
    allowFailure(selectLive(ctx, 6)),
    allowFailure(selectMostHyped(ctx, 6)),
    allowFailure(selectUpcoming(ctx, 16)),
    allowFailure(selectUpcomingGroups(ctx, 6)),
    allowFailure(selectPopularGames(ctx, 6)),
    allowFailure(selectFeaturedStreamers(ctx, 6)),
    allowFailure(selectDeal(ctx, 'home')),
  ])
  const show = (row: EventRow) => toSummary(row, ctx.now)
  return {
    biggest: biggest?.map(show),
    live: live?.map(show),
    mostHyped: mostHyped?.map(show),
    upcoming: upcoming?.map(show),
    groups: groups?.map(toGroup),
    games: games?.map(toGame),
    streamers: streamers?.map(toStreamer),
    ...toDealSlot(ctx, deals),
  }
}
