import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { classes, fillMessage, html, type Html } from '#site/ui/html.ts'
import { islandIcon } from '#site/ui/island-icon.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { calendarPath, countCalendarFilters } from './address.ts'
import { calendarLink, clearFiltersLink } from './calendar-bar.ts'
import { monthText } from './calendar-labels.ts'
import type { CalendarStore } from './calendar.store.ts'

function emptyState(title: string, text: string, acts: Html, name?: string): Html {
  return html`<div class="${classes('empty', name)}">
    <h2>${title}</h2>
    <p>${text}</p>
    <div class="row">${acts}</div>
  </div>`
}

export function emptyCalendarNotice(calendar: CalendarStore): Html {
  const { locale, $address } = calendar
  if (countCalendarFilters($address.get()) > 0) {
    const clear = clearFiltersLink(calendar, 'button button-primary')
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
  if ($address.get().view === 'week') {
    return emptyState(m.calendar_empty_week_title(), m.calendar_empty_week_text(), propose)
  }
  const month = monthText(calendar.$month.get().month, locale)
  const acts = html`${otherMonthLink(calendar)} ${propose}`
  return emptyState(m.calendar_empty_title({ month }), m.calendar_empty_text(), acts)
}

function otherMonthLink(calendar: CalendarStore): Html | undefined {
  const { elsewhere } = calendar.$month.get()
  if (!elsewhere) return undefined
  const go = { class: 'button button-primary', change: { month: elsewhere }, act: 'elsewhere' }
  const text = m.calendar_empty_go({ month: monthText(elsewhere, calendar.locale) })
  return calendarLink(calendar, go, text)
}

export function followedFilterNotices(calendar: CalendarStore): Html {
  const followed = calendar.$followed.get()
  const isEmpty = followed instanceof Set && calendar.$sections.get().count === 0
  const isFiltered = countCalendarFilters(calendar.$address.get()) > 0
  return html`${followedLoginState(calendar)}
  ${isEmpty && (isFiltered ? emptyCalendarNotice(calendar) : noFollowedState(calendar))}
  ${
    followed === 'failed' &&
    html`<div class="notice notice-error cal-followed" role="alert">
      <p>${m.calendar_followed_failed()}</p>
      <button type="button" class="button button-small" data-act="retry">${m.try_again()}</button>
    </div>`
  }`
}

function followedLoginState(calendar: CalendarStore): Html {
  const { locale, $address } = calendar
  const path = paths.login(locale, calendarPath(locale, $address.get()))
  const login = html`<a class="button button-primary" href="${path}" rel="nofollow">
      ${islandIcon('account')} ${m.nav_login()}
    </a>
    ${showAllLink(calendar)}`
  return emptyState(
    m.calendar_followed_login_title(),
    m.calendar_followed_login_text(),
    login,
    'cal-followed when-signed-out',
  )
}

function noFollowedState(calendar: CalendarStore): Html {
  const find = html`<a class="button button-primary" href="${paths.streamers(calendar.locale)}">
      ${m.calendar_find_streamers()}
    </a>
    ${showAllLink(calendar)}`
  const title = m.calendar_followed_none_title()
  return emptyState(title, m.calendar_followed_none_text(), find, 'cal-followed')
}

function showAllLink(calendar: CalendarStore): Html {
  const all = { class: 'button', change: { isFollowed: false }, act: 'all' }
  return calendarLink(calendar, all, m.calendar_show_all())
}

export function truncationNote(locale: Locale): Html {
  const all = html`<a href="${paths.events(locale)}">${m.calendar_all_events()}</a>`
  return fillMessage(m.calendar_cut, all)
}
