import { sql } from 'drizzle-orm'
import { read, type Ctx } from '#worker/context.ts'
import { rows } from '#worker/db/client.ts'
import { articlePath } from '#worker/features/artwork/paths.ts'
import { selectDeal, toDealSlot } from '#worker/features/deals/deals.ts'
import { selectLive, selectUpcoming } from '#worker/features/events/event-list.ts'
import { toSummary } from '#worker/features/events/event-rows.ts'
import { selectPopularGames, toGame } from '#worker/features/games/games.ts'
import { selectComingGroups, toGroup } from '#worker/features/groups/groups.ts'
import {
  selectEmergingStreamers,
  selectFeaturedStreamers,
} from '#worker/features/streamers/picks.ts'
import { toStreamer } from '#worker/features/streamers/streamer-rows.ts'

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

/** What the landing of discovery shows, in one round trip. */
export async function getDiscover(ctx: Ctx) {
  const [live, upcoming, games, featured, emerging, groups, articles, deals] = await read(ctx, [
    selectLive(ctx, 3),
    selectUpcoming(ctx, 6),
    selectPopularGames(ctx, 6),
    selectFeaturedStreamers(ctx, 6),
    selectEmergingStreamers(ctx, 6),
    selectComingGroups(ctx, 3),
    selectArticles(ctx, 3),
    selectDeal(ctx, 'discover'),
  ])
  return {
    // What is on comes first; on a full evening the future waits.
    events: [...live, ...upcoming].slice(0, 6).map((row) => toSummary(row, ctx.now)),
    games: games.map(toGame),
    featured: featured.map(toStreamer),
    emerging: emerging.map(toStreamer),
    groups: groups.map(toGroup),
    articles: articles.map(({ cover, ...article }) => ({
      ...article,
      cover_path: cover ?? articlePath(article.id),
    })),
    ...toDealSlot(ctx, deals),
  }
}
