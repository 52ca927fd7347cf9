import { computed, type ReadableAtom } from 'nanostores'
import { localDay, type TimeContext } from '#site/lib/time/time-text.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { firstWeekday } from '#worker/locale/first-weekday.ts'
import type { CalendarAddress } from './address.ts'
import { calendarEntries, type CalendarItem, type GridEntry } from './entries.ts'
import { layOutLines } from './grid-layout.ts'
import { isLong } from './layout.ts'
import { addDays, monthOfDay, weekDays } from './month.ts'
import { layOutWeek } from './week-layout.ts'

/** How many days a phone shows, and how many events side by side. */
export const narrowDays = 3
const maxColumns = { wide: 3, narrow: 2 }

/** Above the hours: what is longer than a day, or has no hour. */
function isAllDay(entry: GridEntry): boolean {
  return isLong(entry) || entry.items[0]?.fixed !== undefined
}

type Screen = keyof typeof maxColumns
type Shown = {
  $address: ReadableAtom<CalendarAddress>
  $month: ReadableAtom<{ month: string }>
  $screen: ReadableAtom<Screen | undefined>
  $layoutReader: ReadableAtom<TimeContext>
}

/** The days of the week view and what stands on them. */
export function deriveWeek(
  { $address, $month, $screen, $layoutReader }: Shown,
  $items: ReadableAtom<readonly CalendarItem[]>,
  locale: Locale,
) {
  const $shownDay = computed([$address, $month, $layoutReader], ({ day }, { month }, reader) => {
    const today = localDay(reader.now, reader)
    return day ?? (monthOfDay(today) === month ? today : `${month}-01`)
  })
  const $week = computed($shownDay, (day) => weekDays(day, firstWeekday(locale)))
  const $narrowDays = computed($shownDay, (day) =>
    Array.from({ length: narrowDays }, (_, index) => addDays(day, index)),
  )
  const $shownDays = computed([$screen, $week, $narrowDays], (screen, week, near) =>
    screen === 'narrow' ? near : week,
  )
  const $weekEntries = computed([$items, $shownDays, $layoutReader], (items, shown, reader) => {
    // A night that began the day before goes on into the first.
    const days = [addDays(shown[0] ?? '', -1), ...shown]
    return calendarEntries(items, { days, isGrouped: false, reader })
  })
  return {
    $shownDay,
    $week,
    $narrowDays,
    $shownDays,
    $weekEntries,
    $band: computed([$shownDays, $weekEntries], (days, entries) =>
      layOutLines(days, entries.filter(isAllDay)),
    ),
    $blocks: computed(
      [$shownDays, $weekEntries, $layoutReader, $screen],
      (days, entries, reader, screen = 'wide') =>
        layOutWeek(days, entries.filter((entry) => !isAllDay(entry)).flatMap(toRange), {
          reader,
          maxColumns: maxColumns[screen],
        }),
    ),
  }
}

function toRange({ key, items: [item] }: GridEntry) {
  return item ? [{ key, startAt: item.startAt, endAt: item.endAt }] : []
}
