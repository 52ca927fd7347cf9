import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { classes, html, type Html } from '#site/ui/html.ts'
import { islandIcon } from '#site/ui/island-icon.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { calendarPath, countFilters, noFilters, type CalendarAddress } from './address.ts'
import { calendarLink } from './calendar-bar.ts'
import { monthText } from './calendar-labels.ts'

type EmptyProps = {
  title: string
  text: string
  class?: string
  acts: (Html | undefined | false)[]
}

function emptyState({ title, text, class: name, acts }: EmptyProps): Html {
  return html`<div class="${classes('empty', name)}">
    <h2>${title}</h2>
    <p>${text}</p>
    <div class="row">${acts}</div>
  </div>`
}

type EmptyView = { locale: Locale; address: CalendarAddress }
type EmptyMonth = EmptyView & {
  month: string
  /** The nearest month that has events. */
  elsewhere: string | undefined
}

/** Days without events: of filters, of a week or of a month. */
export function emptyDays(view: EmptyMonth): Html {
  if (countFilters(view.address) > 0) {
    const clear = { class: 'button button-primary', change: noFilters, act: 'clear' }
    return emptyState({
      title: m.events_empty_title(),
      text: m.calendar_empty_filtered(),
      acts: [calendarLink(view, clear, m.events_clear())],
    })
  }
  if (view.address.view !== 'week') return emptyMonth(view)
  return emptyState({
    title: m.calendar_empty_week_title(),
    text: m.calendar_empty_week_text(),
    acts: [proposeButton()],
  })
}

function emptyMonth({ month, elsewhere, ...view }: EmptyMonth): Html {
  const go = { class: 'button button-primary', change: { month: elsewhere }, act: 'elsewhere' }
  const text = elsewhere && m.calendar_empty_go({ month: monthText(elsewhere, view.locale) })
  return emptyState({
    title: m.calendar_empty_title({ month: monthText(month, view.locale) }),
    text: m.calendar_empty_text(),
    acts: [text ? calendarLink(view, go, text) : undefined, proposeButton()],
  })
}

function proposeButton(): Html {
  return html`<button
    type="button"
    class="button when-scripted"
    data-propose
    aria-haspopup="dialog"
  >
    ${m.nav_propose()}
  </button>`
}

/** Visitors have to log in to see what they follow. */
export function followedLogin(view: EmptyView): Html {
  const { locale, address } = view
  return emptyState({
    class: 'cal-followed when-signed-out',
    title: m.calendar_followed_login_title(),
    text: m.calendar_followed_login_text(),
    acts: [
      html`<a
        class="button button-primary"
        href="${paths.login(locale, calendarPath(locale, address))}"
        rel="nofollow"
      >
        ${islandIcon('account')} ${m.nav_login()}
      </a>`,
      showAll(view),
    ],
  })
}

export function noFollowed(view: EmptyView): Html {
  return emptyState({
    class: 'cal-followed',
    title: m.calendar_followed_none_title(),
    text: m.calendar_followed_none_text(),
    acts: [
      html`<a class="button button-primary" href="${paths.streamers(view.locale)}">
        ${m.calendar_find_streamers()}
      </a>`,
      showAll(view),
    ],
  })
}

export function followedError(): Html {
  return html`<div class="notice notice-error cal-followed" role="alert">
    <p>${m.calendar_followed_failed()}</p>
    <button type="button" class="button button-small" data-act="retry">${m.try_again()}</button>
  </div>`
}

function showAll(view: EmptyView): Html {
  const change = { isFollowed: false }
  return calendarLink(view, { class: 'button', change, act: 'all' }, m.calendar_show_all())
}
