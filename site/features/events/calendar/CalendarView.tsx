import { useStore } from '@nanostores/react'
import { useEffect, useLayoutEffect, useMemo, useRef, type RefObject } from 'react'
import { minuteMs } from '#worker/contracts/durations.ts'
import { m } from '#site/lib/messages.ts'
import { localDay } from '#site/lib/time/time-text.ts'
import { mutedNote } from '#site/features/events/muting/muted-note.ts'
import { classes } from '#site/ui/html.ts'
import { Markup } from '#site/ui/Markup.tsx'
import { agenda } from './agenda.ts'
import { handleCalendarClick, handleCalendarKeyDown } from './grid-actions.ts'
import type { CalendarInitialState } from './calendar-state.ts'
import { createCalendarStore, type CalendarStore } from './calendar.store.ts'
import { calendarBar, calendarHeading } from './calendar-bar.ts'
import { truncationNote, emptyCalendarNotice, followedFilterNotices } from './empty-states.ts'
import { DayDialog } from './DayDialog.tsx'
import { monthGrid } from './month-weeks.ts'
import { weekGrid } from './week-hours.ts'
import { minuteOfDay, minutesPerDay } from './week-layout.ts'

type Props = { calendar: CalendarStore }

/** Rendered on the server in UTC, hydrated in the browser. */
export function CalendarView({ calendar, onHydrated }: Props & { onHydrated?: () => void }) {
  useStore(calendar.$changes)
  // Runs before the first paint.
  useLayoutEffect(() => onHydrated?.(), [onHydrated])
  const root = useRef<HTMLDivElement>(null)
  useFocusOnRequestedDay(calendar, root)
  useScrollToToday(calendar, root)
  const { locale } = calendar
  const { month, isCut } = calendar.$month.get()
  const { isFollowed } = calendar.$address.get()
  const { count } = calendar.$sections.get()
  return (
    <>
      <p id="calendar-said" className="visually-hidden" role="status">
        {calendar.$announcement.get()}
      </p>
      <div
        ref={root}
        id="calendar"
        className="calendar"
        data-month={month}
        data-show={isFollowed ? 'followed' : 'all'}
        // Once hydrated, the store leaves out what is muted.
        data-mutable={calendar.$screen.get() || isFollowed ? undefined : ''}
        data-ready={calendar.$followed.get() instanceof Set ? '' : undefined}
        aria-busy={calendar.$isLoading.get() || undefined}
        onClick={(event) => handleCalendarClick(event, calendar)}
        onKeyDown={(event) => handleCalendarKeyDown(event, calendar)}
      >
        <Markup as="div" className="page-head cal-head" html={calendarHeading(calendar)} />
        <Markup as="div" className="cal-bar" html={calendarBar(calendar)} />
        {isFollowed && <Markup as="div" html={followedFilterNotices(calendar)} />}
        <div className="cal-body">
          {count === 0 && !isFollowed && <Markup as="div" html={emptyCalendarNotice(calendar)} />}
          <CalendarDays calendar={calendar} />
          {isCut && <Markup as="p" className="notice" html={truncationNote(locale)} />}
          <MutedEventsNote calendar={calendar} />
        </div>
        <DayDialog calendar={calendar} />
      </div>
    </>
  )
}

/** Until the script knows the screen, the page's styles choose between month and list. */
function CalendarDays({ calendar }: Props) {
  const view = calendar.$view.get()
  if (view === 'week') return <Week calendar={calendar} />
  return (
    <>
      {view !== 'agenda' && (
        <Markup
          as="section"
          className={view ? undefined : 'cal-wide'}
          aria-label={m.calendar_view_month()}
          html={monthGrid(calendar)}
        />
      )}
      {view !== 'month' && <Agenda calendar={calendar} name={view ? '' : 'cal-narrow'} />}
    </>
  )
}

/** Until the script has counted them, the note says that some are muted. */
function MutedEventsNote({ calendar }: Props) {
  const count = calendar.$screen.get() && calendar.$mutedCount.get()
  if (count === 0) return null
  const areShown = calendar.$areMutedShown.get()
  return <Markup as="div" html={mutedNote({ count, areShown })} />
}

function Agenda({ calendar, name }: Props & { name: string }) {
  const list = calendar.$list.get()
  const html = useMemo(() => agenda(list), [list])
  const isOfWeek = calendar.$address.get().view === 'week'
  return (
    <Markup
      as="section"
      className={classes('agenda', name)}
      aria-labelledby="agenda-title"
      data-month={isOfWeek ? undefined : calendar.$month.get().month}
      html={html}
    />
  )
}

