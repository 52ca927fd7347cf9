import { useStore } from '@nanostores/react'
import type { MouseEvent } from 'react'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { calendarPath } from './address.ts'
import { useCalendar, CalendarLink } from './CalendarLink.tsx'
import { Icon } from './Icon.tsx'
import { hasModifierKey } from './keys.ts'
import { addMonths } from './month.ts'

const [firstMonth, lastMonth] = ['2000-01', '2099-12']

/** Month, scope, grouping and view, as links. */
export function CalendarBar() {
  const calendar = useCalendar()
  const { isGrouped } = useStore(calendar.$address)
  const view = useStore(calendar.$view)
  return (
    <div className="cal-bar">
      <MonthLinks />
      <ScopeLinks />
      <nav className="tabs" aria-label={m.calendar_grouping()}>
        <CalendarLink change={{ isGrouped: false }} isCurrent={!isGrouped} act="ungrouped">
          {m.calendar_ungrouped()}
        </CalendarLink>
        <CalendarLink change={{ isGrouped: true }} isCurrent={isGrouped} act="grouped">
          {m.calendar_grouped()}
        </CalendarLink>
      </nav>
      {view ? (
        // One element for both views, so that the focus stays on the link that was followed.
        <ViewLinks current={view} className="" />
      ) : (
        <>
          <ViewLinks current="month" className=" cal-wide" />
          <ViewLinks current="agenda" className=" cal-narrow" />
        </>
      )}
    </div>
  )
}

function MonthLinks() {
  const calendar = useCalendar()
  const address = useStore(calendar.$address)
  const { month } = useStore(calendar.$month)
  const [previous, next] = [addMonths(month, -1), addMonths(month, 1)]

  function followToday(event: MouseEvent): void {
    if (hasModifierKey(event)) return
    event.preventDefault()
    void calendar.goToday()
  }

  return (
    <nav className="cal-move" aria-label={m.calendar_move()}>
      {previous >= firstMonth && (
        <MonthLink
          month={previous}
          act="previous"
          rel="prev nofollow"
          icon="back"
          label={m.calendar_previous()}
        />
      )}
      <a
        className="button"
        href={calendarPath(calendar.locale, address, { month: undefined })}
        title={m.calendar_today_key()}
        data-act="today"
        onClick={followToday}
      >
        {m.calendar_today()}
      </a>
      {next <= lastMonth && (
        <MonthLink
          month={next}
          act="next"
          rel="next nofollow"
          icon="forward"
          label={m.calendar_next()}
        />
      )}
    </nav>
  )
}

type MonthLinkProps = {
  month: string
  act: string
  rel: string
  icon: 'back' | 'forward'
  label: string
}

function MonthLink({ month, icon, ...rest }: MonthLinkProps) {
  return (
    <CalendarLink className="button button-icon" change={{ month }} {...rest}>
      <Icon name={icon} />
    </CalendarLink>
  )
}

function ScopeLinks() {
  const { locale, $address } = useCalendar()
  const address = useStore($address)
  const { isFollowed } = address
  return (
    <nav className="tabs" aria-label={m.calendar_show()}>
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

type View = 'month' | 'agenda'

function ViewLinks({ current, className }: { current: View; className: string }) {
  return (
    <nav className={`tabs${className}`} aria-label={m.calendar_view()}>
      <CalendarLink change={{ view: 'agenda' }} isCurrent={current === 'agenda'} act="agenda">
        {m.calendar_view_agenda()}
      </CalendarLink>
      <CalendarLink change={{ view: 'month' }} isCurrent={current === 'month'} act="month">
        {m.calendar_view_month()}
      </CalendarLink>
    </nav>
  )
}
