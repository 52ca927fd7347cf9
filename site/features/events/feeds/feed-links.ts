import { paths, withQuery, type Query } from '#site/lib/paths.ts'
import type { AgendaQuery } from '#worker/features/events/contract.ts'
import { subscriptionLinks } from '#worker/features/events/feeds/contract.ts'

/** The addresses under which one list can be subscribed to. */
export type FeedLinks = { ics: string; webcal: string; google: string; rss: string }

/** The public feeds of the agenda, with the filters of the list that they follow. */
export function feedLinks(site: string, query: Query = {}): FeedLinks {
  const ics = withQuery(site + paths.feed('ics'), query)
  const { webcal, google } = subscriptionLinks(ics)
  return {
    ics,
    webcal,
    google,
    rss: withQuery(site + paths.feed('rss'), query),
  }
}

/** What of a list's filters lasts: neither its order, nor fixed days, nor names still to be found. */
export function subscribableFilters(filters: AgendaQuery): Query {
  const { language, platform, category, game, streamer, group, phase, q, range, tz } = filters
  const isRanged = range !== 'all'
  return {
    language,
    platform,
    category,
    game,
    streamer,
    group,
    phase,
    q,
    range: isRanged ? range : undefined,
    tz: isRanged && tz !== 'UTC' ? tz : undefined,
  }
}
