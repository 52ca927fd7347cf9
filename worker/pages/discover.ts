import { sql } from 'drizzle-orm'
import { read, type Ctx } from '#worker/context.ts'
import { requireAll, allowFailure, allowGroupFailure } from '#worker/db/client.ts'
import { articles } from '#worker/db/schema/articles.ts'
import { select } from '#worker/db/statement.ts'
import { articlePicturePath } from '#worker/features/media/generated-images/paths.ts'
import { selectDealSlot, toDealSlot } from '#worker/features/deals/deals.ts'
import { selectFirstAgendaPage } from '#worker/features/events/lists/folded.ts'
import { selectPopularGames, toGame } from '#worker/features/directory/games/games.ts'
import { selectUpcomingGroups, toGroup } from '#worker/features/directory/groups/groups.ts'
import {
  selectEmergingStreamers,
  selectFeaturedStreamers,
} from '#worker/features/directory/streamers/rankings.ts'
import {
  omitShownStreamers,
  toStreamer,
} from '#worker/features/directory/streamers/streamer-rows.ts'

const articleColumns = {
  id: articles.id,
  slug: articles.slug,
  title: articles.title,
  excerpt: articles.excerpt,
  cover: articles.coverPath,
}

function selectDiscoverArticles({ now, locale }: Ctx, limit: number) {
  return select(
    articleColumns,
    sql`from ${articles} where ${articles.status} = 'published' and ${articles.publishedAt} <= ${now}
        and ${articles.language} = ${locale}
      order by ${articles.publishedAt} desc, ${articles.id} limit ${limit}`,
  )
}

export async function getDiscoverPage(ctx: Ctx) {
  const sections = await read(ctx, {
    live: allowGroupFailure(selectFirstAgendaPage(ctx, 'live', 3)),
    upcoming: allowGroupFailure(selectFirstAgendaPage(ctx, 'upcoming', 6)),
    games: allowFailure(selectPopularGames({ now: ctx.now, limit: 6 })),
    featured: allowFailure(selectFeaturedStreamers(6)(ctx)),
    emerging: allowFailure(selectEmergingStreamers(12)(ctx)),
    groups: allowFailure(selectUpcomingGroups(3)(ctx)),
    articles: allowFailure(selectDiscoverArticles(ctx, 3)),
    deals: allowFailure(selectDealSlot({ placement: 'discover', now: ctx.now })),
  })
  const events = requireAll([sections.live, sections.upcoming])
    ?.flatMap(({ items }) => items)
    .slice(0, 6)
  return {
    events,
    marathons: sections.live?.marathons ?? [],
    games: sections.games?.map(toGame),
    featured: sections.featured?.map(toStreamer),
    emerging: omitShownStreamers(sections.emerging, sections.featured)?.slice(0, 6).map(toStreamer),
    groups: sections.groups?.map(toGroup),
    articles: sections.articles?.map(({ cover, ...article }) => ({
      ...article,
      cover_path: cover ?? articlePicturePath(article.id),
    })),
    ...toDealSlot(ctx, sections.deals),
  }
}
