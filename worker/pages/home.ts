import { read, type Ctx } from '#worker/context.ts'
import { allowFailure, allowGroupFailure } from '#worker/db/client.ts'
import { selectDeal, toDealSlot } from '#worker/features/deals/deals.ts'
import { toSummary, type EventRow } from '#worker/features/events/event-rows.ts'
import { selectFirstAgendaPage } from '#worker/features/events/lists/folded.ts'
import { selectMostHypedEvents } from '#worker/features/events/lists/plain.ts'
import { selectBiggest } from '#worker/features/events/picks/biggest-events.ts'
import { selectPopularGames, toGame } from '#worker/features/directory/games/games.ts'
import { selectUpcomingGroups, toGroup } from '#worker/features/directory/groups/groups.ts'
import { selectFeaturedStreamers } from '#worker/features/directory/streamers/rankings.ts'
import { toStreamer } from '#worker/features/directory/streamers/streamer-rows.ts'

/** The home page's sections, in one round trip; one that failed is undefined. */
export async function getHome(ctx: Ctx) {
  const found = await read(ctx, {
    biggest: allowFailure(selectBiggest({ now: ctx.now })),
    live: allowGroupFailure(selectFirstAgendaPage(ctx, 'live', 6)),
    mostHyped: allowFailure(selectMostHypedEvents({ now: ctx.now, limit: 6 })),
    upcoming: allowGroupFailure(selectFirstAgendaPage(ctx, 'upcoming', 16)),
    groups: allowFailure(selectUpcomingGroups(ctx, 6)),
    games: allowFailure(selectPopularGames(ctx, 6)),
    streamers: allowFailure(selectFeaturedStreamers(ctx, 6)),
    deals: allowFailure(selectDeal(ctx, 'home')),
  })
  const show = (row: EventRow) => toSummary(row, ctx.now)
  return {
    biggest: found.biggest?.map(show),
    live: found.live,
    liveCount: found.live?.liveCount ?? 0,
    mostHyped: found.mostHyped?.map(show),
    upcoming: found.upcoming?.items,
    groups: found.groups?.map(toGroup),
    games: found.games?.map(toGame),
    streamers: found.streamers?.map(toStreamer),
    ...toDealSlot(ctx, found.deals),
  }
}
