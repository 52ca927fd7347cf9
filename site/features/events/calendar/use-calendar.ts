import { useStore } from '@nanostores/react'
import { createContext, useContext, useEffect, useRef, type MouseEvent } from 'react'
import { calendarPath } from './address.ts'
import type { ChipView } from './calendar-chip.ts'
import type { CalendarStore } from './calendar.store.ts'
import { byKey, type GridEntry } from './entries.ts'
import { hasModifierKey } from './keys.ts'
import type { GridView } from './month-weeks.ts'

export const CalendarContext = createContext<CalendarStore | undefined>(undefined)

export function useCalendar(): CalendarStore {
  const calendar = useContext(CalendarContext)
  if (!calendar) throw new Error('Stands outside of the calendar')
  return calendar
}

export function useChipView(): ChipView {
  const { locale, $reader, $hyped, $overlaps } = useCalendar()
  const hyped = useStore($hyped)
  const overlaps = useStore($overlaps)
  const { now } = useStore($reader)
  return { page: { locale, ctx: { now } }, hyped, overlaps, isSkipped: false }
}

/** The entries of a grid with the state that its days are drawn from. */
export function useGridView(entries: readonly GridEntry[]): GridView {
  const { locale, $layoutReader, $address, $month, $screen } = useCalendar()
  const view = useChipView()
  const reader = useStore($layoutReader)
  const { month } = useStore($month)
  const address = useStore($address)
  const isSkipped = useStore($screen) !== undefined
  const listPath = calendarPath(locale, address, { month, view: 'agenda' })
  return { ...view, isSkipped, reader, entries, byKey: byKey(entries), listPath }
}

/** Opens what is clicked in a grid; events and views are links. */
export function openFromGrid(event: MouseEvent, calendar: CalendarStore, view: GridView): void {
  if (hasModifierKey(event) || !(event.target instanceof Element)) return
  const link = event.target.closest<HTMLElement>('a, button')
  const isDay = !link || link.matches('.cal-more')
  const cell = isDay && event.target.closest<HTMLElement>('[data-date]')
  const day = cell ? cell.dataset.date : link?.dataset.day
  if (link && openEntry(link.dataset, calendar, view)) event.preventDefault()
  else if (day) {
    event.preventDefault()
    calendar.openDay(day)
  }
}

/** Whether the link stands for events that open: those of a group, or those that have no line. */
function openEntry(
  { key = '', keys }: DOMStringMap,
  { openGroup, openLines }: CalendarStore,
  { byKey: entries }: GridView,
): boolean {
  const entry = entries.get(key)
  if (keys) openLines(keys.split(' ').flatMap((one) => entries.get(one)?.items ?? []))
  else if (entry?.group) openGroup(entry)
  return keys !== undefined || Boolean(entry?.group)
}

export function useFocusedDay(
  { $focusRequests, $selectedDay }: CalendarStore,
  preventScroll = false,
) {
  const grid = useRef<HTMLElement>(null)
  const requests = useStore($focusRequests)
  useEffect(() => {
    if (requests === 0) return
    grid.current
      ?.querySelector<HTMLElement>(`[data-date="${$selectedDay.get()}"]`)
      ?.focus({ preventScroll })
  }, [requests, $selectedDay, preventScroll])
  return grid
}
