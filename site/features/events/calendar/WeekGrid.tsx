import { useStore } from '@nanostores/react'
import { useEffect, useLayoutEffect, useState, type KeyboardEvent, type RefObject } from 'react'
import { minuteMs } from '#worker/contracts/durations.ts'
import { firstWeekday } from '#worker/locale/first-weekday.ts'
import { m } from '#site/lib/messages.ts'
import { formatDays } from '#site/lib/format.ts'
import { localDay } from '#site/lib/time/time-text.ts'
import type { CalendarStore } from './calendar.store.ts'
import { useCalendar, useFocusedDay, useGridView } from './use-calendar.ts'
import { Grid } from './Grid.tsx'
import { dayForKey } from './keys.ts'
import { addDays } from './month.ts'
import { weekHours } from './week-hours.ts'
import { minuteOfDay, minutesOfDay } from './week-layout.ts'

/** A week by hours. A phone shows three days of it, which may go on into the next. */
export function WeekGrid() {
  const calendar = useCalendar()
  const week = useStore(calendar.$week)
  const layout = useStore(calendar.$weekLayout)
  const selected = useStore(calendar.$selectedDay)
  const view = useGridView(layout.entries)
  const now = { ...view.reader, now: useMinute() ?? view.reader.now }
  const today = localDay(now.now, now)
  const tabStop = [selected, today].find((day) => day && week.shown.includes(day)) ?? week.shown[0]
  const grid = useFocusedDay(calendar, true)
  const html = weekHours(view, { ...week, ...layout, today, tabStop, now })
  useLayoutEffect(() => placeBlocks(grid.current), [grid, html.markup])
  useEntryHour(calendar, grid)
  return (
    <Grid
      className="cal-hours"
      label={formatDays(week.days[0] ?? '', week.days[6] ?? '', calendar.locale)}
      help={m.calendar_keys_week()}
      grid={grid}
      view={view}
      html={html}
      onKey={onKey}
    />
  )
}

/** The present, each minute anew. */
function useMinute(): number | undefined {
  const [now, setNow] = useState<number>()
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minuteMs)
    return () => clearInterval(timer)
  }, [])
  return now
}

const placeNames = ['insetBlockStart', 'blockSize', 'insetInlineStart', 'inlineSize'] as const

function placeBlocks(grid: HTMLElement | null): void {
  for (const block of grid?.querySelectorAll<HTMLElement>('[data-place]') ?? []) {
    for (const [index, value] of (block.dataset.place ?? '').split(' ').entries()) {
      block.style[placeNames[index] ?? 'inlineSize'] = `${value}%`
    }
  }
}

/** Opens at the present hour, or else at the first event of the days. */
function useEntryHour(calendar: CalendarStore, grid: RefObject<HTMLElement | null>): void {
  const { shown } = useStore(calendar.$week)
  const isHydrated = useStore(calendar.$screen) !== undefined
  const first = shown[0]
  useLayoutEffect(() => {
    const element = grid.current
    if (!element || !isHydrated) return
    const reader = calendar.$reader.get()
    const isPresent = shown.includes(localDay(reader.now, reader))
    const tops = [...calendar.$weekLayout.get().blocks.values()].flatMap(({ blocks }) =>
      blocks.filter(({ isContinued }) => !isContinued).map(({ top }) => top),
    )
    const minute = isPresent ? minuteOfDay(reader.now, reader) - 90 : Math.min(...tops, 1080) - 30
    const hoursHeight = element.querySelector<HTMLElement>('.week-hours')?.offsetHeight ?? 0
    element.scrollTop = (Math.max(0, minute) / minutesOfDay) * hoursHeight
    // Only when other days come: an event hyped meanwhile moves nothing.
  }, [first, isHydrated])
}

/** Whether the key moves anything. */
function onKey(
  { key, currentTarget }: KeyboardEvent<HTMLElement>,
  from: HTMLElement,
  calendar: CalendarStore,
): boolean {
  const { date, band } = from.closest<HTMLElement>('[data-date], [data-band]')?.dataset ?? {}
  const day = date ?? band
  if (day === undefined) return false
  if (key === 'ArrowDown') focusEvent(currentTarget, { day, from, by: 1 })
  else if (key === 'ArrowUp') focusEvent(currentTarget, { day, from, by: -1 })
  else if (from.dataset.date && (key === 'Enter' || key === ' ')) calendar.openDay(day)
  else return moveTo(weekDayForKey(key, day, calendar), calendar, key)
  return true
}

function weekDayForKey(key: string, day: string, { locale }: CalendarStore): string | undefined {
  if (key === 'PageUp') return addDays(day, -7)
  if (key === 'PageDown') return addDays(day, 7)
  return dayForKey(key, day, firstWeekday(locale))
}

/** Whether there is a day to move to. */
function moveTo(day: string | undefined, calendar: CalendarStore, key: string): boolean {
  if (day === undefined) return false
  const isShown = !key.startsWith('Page') && calendar.$week.get().shown.includes(day)
  if (isShown) calendar.focusDay(day)
  else void calendar.goToDay(day, day)
  return true
}

type EventMove = { day: string; from: HTMLElement; by: 1 | -1 }

/** From the day down through its events, the long ones first, and back up to the day. */
function focusEvent(grid: HTMLElement, { day, from, by }: EventMove): void {
  const links = `:is([data-band="${day}"], [data-date="${day}"]) a`
  const cell = grid.querySelector<HTMLElement>(`[data-date="${day}"]`)
  const stops = [cell, ...grid.querySelectorAll<HTMLElement>(links)]
  const next = stops[stops.indexOf(from) + by]
  next?.focus({ preventScroll: next === cell })
}
