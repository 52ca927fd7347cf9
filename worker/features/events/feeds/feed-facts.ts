import { m } from '#messages'
import { labelFilters } from '#worker/features/events/filters/filter-labels.ts'
import { subscribableFilterNames } from '#worker/features/events/filters/contract.ts'
import { dateFormat } from '#worker/locale/date-formats.ts'
import { localePath } from '#worker/locale/locale.ts'
import { languageTags } from '#worker/locale/locales.ts'
import type { FeedQuery } from './contract.ts'
import type { EventFeed } from './feed-events.ts'
import type { FeedMetadata } from '#worker/feeds/web-feed.ts'

const mostLabels = 5

/** Metadata of the feed at an address, named after its filters: `Hypecal – Charity, French`. */
export function buildEventFeedFacts(
  site: string,
  { pathname, search, searchParams }: URL,
  query: FeedQuery,
  names: EventFeed['names'],
): FeedMetadata {
  const locale = query.lang
  const tag = languageTags[locale]
  const languages = new Intl.DisplayNames(tag, { type: 'language' })
  const labels = labelFilters(query, {
    locale,
    names,
    languageName: (language) => languages.of(language) ?? language,
    dayText: (day) =>
      dateFormat(tag, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day)),
  }).map(({ label }) => label)
  const shownLabels = labels.length > mostLabels ? [...labels.slice(0, mostLabels), '…'] : labels
  const kept = [...searchParams].filter(([name]) =>
    subscribableFilterNames.some((one) => one === name),
  )
  const list = kept.length > 0 ? `?${new URLSearchParams(kept)}` : ''
  return {
    site,
    locale,
    name: ['Hypecal', shownLabels.join(', ')].filter(Boolean).join(' – '),
    description: m.tagline({}, { locale }),
    page: `${site}${localePath(locale, '/events')}${list}`,
    self: `${site}${pathname}${search}`,
  }
}
