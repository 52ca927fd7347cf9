import { useStore } from '@nanostores/react'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { calendarPath } from './address.ts'
import { useCalendar } from './calendar-context.ts'
import { CalendarLink } from './CalendarLink.tsx'
import { Icon } from './Icon.tsx'
import { monthText } from './words.ts'

/** A month that holds nothing, with the way to the nearest that does. */
export function EmptyMonth() {
  const { $month, locale } = useCalendar()
  const { month, elsewhere } = useStore($month)
  return (
    <div className="empty">
      <h2>{m.calendar_empty_title({ month: monthText(month, locale) })}</h2>
      <p>{m.calendar_empty_text()}</p>
      <div className="row">
        {elsewhere && (
          <CalendarLink
            className="button button-primary"
            change={{ month: elsewhere }}
            act="elsewhere"
          >
            {m.calendar_empty_go({ month: monthText(elsewhere, locale) })}
          </CalendarLink>
        )}
        <button
          type="button"
          className="button when-scripted"
          data-propose=""
          aria-haspopup="dialog"
        >
          {m.nav_propose()}
        </button>
      </div>
    </div>
  )
}

/** What a visitor follows nobody knows. */
export function FollowedLogin() {
  const { $address, locale } = useCalendar()
  const address = useStore($address)
  return (
    <div className="empty when-signed-out">
      <h2>{m.calendar_followed_login_title()}</h2>
      <p>{m.calendar_followed_login_text()}</p>
      <div className="row">
        <a
          className="button button-primary"
          href={paths.login(locale, calendarPath(locale, address))}
          rel="nofollow"
        >
          <Icon name="account" />
          {m.nav_login()}
        </a>
        <ShowAll />
      </div>
    </div>
  )
}

export function FollowedNone() {
  const { locale } = useCalendar()
  return (
    <div className="empty">
      <h2>{m.calendar_followed_none_title()}</h2>
      <p>{m.calendar_followed_none_text()}</p>
      <div className="row">
        <a className="button button-primary" href={paths.streamers(locale)}>
          {m.calendar_find_streamers()}
        </a>
        <ShowAll />
      </div>
    </div>
  )
}

export function FollowedFailed() {
  const { loadFollowed } = useCalendar()
  return (
    <div className="notice notice-error" role="alert">
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
