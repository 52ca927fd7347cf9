import { useStore } from '@nanostores/react'
import type { MouseEvent } from 'react'
import { m } from '#site/lib/messages.ts'
import { islandIcon } from '#site/ui/island-icon.ts'
import { Markup } from '#site/ui/Markup.tsx'
import { paths } from '#site/lib/paths.ts'
import { calendarPath, views, type CalendarViewName } from './address.ts'
import { useCalendar, CalendarLink } from './CalendarLink.tsx'
import { FilterChips, FilterFold } from './CalendarFilters.tsx'
import { hasModifierKey } from './keys.ts'
import { addDays, addMonths, monthOfDay } from './month.ts'
import { narrowDays } from './week-state.ts'

const [firstMonth, lastMonth] = ['2000-01', '2099-12']

/** Days shown, view, filters, scope and grouping, as links; on a phone the last three fold. */
export function CalendarBar() {
  const calendar = useCalendar()
  const { isGrouped } = useStore(calendar.$address)
  const view = useStore(calendar.$view)
  return (
    <div className="cal-bar">
      {view === 'week' ? <WeekLinks /> : <MonthLinks />}
      <nav className="cal-views" aria-label={m.calendar_view()}>
        {view ? (
          // One element for all views, so that the focus stays on the link that was followed.
          <ViewLinks current={view} className="" />
        ) : (
          <>
            <ViewLinks current="month" className=" cal-wide" />
            <ViewLinks current="agenda" className=" cal-narrow" />
          </>
        )}
      </nav>
      <FilterFold />
      <ScopeLinks />
      {view !== 'week' && (
        <nav className="tabs cal-folded" aria-label={m.calendar_grouping()}>
          <CalendarLink change={{ isGrouped: false }} isCurrent={!isGrouped} act="ungrouped">
            {m.calendar_ungrouped()}
          </CalendarLink>
          <CalendarLink change={{ isGrouped: true }} isCurrent={isGrouped} act="grouped">
            {m.calendar_grouped()}
          </CalendarLink>
        </nav>
      )}
      <FilterChips />
    </div>
  )
}

function MonthLinks() {
  const { $month } = useCalendar()
  const { month } = useStore($month)
  return (
    <MoveLinks
      previous={{ month: addMonths(month, -1) }}
      next={{ month: addMonths(month, 1) }}
      labels={[m.calendar_previous(), m.calendar_next()]}
    />
  )
}

function WeekLinks() {
  const calendar = useCalendar()
  const day = useStore(calendar.$shownDay)
  const isNarrow = useStore(calendar.$screen) === 'narrow'
  const to = (days: number) => {
    const shown = addDays(day, days)
    return { day: shown, month: monthOfDay(shown) }
  }
  const step = isNarrow ? narrowDays : 7
  return (
    <MoveLinks
      previous={to(-step)}
      next={to(step)}
      labels={
        isNarrow
          ? [m.calendar_previous_days(), m.calendar_next_days()]
          : [m.calendar_previous_week(), m.calendar_next_week()]
      }
    />
  )
}

type Move = { month: string; day?: string }
type MoveProps = { previous: Move; next: Move; labels: readonly [string, string] }

function MoveLinks({ previous, next, labels }: MoveProps) {
  const calendar = useCalendar()
  const address = useStore(calendar.$address)

  function followToday(event: MouseEvent): void {
    if (hasModifierKey(event)) return
    event.preventDefault()
    void calendar.goToday()
  }

  return (
    <nav className="cal-move" aria-label={m.calendar_move()}>
      {previous.month >= firstMonth && (
        <MoveLink
          change={previous}
          act="previous"
          rel="prev nofollow"
          icon="back"
          label={labels[0]}
        />
      )}
      <a
        className="button"
        href={calendarPath(calendar.locale, address, { month: undefined, day: undefined })}
        title={m.calendar_today_key()}
        data-act="today"
        onClick={followToday}
      >
        {m.calendar_today()}
      </a>
      {next.month <= lastMonth && (
        <MoveLink change={next} act="next" rel="next nofollow" icon="forward" label={labels[1]} />
      )}
    </nav>
  )
}

type MoveLinkProps = {
  change: Move
  act: string
  rel: string
  icon: 'back' | 'forward'
  label: string
}

function MoveLink({ icon, ...rest }: MoveLinkProps) {
  return (
    <CalendarLink className="button button-icon" {...rest}>
      <Markup html={islandIcon(icon)} />
    </CalendarLink>
  )
}

function ScopeLinks() {
  const { locale, $address } = useCalendar()
  const address = useStore($address)
  const { isFollowed } = address
  return (
    <nav className="tabs cal-folded" aria-label={m.calendar_show()}>
      <CalendarLink change={{ isFollowed: false }} isCurrent={!isFollowed} act="all">
        {m.calendar_all()}
      </CalendarLink>
      <CalendarLink
        className="when-signed-in"
        change={{ isFollowed: true }}
        isCurrent={isFollowed}
        act="followed"
      >
        {m.calendar_followed()}
      </CalendarLink>
      <a
        className="when-signed-out"
        href={paths.login(locale, calendarPath(locale, address, { isFollowed: true }))}
        aria-current={isFollowed ? 'true' : undefined}
        rel="nofollow"
      >
        {m.calendar_followed()}
      </a>
    </nav>
  )
}

const viewNames: Record<CalendarViewName, () => string> = {
  agenda: m.calendar_view_agenda,
  week: m.calendar_view_week,
  month: m.calendar_view_month,
}

type ViewProps = { current: CalendarViewName; className: string }

function ViewLinks({ current, className }: ViewProps) {
  return (
    <div className={`tabs${className}`}>
      {views.map((view) => (
        <CalendarLink
          key={view}
          change={{ view, ...(view === 'week' ? {} : { day: undefined }) }}
          isCurrent={current === view}
          act={view}
        >
          {viewNames[view]()}
        </CalendarLink>
      ))}
    </div>
  )
}
