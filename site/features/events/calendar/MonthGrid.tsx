import { useStore } from '@nanostores/react'
import { Fragment, useEffect, useRef, type KeyboardEvent, type RefObject } from 'react'
import { m } from '#site/lib/messages.ts'
import { dayText, localDay } from '#site/lib/time/time-text.ts'
import { firstWeekday } from '#worker/locale/first-weekday.ts'
import { languageTags, type Locale } from '#worker/locale/locales.ts'
import { useCalendar } from './CalendarLink.tsx'
import type { CalendarStore } from './calendar.store.ts'
import { hasModifierKey, dayForKey, leavesShownMonth } from './keys.ts'
import { monthOfDay } from './month.ts'
import { MonthDay } from './MonthDay.tsx'
import { monthText } from './calendar-labels.ts'

/** The weeks of a month. The bars of a grid that is one of two views come with the script. */
export function MonthGrid({ isFrame }: { isFrame: boolean }) {
  const calendar = useCalendar()
  const { month } = useStore(calendar.$month)
  const days = useStore(calendar.$days)
  const layout = useStore(calendar.$layout)
  const isHydrated = useStore(calendar.$screen) !== undefined
  const { today, entryDay } = useDays(calendar, isHydrated)
  const grid = useFocusedDay(calendar)
  useToday(calendar, grid)
  return (
    <div
      className="cal-grid"
      role="grid"
      aria-label={monthText(month, calendar.locale)}
      aria-describedby="calendar-keys"
      data-settled={isHydrated ? '' : undefined}
      ref={grid}
      onKeyDown={(event) => onKey(event, calendar)}
    >
      <div className="cal-heads" role="row">
        {weekdays(days.slice(0, 7), calendar.locale).map((name) => (
          <span key={name} role="columnheader">
            {name}
          </span>
        ))}
      </div>
      {currentFirst(weeksOf(days), month, today).map((week, index, weeks) => (
        <Fragment key={week[0]}>
          {index > 0 && isBefore(week, weeks[index - 1]) && (
            <div className="cal-earlier" role="row">
              <span role="rowheader">{m.calendar_earlier()}</span>
            </div>
          )}
          <div className="cal-week" role="row">
            {week.map((day) => (
              <MonthDay
                key={day}
                day={day}
                layout={isFrame ? undefined : layout.get(day)}
                isOutside={monthOfDay(day) !== month}
                isToday={day === today}
                tabIndex={isHydrated ? (day === entryDay ? 0 : -1) : undefined}
              />
            ))}
          </div>
        </Fragment>
      ))}
    </div>
  )
}

export function GridKeyboardHelp({ text }: { text: string }) {
  return (
    <p id="calendar-keys" className="quiet cal-keys when-scripted">
      {text}
    </p>
  )
}

const lateInMonth = 20

/** Late in a month its current week and those after it come before those that are over. */
function currentFirst(weeks: string[][], month: string, today: string): string[][] {
  const isLate = monthOfDay(today) === month && Number(today.slice(8)) >= lateInMonth
  const current = isLate ? weeks.findIndex((week) => week.includes(today)) : 0
  return [...weeks.slice(current), ...weeks.slice(0, current)]
}

function isBefore([day = '']: string[], [other = '']: string[] = []): boolean {
  return day < other
}

function weeksOf(days: readonly string[]): string[][] {
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
}

export function weekdays(days: readonly string[], locale: Locale): string[] {
  return days.map((day) => dayText(day, { tag: languageTags[locale] }, 'w'))
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
  return { today, entryDay: isHydrated && selected && days.includes(selected) ? selected : inMonth }
}

export function useFocusedDay(
  { $focusRequests, $selectedDay }: CalendarStore,
  preventScroll = false,
) {
  const grid = useRef<HTMLDivElement>(null)
  const requests = useStore($focusRequests)
  useEffect(() => {
    if (requests === 0) return
    grid.current
      ?.querySelector<HTMLElement>(`[data-date="${$selectedDay.get()}"]`)
      ?.focus({ preventScroll })
  }, [requests, $selectedDay, preventScroll])
  return grid
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
