import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { classes, html, type Html } from '#site/ui/html.ts'
import { islandIcon } from '#site/ui/island-icon.ts'
import { calendarPath, countFilters } from './address.ts'
import { calendarLink, clearLink, type CalendarLinkContext } from './calendar-bar.ts'
import { monthText } from './calendar-labels.ts'
import type { Followed } from './calendar-state.ts'

type Month = {
  month: string
  /** The nearest month that has events. */
  elsewhere: string | undefined
}

function emptyState(title: string, text: string, acts: Html, name?: string): Html {
  return html`<div class="${classes('empty', name)}">
    <h2>${title}</h2>
    <p>${text}</p>
    <div class="row">${acts}</div>
  </div>`
}

/** Days without events: of filters, of a week or of a month. */
export function emptyDays(view: CalendarLinkContext & Month): Html {
  if (countFilters(view.address) > 0) {
    const clear = clearLink(view, 'button button-primary')
    return emptyState(m.events_empty_title(), m.calendar_empty_filtered(), clear)
  }
  const propose = html`<button
    type="button"
    class="button when-scripted"
    data-propose
    aria-haspopup="dialog"
  >
    ${m.nav_propose()}
  </button>`
  if (view.address.view === 'week') {
    return emptyState(m.calendar_empty_week_title(), m.calendar_empty_week_text(), propose)
  }
  const month = monthText(view.month, view.locale)
  const acts = html`${elsewhereLink(view)} ${propose}`
  return emptyState(m.calendar_empty_title({ month }), m.calendar_empty_text(), acts)
}

function elsewhereLink({ elsewhere, ...place }: CalendarLinkContext & Month): Html | undefined {
  if (!elsewhere) return undefined
  const go = { class: 'button button-primary', change: { month: elsewhere }, act: 'elsewhere' }
  const text = m.calendar_empty_go({ month: monthText(elsewhere, place.locale) })
  return calendarLink(place, go, text)
}

type FollowedView = CalendarLinkContext & Month & { followed: Followed; count: number }

/** Notes above the followed events: a login for visitors, why there are none, or the failure. */
export function followedStates({ followed, count, ...view }: FollowedView): Html {
  const isFiltered = countFilters(view.address) > 0
  const isEmpty = followed instanceof Set && count === 0
  return html`${followedLogin(view)} ${isEmpty && (isFiltered ? emptyDays(view) : noFollowed(view))}
  ${
    followed === 'failed' &&
    html`<div class="notice notice-error cal-followed" role="alert">
      <p>${m.calendar_followed_failed()}</p>
      <button type="button" class="button button-small" data-act="retry">${m.try_again()}</button>
    </div>`
  }`
}

/** Visitors have to log in to see what they follow. */
function followedLogin(view: CalendarLinkContext): Html {
  const { locale, address } = view
  const path = paths.login(locale, calendarPath(locale, address))
  const login = html`<a class="button button-primary" href="${path}" rel="nofollow">
      ${islandIcon('account')} ${m.nav_login()}
    </a>
    ${allLink(view)}`
  return emptyState(
    m.calendar_followed_login_title(),
    m.calendar_followed_login_text(),
    login,
    'cal-followed when-signed-out',
  )
}

function noFollowed(view: CalendarLinkContext): Html {
  const find = html`<a class="button button-primary" href="${paths.streamers(view.locale)}">
      ${m.calendar_find_streamers()}
    </a>
    ${allLink(view)}`
  const title = m.calendar_followed_none_title()
  return emptyState(title, m.calendar_followed_none_text(), find, 'cal-followed')
}

function allLink(view: CalendarLinkContext): Html {
  const all = { class: 'button', change: { isFollowed: false }, act: 'all' }
  return calendarLink(view, all, m.calendar_show_all())
}
