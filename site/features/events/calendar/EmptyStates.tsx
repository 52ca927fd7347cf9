import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { m } from '#site/lib/messages.ts'
import { islandIcon } from '#site/ui/island-icon.ts'
import { Markup } from '#site/ui/Markup.tsx'
import { paths } from '#site/lib/paths.ts'
import { calendarPath, countFilters, noFilters } from './address.ts'
import { useCalendar, CalendarLink } from './CalendarLink.tsx'
import { monthText } from './calendar-labels.ts'

type EmptyProps = { title: string; text: string; className?: string; children: ReactNode }

function EmptyState({ title, text, className = '', children }: EmptyProps) {
  return (
    <div className={`empty ${className}`.trim()}>
      <h2>{title}</h2>
      <p>{text}</p>
      <div className="row">{children}</div>
    </div>
  )
}

/** Days without events: of filters, of a week or of a month. */
export function EmptyDays() {
  const address = useStore(useCalendar().$address)
  if (countFilters(address) > 0) return <NoMatches />
  return address.view === 'week' ? <EmptyWeek /> : <EmptyMonth />
}

function NoMatches() {
  return (
    <EmptyState title={m.events_empty_title()} text={m.calendar_empty_filtered()}>
      <CalendarLink className="button button-primary" change={noFilters} act="clear">
        {m.events_clear()}
      </CalendarLink>
    </EmptyState>
  )
}

function EmptyWeek() {
  return (
    <EmptyState title={m.calendar_empty_week_title()} text={m.calendar_empty_week_text()}>
      <ProposeButton />
    </EmptyState>
  )
}

function ProposeButton() {
  return (
    <button type="button" className="button when-scripted" data-propose="" aria-haspopup="dialog">
      {m.nav_propose()}
    </button>
  )
}

/** A month without events, with a link to the nearest one that has some. */
function EmptyMonth() {
  const { $month, locale } = useCalendar()
  const { month, elsewhere } = useStore($month)
  return (
    <EmptyState
      title={m.calendar_empty_title({ month: monthText(month, locale) })}
      text={m.calendar_empty_text()}
    >
      {elsewhere && (
        <CalendarLink
          className="button button-primary"
          change={{ month: elsewhere }}
          act="elsewhere"
        >
          {m.calendar_empty_go({ month: monthText(elsewhere, locale) })}
        </CalendarLink>
      )}
      <ProposeButton />
    </EmptyState>
  )
}

/** Visitors have to log in to see what they follow. */
export function FollowedEventsLoginPrompt() {
  const { $address, locale } = useCalendar()
  const address = useStore($address)
  return (
    <EmptyState
      className="cal-followed when-signed-out"
      title={m.calendar_followed_login_title()}
      text={m.calendar_followed_login_text()}
    >
      <a
        className="button button-primary"
        href={paths.login(locale, calendarPath(locale, address))}
        rel="nofollow"
      >
        <Markup html={islandIcon('account')} />
        {m.nav_login()}
      </a>
      <ShowAll />
    </EmptyState>
  )
}

export function NoFollowedEvents() {
  const { locale } = useCalendar()
  return (
    <EmptyState
      className="cal-followed"
      title={m.calendar_followed_none_title()}
      text={m.calendar_followed_none_text()}
    >
      <a className="button button-primary" href={paths.streamers(locale)}>
        {m.calendar_find_streamers()}
      </a>
      <ShowAll />
    </EmptyState>
  )
}

export function FollowedEventsError() {
  const { loadFollowed } = useCalendar()
  return (
    <div className="notice notice-error cal-followed" role="alert">
      <p>{m.calendar_followed_failed()}</p>
      <button type="button" className="button button-small" onClick={() => void loadFollowed()}>
        {m.try_again()}
      </button>
    </div>
  )
}

function ShowAll() {
  return (
    <CalendarLink className="button" change={{ isFollowed: false }} act="all">
      {m.calendar_show_all()}
    </CalendarLink>
  )
}
