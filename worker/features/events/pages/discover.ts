import { sql } from 'drizzle-orm'
import { read, type Ctx } from '#worker/context.ts'
import { allOrNone, allowFailure, rows } from '#worker/db/client.ts'
import { articlePath } from '#worker/features/media/generated-images/paths.ts'
import { selectDeal, toDealSlot } from '#worker/features/deals/deals.ts'
import { selectLive, selectUpcoming } from '#worker/features/events/event-list.ts'
import { toSummary } from '#worker/features/events/event-rows.ts'
import { selectPopularGames, toGame } from '#worker/features/directory/games/games.ts'
import { selectUpcomingGroups, toGroup } from '#worker/features/directory/groups/groups.ts'
import {
  selectEmergingStreamers,
  selectFeaturedStreamers,
} from '#worker/features/directory/streamers/rankings.ts'
import { toStreamer } from '#worker/features/directory/streamers/streamer-rows.ts'

type ArticleRow = { id: number; slug: string; title: string; excerpt: string; cover: string | null }

/** The newest in the reader's language. */
function selectArticles({ db, now, locale }: Ctx, limit: number) {
  return rows<ArticleRow>(
    db,
    sql`select id, slug, title, excerpt, cover_path as cover from articles
      where status = 'published' and published_at <= ${now} and language = ${locale}
      order by published_at desc, id limit ${limit}`,
  )
}

/** The sections of the discover page, in one round trip; a failed one is undefined. */
export async function getDiscover(ctx: Ctx) {
  const [live, upcoming, games, featured, emerging, groups, articles, deals] = await read(ctx, [
    allowFailure(selectLive(ctx, 3)),
    allowFailure(selectUpcoming(ctx, 6)),
    allowFailure(selectPopularGames(ctx, 6)),
    allowFailure(selectFeaturedStreamers(ctx, 6)),
    allowFailure(selectEmergingStreamers(ctx, 6)),
    allowFailure(selectUpcomingGroups(ctx, 3)),
    allowFailure(selectArticles(ctx, 3)),
    allowFailure(selectDeal(ctx, 'discover')),
  ])
  // Live events come first, then upcoming ones.
  const events = allOrNone([live, upcoming])?.flat().slice(0, 6)
  return {
    events: events?.map((row) => toSummary(row, ctx.now)),
    games: games?.map(toGame),
    featured: featured?.map(toStreamer),
    emerging: emerging?.map(toStreamer),
    groups: groups?.map(toGroup),
    articles: articles?.map(({ cover, ...article }) => ({
      ...article,
      cover_path: cover ?? articlePath(article.id),
    })),
    ...toDealSlot(ctx, deals),
  }
}