function Week({ calendar }: Props) {
  const grid = useRef<HTMLElement>(null)
  const html = weekGrid(calendar)
  useMinuteTimer(calendar)
  useLayoutEffect(() => positionEventBlocks(grid.current), [html.markup])
  useScrollToEntryHour(calendar, grid)
  return (
    <>
      <Markup
        as="section"
        className="cal-scripted"
        aria-label={m.calendar_view_week()}
        ref={grid}
        html={html}
      />
      {!calendar.$screen.get() && <Agenda calendar={calendar} name="cal-unscripted" />}
    </>
  )
}

function useMinuteTimer({ $minute }: CalendarStore): void {
  useEffect(() => {
    const timer = setInterval(() => $minute.set(Date.now()), minuteMs)
    return () => clearInterval(timer)
  }, [$minute])
}

const placeNames = ['insetBlockStart', 'blockSize', 'insetInlineStart', 'inlineSize'] as const

function positionEventBlocks(grid: HTMLElement | null): void {
  for (const block of grid?.querySelectorAll<HTMLElement>('[data-place]') ?? []) {
    for (const [index, value] of (block.dataset.place ?? '').split(' ').entries()) {
      block.style[placeNames[index] ?? 'inlineSize'] = `${value}%`
    }
  }
}

/** Opens at the present hour, or else at the first event of the days. */
function useScrollToEntryHour(calendar: CalendarStore, grid: RefObject<HTMLElement | null>): void {
  const { shown } = calendar.$week.get()
  const isHydrated = calendar.$screen.get() !== undefined
  const first = shown[0]
  useLayoutEffect(() => {
    const element = grid.current?.querySelector('.cal-hours')
    if (!element || !isHydrated) return
    const reader = calendar.$reader.get()
    const isPresent = shown.includes(localDay(reader.now, reader))
    const tops = [...calendar.$weekLayout.get().blocks.values()].flatMap(({ blocks }) =>
      blocks.filter(({ isContinued }) => !isContinued).map(({ top }) => top),
    )
    const minute = isPresent ? minuteOfDay(reader.now, reader) - 90 : Math.min(...tops, 1080) - 30
    const hoursHeight = element.querySelector<HTMLElement>('.week-hours')?.offsetHeight ?? 0
    element.scrollTop = (Math.max(0, minute) / minutesPerDay) * hoursHeight
    // Only when other days come: an event hyped meanwhile moves nothing.
  }, [first, isHydrated])
}

/** A phone opens a month at today, unless the person has scrolled already. */
function useScrollToToday(
  { $screen, $view }: CalendarStore,
  root: RefObject<HTMLElement | null>,
): void {
  const isSmallMonth = $screen.get() === 'narrow' && $view.get() === 'month'
  useEffect(() => {
    if (!isSmallMonth || scrollY > 0) return
    root.current?.querySelector('.cal-day[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [isSmallMonth, root])
}

/** Focuses the requested day of a grid, or of a list the first day on or after it. */
function useFocusOnRequestedDay(
  calendar: CalendarStore,
  root: RefObject<HTMLElement | null>,
): void {
  const requests = calendar.$focusRequests.get()
  const view = calendar.$view.get()
  const answered = useRef(0)
  useEffect(() => {
    const wanted = calendar.$selectedDay.get()
    if (requests === 0 || wanted === undefined) return
    // A view that comes by itself takes the focus of the one that went.
    if (requests === answered.current && document.activeElement !== document.body) return
    answered.current = requests
    const cell = root.current?.querySelector<HTMLElement>(`[data-date="${wanted}"]`)
    if (cell) return cell.focus({ preventScroll: cell.matches('.week-day') })
    const days = [...(root.current?.querySelectorAll<HTMLElement>('section[data-day]') ?? [])]
    const label = days
      .find((one) => (one.dataset.day ?? '') >= wanted && one.checkVisibility())
      ?.querySelector('h3')
    if (!label) return
    label.tabIndex = -1
    label.scrollIntoView({ block: 'center' })
    label.focus({ preventScroll: true })
  }, [requests, view, root, calendar])
}

/** The root that React hydrates may contain nothing else. */
export function ServerCalendar(start: CalendarInitialState) {
  return (
    <div id="calendar-root">
      <CalendarView calendar={createCalendarStore(start)} />
    </div>
  )
}
