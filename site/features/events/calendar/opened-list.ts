import { isOpenForHype } from '#site/lib/event-labels.ts'
import type { TimeContext } from '#site/lib/time/time-text.ts'
import { html, type Html } from '#site/ui/html.ts'
import { hypeButton } from '#site/features/hype/hype-button.ts'
import { calendarChip } from './calendar-chip.ts'
import type { OpenedEvents } from './calendar-state.ts'
import type { CalendarStore } from './calendar.store.ts'
import { daysOfItem, isLong, type CalendarItem } from './entries.ts'
import { readGrid } from './grid-view.ts'

export function openedList(
  calendar: CalendarStore,
  { day, items }: Pick<OpenedEvents, 'day' | 'items'>,
): Html {
  const grid = readGrid(calendar)
  const { page, reader } = grid
  const rows = items.toSorted(inDayOrder(reader)).map((item) => {
    const form = daysOfItem(item, reader).firstDay === day ? 'time' : 'when'
    const button = isOpenForHype(item) && hypeButton(page, { event: item, size: 'short' })
    const chip = calendarChip(grid, item, 'list', form)
    return html`<li data-key="${item.id}">${chip} ${button}</li>`
  })
  return html`<ul class="cal-dialog-list">
    ${rows}
  </ul>`
}

/** Long events come last: they would bury those of the day. */
function inDayOrder(reader: TimeContext) {
  const isOfDays = (item: CalendarItem) => Number(isLong(daysOfItem(item, reader)))
  const startOf = ({ fixed, startAt }: CalendarItem) => (fixed ? 0 : startAt)
  return (a: CalendarItem, b: CalendarItem) => isOfDays(a) - isOfDays(b) || startOf(a) - startOf(b)
}
