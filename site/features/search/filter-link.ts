import { categoryName } from '#site/lib/event-labels.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { dayText, type TimeContext } from '#site/lib/time/time-text.ts'
import { resolveTimeZone } from '#site/lib/time/wall-clock.ts'
import type { Category } from '#worker/contracts/enumerations.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import type { SearchedDay, SearchView } from '#worker/features/search/contract.ts'

type Reader = Pick<TimeContext, 'tag' | 'timeZone'>

export function buildFilterLink(
  { when, category }: Pick<SearchView, 'when' | 'category'>,
  locale: Locale,
  reader: Reader,
): { label: string; href: string } | undefined {
  const filters = [when && toDayFilter(when, reader), category && toCategoryFilter(category)]
  const named = filters.filter((filter) => filter !== null)
  if (named.length === 0) return undefined
  return {
    label: named.map(({ label }) => label).join(' · '),
    href: paths.events(locale, Object.assign({}, ...named.map(({ query }) => query))),
  }
}

function toCategoryFilter(category: Category) {
  return { label: m.search_category({ category: categoryName(category) }), query: { category } }
}

function toDayFilter({ range, day }: SearchedDay, reader: Reader) {
  const zone = resolveTimeZone(reader)
  const tz = zone === 'UTC' ? undefined : zone
  if (range === 'tonight') return { label: m.search_tonight(), query: { range, tz } }
  const label = m.search_on_day({ day: dayText(day, reader, 'WdM') })
  return { label, query: { from: day, to: day, tz } }
}
