import { paths } from '#site/lib/paths.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import type { CalendarFilters } from '#worker/features/events/calendar/contract.ts'
import { fromColumns, toColumns, type ColumnarRows } from './columns.ts'
import type { CalendarMonth } from './calendar-state.ts'
import type { CalendarItem } from './entries.ts'

/** The data of a month in its page. */
export type SerializedMonth = Omit<CalendarMonth, 'items'> & { items: ColumnarRows<CalendarItem> }

export function serializeMonth({ items, ...month }: CalendarMonth): SerializedMonth {
  return { ...month, items: toColumns(items) }
}

export function readMonth(page: ParentNode): CalendarMonth {
  const written = page.querySelector('script[data-calendar]')?.textContent
  if (!written) throw new Error('The page holds no calendar')
  const { items, ...month } = JSON.parse(written) as SerializedMonth
  return { ...month, items: fromColumns(items) }
}

/** Another month's data, read from its page, which the CDN caches. */
export async function fetchMonth(
  month: string,
  filters: CalendarFilters,
): Promise<{ title: string; month: CalendarMonth }> {
  const locale = document.documentElement.lang as Locale
  const response = await fetch(paths.calendar(locale, { month, ...filters }))
  if (!response.ok) throw new Error(`The calendar answered ${response.status}`)
  const page = new DOMParser().parseFromString(await response.text(), 'text/html')
  return { title: page.title, month: readMonth(page) }
}
