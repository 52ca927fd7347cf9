import { isOpenForHype } from '#site/lib/event-labels.ts'
import type { TimeContext } from '#site/lib/time/time-text.ts'
import { html, type Html } from '#site/ui/html.ts'
import { hypeButton } from '#site/features/hype/hype-button.ts'
import { calendarChip } from './calendar-chip.ts'
import type { OpenedEventList } from './calendar-state.ts'
import type { CalendarStore } from './calendar.store.ts'
import { toItemDaySpan, isMultiDay, type CalendarItem } from './entries.ts'
import { readGrid } from './grid-view.ts'

export function openedEventList(
  calendar: CalendarStore,
  { day, items }: Pick<OpenedEventList, 'day' | 'items'>,
): Html {
  const grid = readGrid(calendar)
  const { page, reader } = grid
  const rows = items.toSorted(createDayComparator(reader)).map((item) => {
    const form = toItemDaySpan(item, reader).firstDay === day ? 'time' : 'when'
    const button = isOpenForHype(item) && hypeButton(page, { event: item, size: 'short' })
    const chip = calendarChip(grid, item, 'list', form)
    return html`<li data-key="${item.id}">${chip} ${button}</li>`
  })
  return html`<ul class="cal-dialog-list">
    ${rows}
  </ul>`
}

/** Long events come last: they would bury those of the day. */
function createDayComparator(reader: TimeContext) {
  const isOfDays = (item: CalendarItem) => Number(isMultiDay(toItemDaySpan(item, reader)))
  const startOf = ({ fixed, startAt }: CalendarItem) => (fixed ? 0 : startAt)
  return (a: CalendarItem, b: CalendarItem) => isOfDays(a) - isOfDays(b) || startOf(a) - startOf(b)
}
