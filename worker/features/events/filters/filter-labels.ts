import { m } from '#messages'
import { platforms } from '#worker/contracts/platforms.ts'
import type { ContentLanguage, Locale } from '#worker/contracts/locale.ts'
import type { AgendaFilterOptions, FilterOption } from '#worker/features/events/agenda.ts'
import type { AgendaQuery, EventCountQuery } from '#worker/features/events/contract.ts'
import { categoryName, phaseName, sortName } from '#worker/features/events/event-labels.ts'
import { filterNames, type FilterName } from './contract.ts'

type FilterQuery = Omit<AgendaQuery, 'from' | 'to'> & Pick<EventCountQuery, 'from' | 'to'>
type LabelContext = {
  locale: Locale
  names: AgendaFilterOptions
  languageName: (language: ContentLanguage) => string
  /** Writes a day such as `2026-11-20`, or an instant in Unix milliseconds. */
  dayText: (day: string | number) => string
}
type FilterValue<Name extends FilterName> = NonNullable<
  FilterQuery[Name] extends readonly (infer Value)[] ? Value : FilterQuery[Name]
>

function findOptionName(known: readonly FilterOption[], id: number): string {
  return known.find((one) => one.id === id)?.name ?? `#${id}`
}

const ranges = {
  all: m.events_range_all,
  tonight: m.events_range_tonight,
  today: m.events_range_today,
  week: m.events_range_week,
  month: m.events_range_month,
}

const labels: {
  [Name in FilterName]: ((value: FilterValue<Name>, words: LabelContext) => string) | null
} = {
  group: (id, { names }) => findOptionName(names.groups, id),
  streamer: (id, { names }) => findOptionName(names.streamers, id),
  streamer_q: (text, { locale }) => m.events_streamer_like({ text }, { locale }),
  game: (id, { names }) => findOptionName(names.games, id),
  game_q: (text, { locale }) => m.events_game_like({ text }, { locale }),
  q: (text, { locale }) => m.events_name_like({ text }, { locale }),
  category: (category, { locale }) => categoryName(category, locale),
  language: (language, { languageName }) => languageName(language),
  platform: (platform) => platforms[platform].name,
  range: (range, { locale }) => ranges[range]({}, { locale }),
  from: (day, { locale, dayText }) => m.events_from_day({ day: dayText(day) }, { locale }),
  to: (day, { locale, dayText }) => m.events_to_day({ day: dayText(day) }, { locale }),
  future_only: (_, { locale }) => m.events_future_only({}, { locale }),
  phase: (phase, { locale }) => phaseName(phase, locale),
  tz: null,
  sort: (sort, { locale }) => sortName(sort, locale),
  limit: null,
  cursor: null,
}

const unchosen: Partial<Record<FilterName, unknown>> = { range: 'all', sort: 'start' }

export type FilterLabel = { name: FilterName; value: unknown; label: string }

export function labelFilters(query: Partial<FilterQuery>, words: LabelContext): FilterLabel[] {
  return filterNames.flatMap((name) => {
    const labelOf = labels[name] as ((value: unknown, words: LabelContext) => string) | null
    const values = [query[name]].flat()
    if (!labelOf) return []
    return values
      .filter((value) => value && value !== unchosen[name])
      .map((value) => ({ name, value, label: labelOf(value, words) }))
  })
}
