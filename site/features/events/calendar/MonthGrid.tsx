import { useStore } from '@nanostores/react'
import { useEffect, type KeyboardEvent, type RefObject } from 'react'
import { m } from '#site/lib/messages.ts'
import { localDay } from '#site/lib/time/time-text.ts'
import { html } from '#site/ui/html.ts'
import { firstWeekday } from '#worker/locale/first-weekday.ts'
import { dayLabel, monthText } from './calendar-labels.ts'
import type { CalendarStore } from './calendar.store.ts'
import { useCalendar, useFocusedDay, useGridView } from './use-calendar.ts'
import { OpenedList } from './DayDialog.tsx'
import { itemsOn } from './entries.ts'
import { Grid } from './Grid.tsx'
import { dayForKey, leavesShownMonth } from './keys.ts'
import { monthWeeks } from './month-weeks.ts'
import { entryDayOf, monthOfDay } from './month.ts'

/** The weeks of a month. The bars of a grid that is one of two views come with the script. */
export function MonthGrid({ isFrame }: { isFrame: boolean }) {
  const calendar = useCalendar()
  const { month } = useStore(calendar.$month)
  const days = useStore(calendar.$days)
  const layout = useStore(calendar.$layout)
  const selected = useStore(calendar.$selectedDay)
  const view = useGridView(useStore(calendar.$entries))
  const today = localDay(view.reader.now, view.reader)
  const tabStop = selected && days.includes(selected) ? selected : entryDayOf(month, today)
  const entryDay = view.isSkipped ? tabStop : undefined
  const shown = isFrame ? undefined : layout
  const weeks = monthWeeks(view, { month, days, today, entryDay, layout: shown })
  const grid = useFocusedDay(calendar)
  useToday(calendar, grid)
  return (
    <Grid
      className="cal-grid"
      label={monthText(month, calendar.locale)}
      help={m.calendar_keys()}
      grid={grid}
      view={view}
      html={html`${weeks}`}
      onKey={onKey}
    >
      <SelectedDay />
    </Grid>
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

/** Below the small month of a phone: the events of the day that was touched, or of today. */
function SelectedDay() {
  const { locale, ...calendar } = useCalendar()
  const screen = useStore(calendar.$screen)
  const selected = useStore(calendar.$selectedDay)
  const reader = useStore(calendar.$reader)
  const entries = useStore(calendar.$entries)
  const days = useStore(calendar.$days)
  const day = selected ?? localDay(reader.now, reader)
  if (!days.includes(day)) return null
  // Room for what comes once the reader's zone is known.
  if (screen !== 'narrow') return <div className="cal-selected" />
  const items = itemsOn(day, entries, reader)
  return (
    <section className="cal-selected" aria-labelledby="calendar-selected">
      <h2 id="calendar-selected">{dayLabel(day, items.length, { locale, reader })}</h2>
      <OpenedList opened={{ title: '', day, items }} />
    </section>
  )
}

/** Whether the key moves anything. */
function onKey(
  { key }: KeyboardEvent<HTMLElement>,
  { dataset: { date: day } }: HTMLElement,
  calendar: CalendarStore,
): boolean {
  if (day === undefined) return false
  const next = dayForKey(key, day, firstWeekday(calendar.locale))
  if (key === 'Enter' || key === ' ') calendar.openDay(day)
  else if (next === undefined) return false
  else if (leavesShownMonth(key, next, calendar.$days.get())) {
    void calendar.goTo({ month: monthOfDay(next), view: 'month' }, next)
  } else calendar.focusDay(next)
  return true
}
