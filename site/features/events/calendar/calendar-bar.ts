import { categoryName } from '#site/lib/event-labels.ts'
import { languageName } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { attributes, classes, html, type Html } from '#site/ui/html.ts'
import { islandIcon } from '#site/ui/island-icon.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { platforms } from '#worker/contracts/platforms.ts'
import type { CalendarFilters } from '#worker/features/events/calendar/contract.ts'
import {
  calendarPath,
  countFilters,
  filterValues,
  noFilters,
  views,
  type CalendarAddress,
  type CalendarViewName,
} from './address.ts'
import { addDays, addMonths, monthOfDay } from './month.ts'
import { narrowDays } from './calendar-state.ts'

const [firstMonth, lastMonth] = ['2000-01', '2099-12']

type Place = { locale: Locale; address: CalendarAddress }

type LinkProps = {
  class?: string
  rel?: string
  change: Partial<CalendarAddress>
  act: string
  label?: string
  isCurrent?: boolean
}

/** To another state of the page; the script changes the state without navigating. */
export function calendarLink(
  { locale, address }: Place,
  props: LinkProps,
  content: Html | string,
): Html {
  const own = attributes({
    class: props.class,
    rel: props.rel,
    href: calendarPath(locale, address, props.change),
    'aria-label': props.label,
    'aria-current': props.isCurrent ? 'true' : undefined,
    'data-act': props.act,
  })
  return html`<a ${own}>${content}</a>`
}

type BarProps = Place & {
  /** Undefined before hydration, when both screens have their own. */
  view: CalendarViewName | undefined
  month: string
  /** The first of the week view. */
  day: string
  isNarrow: boolean
}

/** Days shown, view, filters, scope and grouping, as links; on a phone the last three fold. */
export function calendarBar(props: BarProps): Html {
  const { view, address } = props
  const { isGrouped } = address
  return html`${view === 'week' ? weekLinks(props) : monthLinks(props)}
    <nav class="cal-views" aria-label="${m.calendar_view()}">
      ${
        view
          ? viewLinks(props, view)
          : [viewLinks(props, 'month', 'cal-wide'), viewLinks(props, 'agenda', 'cal-narrow')]
      }
    </nav>
    ${filterFold(address)} ${scopeLinks(props)}
    ${
      view !== 'week' &&
      html`<nav class="tabs cal-folded" aria-label="${m.calendar_grouping()}">
        ${calendarLink(
          props,
          { change: { isGrouped: false }, isCurrent: !isGrouped, act: 'ungrouped' },
          m.calendar_ungrouped(),
        )}
        ${calendarLink(
          props,
          { change: { isGrouped: true }, isCurrent: isGrouped, act: 'grouped' },
          m.calendar_grouped(),
        )}
      </nav>`
    }
    ${filterChips(props)}`
}

function monthLinks(props: BarProps): Html {
  const to = (by: number) => ({ month: addMonths(props.month, by) })
  return moveLinks(props, [to(-1), to(1)], [m.calendar_previous(), m.calendar_next()])
}

function weekLinks(props: BarProps): Html {
  const { isNarrow, day } = props
  const to = (days: number) => {
    const shown = addDays(day, days)
    return { day: shown, month: monthOfDay(shown) }
  }
  const step = isNarrow ? narrowDays : 7
  const labels = isNarrow
    ? ([m.calendar_previous_days(), m.calendar_next_days()] as const)
    : ([m.calendar_previous_week(), m.calendar_next_week()] as const)
  return moveLinks(props, [to(-step), to(step)], labels)
}

type Move = { month: string; day?: string }

