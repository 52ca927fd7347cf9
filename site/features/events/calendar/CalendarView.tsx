import { useStore } from '@nanostores/react'
import type { MouseEvent } from 'react'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { capitalize, zoneName } from '#site/lib/time/time-text.ts'
import { zoneOf } from '#site/lib/time/wall-clock.ts'
import { mutedNote } from '#site/features/events/muting/muted-note.ts'
import { Markup } from '#site/ui/Markup.tsx'
import { Agenda } from './Agenda.tsx'
import { readAddress } from './address.ts'
import { hasModifierKey } from './keys.ts'
import { CalendarContext, useCalendar } from './use-calendar.ts'
import type { CalendarInitialState } from './calendar-state.ts'
import { createCalendarStore, type CalendarStore } from './calendar.store.ts'
import { calendarBar } from './calendar-bar.ts'
import { emptyDays, followedStates } from './empty-states.ts'
import { WeekGrid } from './WeekGrid.tsx'
import { DayDialog } from './DayDialog.tsx'
import { MonthGrid } from './MonthGrid.tsx'
import { monthText } from './calendar-labels.ts'

/** The whole calendar: rendered on the server in UTC, hydrated in the browser. */
export function CalendarView({ calendar }: { calendar: CalendarStore }) {
  const place = usePlace(calendar)
  const { month, address } = place
  const { isFollowed } = address
  const { count } = useStore(calendar.$sections)
  const reader = useStore(calendar.$reader)
  const followed = useStore(calendar.$followed)
  const isLoading = useStore(calendar.$isLoading)
  const announcement = useStore(calendar.$announcement)
  const isHydrated = useStore(calendar.$screen) !== undefined
  return (
    <CalendarContext value={calendar}>
      <p id="calendar-said" className="visually-hidden" role="status">
        {announcement}
      </p>
      <div
        id="calendar"
        className="calendar"
        data-month={month}
        data-show={isFollowed ? 'followed' : 'all'}
        // From then on the store leaves out what is muted.
        data-mutable={isHydrated || isFollowed ? undefined : ''}
        data-ready={followed instanceof Set ? '' : undefined}
        aria-busy={isLoading || undefined}
        onClick={(event) => followLink(event, calendar)}
      >
        <div className="page-head cal-head">
          <h1>{capitalize(monthText(month, calendar.locale))}</h1>
          <p className="quiet zone-note">
            {`${m.times_in()} `}
            <span data-time-format="zone" suppressHydrationWarning>
              {zoneName(zoneOf(reader))}
            </span>
          </p>
        </div>
        <CalendarBar />
        {isFollowed && <Markup as="div" html={followedStates({ ...place, followed, count })} />}
        <div className="cal-body">
          <Body />
          <MutedEvents />
        </div>
        <DayDialog />
      </div>
    </CalendarContext>
  )
}

/** How many events of the days shown are muted; until the script counts them, that some are. */
function MutedEvents() {
  const calendar = useCalendar()
  const count = useStore(calendar.$mutedCount)
  const areShown = useStore(calendar.$areMutedShown)
  const isHydrated = useStore(calendar.$screen) !== undefined
  if (isHydrated && count === 0) return null
  return <Markup as="div" html={mutedNote({ count: isHydrated ? count : undefined, areShown })} />
}

/** The script changes the state of the page without navigating. */
function followLink(event: MouseEvent, calendar: CalendarStore): void {
  if (hasModifierKey(event) || !(event.target instanceof Element)) return
  const link = event.target.closest<HTMLElement>('[data-act]')
  if (!link) return
  event.preventDefault()
  const { act } = link.dataset
  if (act === 'today') void calendar.goToday()
  else if (act === 'retry') void calendar.loadFollowed()
  else if (link instanceof HTMLAnchorElement) {
    void calendar.goTo(readAddress(new URLSearchParams(link.search)))
  }
}

function CalendarBar() {
  const calendar = useCalendar()
  const html = calendarBar({
    ...usePlace(calendar),
    view: useStore(calendar.$view),
    day: useStore(calendar.$week).near[0] ?? '',
    isNarrow: useStore(calendar.$screen) === 'narrow',
  })
  return <Markup as="div" className="cal-bar" html={html} />
}

/** Where the page stands. */
function usePlace({ locale, $address, $month }: CalendarStore) {
  const { month, elsewhere } = useStore($month)
  return { locale, address: useStore($address), month, elsewhere }
}

/** Both views while the screen is unknown; the style sheet shows one of them. */
function Body() {
  const calendar = useCalendar()
  const view = useStore(calendar.$view)
  const { isCut } = useStore(calendar.$month)
  const place = usePlace(calendar)
  const { count } = useStore(calendar.$sections)
  return (
    <>
      {count === 0 && !place.address.isFollowed && <Markup as="div" html={emptyDays(place)} />}
      {view === 'week' && <Week />}
      {(view ?? 'month') === 'month' && (
        <section className={view ? undefined : 'cal-wide'} aria-label={m.calendar_view_month()}>
          <MonthGrid isFrame={view === undefined} />
        </section>
      )}
      {(view ?? 'agenda') === 'agenda' && (
        <section className={view ? undefined : 'cal-narrow'} aria-labelledby="agenda-title">
          <h2 id="agenda-title" className="visually-hidden">
            {m.calendar_view_agenda()}
          </h2>
          <Agenda />
        </section>
      )}
      {isCut && (
        <p className="notice">
          {`${m.calendar_cut()} `}
          <a href={paths.events(calendar.locale)}>{m.calendar_all_events()}</a>
        </p>
      )}
    </>
  )
}

/** Hours with a script, a list without. */
function Week() {
  const isHydrated = useStore(useCalendar().$screen) !== undefined
  return (
    <>
      <section className="cal-scripted" aria-label={m.calendar_view_week()}>
        <WeekGrid />
      </section>
      {!isHydrated && (
        <section className="cal-unscripted" aria-label={m.calendar_view_agenda()}>
          <Agenda />
        </section>
      )}
    </>
  )
}

/** The server's markup: the root that React hydrates may contain nothing else. */
export function ServerCalendar(start: CalendarInitialState) {
  return (
    <div id="calendar-root">
      <CalendarView calendar={createCalendarStore(start)} />
    </div>
  )
}
