import { paths, type Query } from '#site/lib/paths.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { buildSubscriptionLinks } from '#worker/features/events/feeds/contract.ts'

export type FeedLinks = Record<'ics' | 'webcal' | 'google' | 'rss' | 'atom' | 'json', string>
type FeedSelection = { of?: 'events' | 'articles'; query?: Query | undefined }

export function buildFeedLinks(
  site: string,
  locale: Locale,
  { of = 'events', query }: FeedSelection = {},
): FeedLinks {
  const to = (form: 'ics' | 'rss' | 'atom' | 'json') => site + paths.feed(of, form, locale, query)
  const { https: ics, webcal, google } = buildSubscriptionLinks(to('ics'))
  return { ics, webcal, google, rss: to('rss'), atom: to('atom'), json: to('json') }
}
