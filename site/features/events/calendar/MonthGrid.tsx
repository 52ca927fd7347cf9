import { useStore } from '@nanostores/react'
import { useEffect, type KeyboardEvent, type RefObject } from 'react'
import { localDay } from '#site/lib/time/time-text.ts'
import { Markup } from '#site/ui/Markup.tsx'
import { html } from '#site/ui/html.ts'
import { firstWeekday } from '#worker/locale/first-weekday.ts'
import { monthText } from './calendar-labels.ts'
import type { CalendarStore } from './calendar.store.ts'
import { useCalendar } from './calendar-context.ts'
import { dayForKey, hasModifierKey, leavesShownMonth } from './keys.ts'
import { monthWeeks } from './month-weeks.ts'
import { monthOfDay } from './month.ts'
import { openFromGrid, useFocusedDay, useGridView } from './use-grid.ts'

/** The weeks of a month. The bars of a grid that is one of two views come with the script. */
export function MonthGrid({ isFrame }: { isFrame: boolean }) {
  const calendar = useCalendar()
  const { month } = useStore(calendar.$month)
  const days = useStore(calendar.$days)
  const layout = useStore(calendar.$layout)
  const view = useGridView(useStore(calendar.$entries))
  const isHydrated = useStore(calendar.$screen) !== undefined
  const { today, entryDay } = useDays(calendar, isHydrated)
  const grid = useFocusedDay(calendar)
  useToday(calendar, grid)
  const shown = isFrame ? undefined : layout
  const weeks = monthWeeks(view, { month, days, today, entryDay, layout: shown })
  return (
    <Markup
      as="div"
      className="cal-grid"
      role="grid"
      aria-label={monthText(month, calendar.locale)}
      aria-describedby="calendar-keys"
      data-settled={isHydrated ? '' : undefined}
      ref={grid}
      onKeyDown={(event) => onKey(event, calendar)}
      onClick={(event) => openFromGrid(event, calendar, view)}
      html={html`${weeks}`}
    />
  )
}

export function GridKeyboardHelp({ text }: { text: string }) {
  return (
    <p id="calendar-keys" className="quiet cal-keys when-scripted">
      {text}
    </p>
  )
}

/** A phone opens a month at today, unless the person has scrolled already. */
function useToday({ $screen }: CalendarStore, grid: RefObject<HTMLElement | null>): void {
  const screen = useStore($screen)
  useEffect(() => {
    if (screen !== 'narrow' || scrollY > 0) return
    grid.current?.querySelector('[aria-current="date"]')?.scrollIntoView({ block: 'nearest' })
  }, [screen, grid])
}

/** Today, and the day that is the grid's tab stop. */
function useDays(calendar: CalendarStore, isHydrated: boolean) {
  const reader = useStore(calendar.$layoutReader)
  const { month } = useStore(calendar.$month)
  const selected = useStore(calendar.$selectedDay)
  const days = useStore(calendar.$days)
  const today = localDay(reader.now, reader)
  const inMonth = monthOfDay(today) === month ? today : `${month}-01`
  const entryDay = selected && days.includes(selected) ? selected : inMonth
  return { today, entryDay: isHydrated ? entryDay : undefined }
}

function onKey(event: KeyboardEvent<HTMLElement>, calendar: CalendarStore): void {
  const { key, target } = event
  const day = target instanceof HTMLElement ? target.dataset.date : undefined
  if (day === undefined || hasModifierKey(event)) return
  const next = dayForKey(key, day, firstWeekday(calendar.locale))
  if (key === 'Enter' || key === ' ') calendar.openDay(day)
  else if (next === undefined) return
  else if (leavesShownMonth(key, next, calendar.$days.get())) {
    void calendar.goTo({ month: monthOfDay(next), view: 'month' }, next)
  } else calendar.focusDay(next)
  event.preventDefault()
}
