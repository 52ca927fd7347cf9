import { paths } from '#site/lib/paths.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import type { Month } from '#worker/features/events/calendar/contract.ts'
import { monthPattern } from '#worker/features/events/calendar/month.ts'

/** What the address of the calendar says; what it leaves open follows the present day and the screen. */
export type CalendarAddress = {
  month: Month | undefined
  view: 'month' | 'agenda' | undefined
  isGrouped: boolean
  isFollowed: boolean
}

/** A value that means nothing counts as left out. */
export function readAddress(parameters: URLSearchParams): CalendarAddress {
  const month = parameters.get('month') ?? ''
  const view = parameters.get('view')
  return {
    month: monthPattern.test(month) ? month : undefined,
    view: view === 'month' || view === 'agenda' ? view : undefined,
    isGrouped: parameters.get('grouping') === 'grouped',
    isFollowed: parameters.get('show') === 'followed',
  }
}

export function calendarPath(
  locale: Locale,
  address: CalendarAddress,
  change: Partial<CalendarAddress> = {},
): string {
  const { month, view, isGrouped, isFollowed } = { ...address, ...change }
  return paths.calendar(locale, {
    month,
    view,
    grouping: isGrouped ? 'grouped' : undefined,
    show: isFollowed ? 'followed' : undefined,
  })
}
