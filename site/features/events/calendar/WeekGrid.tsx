import { useStore } from '@nanostores/react'
import { useEffect, useLayoutEffect, useState, type KeyboardEvent, type RefObject } from 'react'
import { minuteMs } from '#worker/contracts/durations.ts'
import { firstWeekday } from '#worker/locale/first-weekday.ts'
import { m } from '#site/lib/messages.ts'
import { formatDays } from '#site/lib/format.ts'
import { localDay, timeText, type TimeContext } from '#site/lib/time/time-text.ts'
import type { CalendarStore } from './calendar.store.ts'
import { useCalendar } from './calendar-context.ts'
import { dayForKey, hasModifierKey } from './keys.ts'
import { addDays } from './month.ts'
import { BandDay, WeekDay, WeekHead } from './WeekDay.tsx'
import { useFocusedDay, useGridView } from './use-grid.ts'
import { minuteOfDay } from './week-layout.ts'

const hours = Array.from({ length: 24 }, (_, hour) => hour)

/** A week by hours. A phone shows three days of it, which may go on into the next. */
export function WeekGrid() {
  const calendar = useCalendar()
  const week = useStore(calendar.$week)
  const near = useStore(calendar.$narrowDays)
  const isHydrated = useStore(calendar.$screen) !== undefined
  const now = useNow(calendar)
  const today = localDay(now.now, now)
  const grid = useFocusedDay(calendar, true)
  const days = [...new Set([...week, ...near])]
  const view = useGridView(useStore(calendar.$weekEntries))
  const shared = { week, near, today, view }
  useEntryDay(calendar, grid)
  return (
    <div
      className="cal-hours"
      role="grid"
      aria-label={formatDays(week[0] ?? '', week[6] ?? '', calendar.locale)}
      aria-describedby="calendar-keys"
      data-settled={isHydrated ? '' : undefined}
      ref={grid as RefObject<HTMLDivElement | null>}
      onKeyDown={(event) => onKey(event, calendar)}
    >
      <div className="week-top" role="rowgroup">
        <div className="week-row" role="row">
          <span role="columnheader" className="week-gutter">
            <span className="visually-hidden">{m.calendar_hours()}</span>
          </span>
          {days.map((day) => (
            <WeekHead key={day} day={day} {...shared} />
          ))}
        </div>
        <div className="week-row week-band" role="row">
          <span className="week-gutter" role="rowheader">
            {m.calendar_all_day()}
          </span>
          {days.map((day) => (
            <BandDay key={day} day={day} {...shared} />
          ))}
        </div>
      </div>
      <div className="week-row" role="row">
        <HourLabels reader={now} />
        {days.map((day) => (
          <WeekDay
            key={day}
            day={day}
            minuteNow={isHydrated && day === today ? minuteOfDay(now.now, now) : undefined}
            {...shared}
          />
        ))}
      </div>
    </div>
  )
}

/** `9 PM`, `21:00` */
function HourLabels({ reader }: { reader: TimeContext }) {
  return (
    <div className="week-gutter week-hours" role="rowheader">
      {hours.map((hour) => (
        <span key={hour} className="figures" aria-hidden="true" suppressHydrationWarning>
          {timeText('time', Date.UTC(2000, 0, 1, hour), { ...reader, timeZone: 'UTC' }).replace(
            /:00(?=\s)/,
            '',
          )}
        </span>
      ))}
      <span className="visually-hidden">{m.calendar_hours()}</span>
    </div>
  )
}

/** The reader's context, each minute anew. */
function useNow({ $reader, $layoutReader, $screen }: CalendarStore): TimeContext {
  const isHydrated = useStore($screen) !== undefined
  const own = useStore($reader)
  const server = useStore($layoutReader)
  const [now, setNow] = useState<number>()
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minuteMs)
    return () => clearInterval(timer)
  }, [])
  return isHydrated ? { ...own, now: now ?? own.now } : server
}

/** Opens at the present hour, or else at the first event of the days. */
function useEntryDay(calendar: CalendarStore, grid: RefObject<HTMLElement | null>): void {
  const shown = useStore(calendar.$shownDays)
  const isHydrated = useStore(calendar.$screen) !== undefined
  const first = shown[0]
  useLayoutEffect(() => {
    const element = grid.current
    if (!element || !isHydrated) return
    const reader = calendar.$reader.get()
    const isPresent = shown.includes(localDay(reader.now, reader))
    const tops = [...calendar.$blocks.get().values()].flatMap(({ blocks }) =>
      blocks.filter(({ isContinued }) => !isContinued).map(({ top }) => top),
    )
    const minute = isPresent ? minuteOfDay(reader.now, reader) - 90 : Math.min(...tops, 1080) - 30
    const hoursHeight = element.querySelector<HTMLElement>('.week-hours')?.offsetHeight ?? 0
    element.scrollTop = (Math.max(0, minute) / 1440) * hoursHeight
    // Only when other days come: an event hyped meanwhile moves nothing.
  }, [first, isHydrated])
}

function onKey(event: KeyboardEvent<HTMLElement>, calendar: CalendarStore): void {
  const { key, target, currentTarget } = event
  if (!(target instanceof HTMLElement) || hasModifierKey(event)) return
  const date = dayOfElement(target)
  if (date === undefined) return
  const isDown = key === 'ArrowDown'
  if (isDown || key === 'ArrowUp') focusEvent(currentTarget, { date, from: target, isDown })
  else if (target.dataset.date && (key === 'Enter' || key === ' ')) calendar.openDay(date)
  else if (!moveTo(weekDayForKey(key, date, calendar), calendar, key)) return
  event.preventDefault()
}

function dayOfElement(element: HTMLElement): string | undefined {
  const day = element.closest<HTMLElement>('[data-date], [data-band]')?.dataset
  return day?.date ?? day?.band
}

function weekDayForKey(key: string, day: string, { locale }: CalendarStore): string | undefined {
  if (key === 'PageUp') return addDays(day, -7)
  if (key === 'PageDown') return addDays(day, 7)
  return dayForKey(key, day, firstWeekday(locale))
}

/** Whether there is a day to move to. */
function moveTo(day: string | undefined, calendar: CalendarStore, key: string): boolean {
  if (day === undefined) return false
  const isShown = !key.startsWith('Page') && calendar.$shownDays.get().includes(day)
  if (isShown) calendar.focusDay(day)
  else void calendar.goToDay(day, day)
  return true
}

type EventMove = { date: string; from: HTMLElement; isDown: boolean }

/** From the day down through its events, the long ones first, and back up to the day. */
function focusEvent(grid: HTMLElement, { date, from, isDown }: EventMove): void {
  const links = `:is([data-band="${date}"], [data-date="${date}"]) a`
  const day = grid.querySelector<HTMLElement>(`[data-date="${date}"]`)
  const stops = [day, ...grid.querySelectorAll<HTMLElement>(links)]
  const next = stops[stops.indexOf(from) + (isDown ? 1 : -1)]
  next?.focus({ preventScroll: next === day })
}
