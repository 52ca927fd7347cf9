import { categoryKeys } from '#site/lib/event-labels.ts'
import { paths, type Query } from '#site/lib/paths.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { platforms } from '#worker/contracts/platforms.ts'
import type { CalendarFilters, Month } from '#worker/features/events/calendar/contract.ts'
import { monthPattern } from '#worker/features/events/calendar/month.ts'
import { contentLanguages } from '#worker/locale/locales.ts'
import { monthOfDay } from './month.ts'

export const calendarViewNames = ['agenda', 'week', 'month'] as const
export type CalendarViewName = (typeof calendarViewNames)[number]

/** Undefined values follow the present day and the screen. */
export type CalendarAddress = CalendarFilters & {
  month: Month | undefined
  /** On a phone, the first of the days shown. */
  day: string | undefined
  view: CalendarViewName | undefined
  isGrouped: boolean
  isFollowed: boolean
}

/** Written without the validator, which a browser need not load. */
export const calendarFilterValues: { [Name in keyof CalendarFilters]: CalendarFilters[Name] } = {
  language: [...contentLanguages],
  platform: Object.keys(platforms) as CalendarFilters['platform'],
  category: [...categoryKeys],
}

export function readCalendarAddress(parameters: URLSearchParams): CalendarAddress {
  const view = calendarViewNames.find((name) => name === parameters.get('view'))
  const day = view === 'week' ? parseDay(parameters.get('day') ?? '') : undefined
  const month = day ? monthOfDay(day) : (parameters.get('month') ?? '')
  const chosen = <Value extends string>(name: string, values: readonly Value[]) => {
    const asked = parameters.getAll(name)
    return values.filter((value) => asked.includes(value))
  }
  return {
    month: monthPattern.test(month) ? month : undefined,
    day,
    view,
    isGrouped: parameters.get('grouping') === 'grouped',
    isFollowed: parameters.get('show') === 'followed',
    language: chosen('language', calendarFilterValues.language),
    platform: chosen('platform', calendarFilterValues.platform),
    category: chosen('category', calendarFilterValues.category),
  }
}

function parseDay(text: string): string | undefined {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN
  const isDay = !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
  return isDay && monthPattern.test(monthOfDay(text)) ? text : undefined
}

export function pickCalendarFilters({
  language,
  platform,
  category,
}: CalendarFilters): CalendarFilters {
  return { language, platform, category }
}

export const noCalendarFilters: CalendarFilters = { language: [], platform: [], category: [] }

export function countCalendarFilters(address: CalendarFilters): number {
  return Object.values(pickCalendarFilters(address)).flat().length
}

export function areSameFilters(one: CalendarFilters, other: CalendarFilters): boolean {
  return JSON.stringify(pickCalendarFilters(one)) === JSON.stringify(pickCalendarFilters(other))
}

export function calendarPath(
  locale: Locale,
  address: CalendarAddress,
  change: Partial<CalendarAddress> = {},
): string {
  const { month, day, view, isGrouped, isFollowed, ...filters } = { ...address, ...change }
  const ofWeek = view === 'week' ? day : undefined
  const query: Query = {
    month: ofWeek ? undefined : month,
    day: ofWeek,
    view,
    grouping: isGrouped ? 'grouped' : undefined,
    show: isFollowed ? 'followed' : undefined,
    ...filters,
  }
  return paths.calendar(locale, query)
}
