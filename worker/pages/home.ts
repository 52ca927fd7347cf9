import { read, type Ctx } from '#worker/context.ts'
import { allowFailure, allowGroupFailure } from '#worker/db/client.ts'
import { selectDealSlot, toDealSlot } from '#worker/features/deals/deals.ts'
import { toEventSummary, type EventRow } from '#worker/features/events/event-rows.ts'
import { selectFirstAgendaPage } from '#worker/features/events/lists/folded.ts'
import { selectMostHypedEvents } from '#worker/features/events/lists/plain.ts'
import { selectHighlight } from '#worker/features/events/picks/highlight.ts'
import {
  selectStartsPerQuarter,
  selectTonightCandidates,
} from '#worker/features/events/picks/tonight.ts'
import { selectPopularGames, toGame } from '#worker/features/directory/games/games.ts'
import { selectUpcomingGroups, toGroup } from '#worker/features/directory/groups/groups.ts'
import { selectFeaturedStreamers } from '#worker/features/directory/streamers/rankings.ts'
import { toStreamer } from '#worker/features/directory/streamers/streamer-rows.ts'

export async function getHomePage(ctx: Ctx) {
  const sections = await read(ctx, {
    tonight: allowFailure(selectTonightCandidates(ctx.locale)({ now: ctx.now })),
    starts: allowFailure(selectStartsPerQuarter({ now: ctx.now })),
    highlight: allowFailure(selectHighlight(ctx.locale)({ now: ctx.now })),
    live: allowGroupFailure(selectFirstAgendaPage(ctx, 'live', 6)),
    mostHyped: allowFailure(selectMostHypedEvents({ now: ctx.now, limit: 6 })),
    upcoming: allowGroupFailure(selectFirstAgendaPage(ctx, 'upcoming', 6)),
    groups: allowFailure(selectUpcomingGroups(6)(ctx)),
    games: allowFailure(selectPopularGames({ now: ctx.now, limit: 6 })),
    streamers: allowFailure(selectFeaturedStreamers(6)(ctx)),
    deals: allowFailure(selectDealSlot({ placement: 'home', now: ctx.now })),
  })
  const show = (row: EventRow) => toEventSummary(row, ctx.now)
  return {
    tonight: sections.tonight?.map(show),
    starts: sections.starts,
    highlight: sections.highlight?.map(show)[0],
    live: sections.live,
    liveCount: sections.live?.liveCount ?? 0,
    mostHyped: sections.mostHyped?.map(show),
    upcoming: sections.upcoming?.items,
    groups: sections.groups?.map(toGroup),
    games: sections.games?.map(toGame),
    streamers: sections.streamers?.map(toStreamer),
    ...toDealSlot(ctx, sections.deals),
  }
}