function moveLinks(
  place: Place,
  [previous, next]: readonly [Move, Move],
  labels: readonly [string, string],
): Html {
  const { locale, address } = place
  const name = 'button button-icon'
  const today = calendarPath(locale, address, { month: undefined, day: undefined })
  return html`<nav class="cal-move" aria-label="${m.calendar_move()}">
    ${
      previous.month >= firstMonth &&
      calendarLink(
        place,
        { class: name, rel: 'prev nofollow', change: previous, act: 'previous', label: labels[0] },
        islandIcon('back'),
      )
    }
    <a class="button" href="${today}" title="${m.calendar_today_key()}" data-act="today"
      >${m.calendar_today()}</a
    >
    ${
      next.month <= lastMonth &&
      calendarLink(
        place,
        { class: name, rel: 'next nofollow', change: next, act: 'next', label: labels[1] },
        islandIcon('forward'),
      )
    }
  </nav>`
}

function scopeLinks(place: Place): Html {
  const { locale, address } = place
  const { isFollowed } = address
  const login = paths.login(locale, calendarPath(locale, address, { isFollowed: true }))
  const current = attributes({ 'aria-current': isFollowed ? 'true' : undefined })
  return html`<nav class="tabs cal-folded" aria-label="${m.calendar_show()}">
    ${calendarLink(
      place,
      { change: { isFollowed: false }, isCurrent: !isFollowed, act: 'all' },
      m.calendar_all(),
    )}
    ${calendarLink(
      place,
      {
        class: 'when-signed-in',
        change: { isFollowed: true },
        isCurrent: isFollowed,
        act: 'followed',
      },
      m.calendar_followed(),
    )}
    <a class="when-signed-out" href="${login}" ${current} rel="nofollow"
      >${m.calendar_followed()}</a
    >
  </nav>`
}

const viewNames: Record<CalendarViewName, () => string> = {
  agenda: m.calendar_view_agenda,
  week: m.calendar_view_week,
  month: m.calendar_view_month,
}

function viewLinks(place: Place, current: CalendarViewName, name?: string): Html {
  const links = views.map((view) => {
    const change = { view, ...(view === 'week' ? {} : { day: undefined }) }
    return calendarLink(
      place,
      { change, isCurrent: current === view, act: view },
      viewNames[view](),
    )
  })
  return html`<div class="${classes('tabs', name)}">${links}</div>`
}

/** Folds what comes after it, as on the page of events: all but the chips only on a phone. */
function filterFold(address: CalendarAddress): Html {
  const count = countFilters(address)
  return html`<details class="cal-fold">
    <summary class="button">
      ${islandIcon('filter', 18)}
      <span class="cal-fold-label">${m.events_filters()}</span>
      ${count > 0 && html`<b class="badge figures">${count}</b>`}
    </summary>
  </details>`
}

function filterChips(place: Place): Html {
  return html`<div class="cal-chips cal-folded">
    ${chipGroup(
      place,
      'language',
      m.events_language(),
      (language) => html`<span lang="${language}">${languageName(language)}</span>`,
    )}
    ${chipGroup(place, 'platform', m.events_platform(), (platform) => platforms[platform].name)}
    ${chipGroup(place, 'category', m.events_category(), categoryName)}
    ${
      countFilters(place.address) > 0 &&
      calendarLink(
        place,
        { class: 'button button-small', change: noFilters, act: 'clear' },
        m.events_clear(),
      )
    }
  </div>`
}

function chipGroup<Name extends keyof CalendarFilters>(
  place: Place,
  name: Name,
  label: string,
  write: (value: CalendarFilters[Name][number]) => Html | string,
): Html {
  const values: readonly CalendarFilters[Name][number][] = filterValues[name]
  const chosen: readonly string[] = place.address[name]
  const links = values.map((value) => {
    // In the order of the table, so that one choice has one address.
    const next = values.filter((one) => (one === value) !== chosen.includes(one))
    const [act, isCurrent] = [`${name}-${value}`, chosen.includes(value)]
    const change = { [name]: next }
    return calendarLink(
      place,
      { class: 'chip', rel: 'nofollow', change, act, isCurrent },
      write(value),
    )
  })
  return html`<div class="cal-chip-group-row" role="group" aria-label="${label}">${links}</div>`
}
