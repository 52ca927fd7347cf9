import { categoryName } from '#site/lib/event-labels.ts'
import { languageName } from '#site/lib/format.ts'
import type { iconShapes } from '#site/lib/icon-shapes.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { attributes, classes, html, type Html } from '#site/ui/html.ts'
import { islandIcon } from '#site/ui/island-icon.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { platforms } from '#worker/contracts/platforms.ts'
import type { CalendarFilters } from '#worker/features/events/calendar/contract.ts'
import { monthPattern } from '#worker/features/events/calendar/month.ts'
import {
  calendarPath,
  countFilters,
  filterValues,
  noFilters,
  views,
  type CalendarAddress,
  type CalendarViewName,
} from './address.ts'
import { narrowDays } from './calendar-state.ts'
import { addDays, addMonths, monthOfDay } from './month.ts'

export type CalendarLinkContext = { locale: Locale; address: CalendarAddress }

type LinkProps = {
  change: Partial<CalendarAddress>
  act: string
  class?: string
  rel?: string
  label?: string
  title?: string
  isCurrent?: boolean
}

/** To another state of the page; the script changes the state without navigating. */
export function calendarLink(
  { locale, address }: CalendarLinkContext,
  { change, act, label, isCurrent, ...rest }: LinkProps,
  content: Html | string,
): Html {
  const own = attributes({
    ...rest,
    href: calendarPath(locale, address, change),
    'aria-label': label,
    'aria-current': isCurrent ? 'true' : undefined,
    'data-act': act,
  })
  return html`<a ${own}>${content}</a>`
}

type BarProps = CalendarLinkContext & {
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
  return html`${moveLinks(props)}
    <nav class="cal-views" aria-label="${m.calendar_view()}">
      ${
        view
          ? viewLinks(props, view)
          : [viewLinks(props, 'month', 'cal-wide'), viewLinks(props, 'agenda', 'cal-narrow')]
      }
    </nav>
    ${filterFold(address)} ${scopeLinks(props)} ${view !== 'week' && groupingLinks(props)}
    ${filterChips(props)}`
}

function moveLinks(props: BarProps): Html {
  const { view, month, day, isNarrow } = props
  const step = isNarrow ? narrowDays : 7
  const to = (by: 1 | -1) => {
    const shown = addDays(day, by * step)
    return view === 'week'
      ? { day: shown, month: monthOfDay(shown) }
      : { month: addMonths(month, by) }
  }
  const [previous, next] = moveLabels(props)
  const today = { change: { month: undefined, day: undefined }, title: m.calendar_today_key() }
  return html`<nav class="cal-move" aria-label="${m.calendar_move()}">
    ${stepLink(props, to(-1), { label: previous, act: 'previous', rel: 'prev' }, 'back')}
    ${calendarLink(props, { ...today, class: 'button', act: 'today' }, m.calendar_today())}
    ${stepLink(props, to(1), { label: next, act: 'next', rel: 'next' }, 'forward')}
  </nav>`
}

function moveLabels({ view, isNarrow }: BarProps): [previous: string, next: string] {
  if (view !== 'week') return [m.calendar_previous(), m.calendar_next()]
  if (isNarrow) return [m.calendar_previous_days(), m.calendar_next_days()]
  return [m.calendar_previous_week(), m.calendar_next_week()]
}

/** No link beyond the months that have a page. */
function stepLink(
  place: CalendarLinkContext,
  change: { month: string; day?: string },
  { rel, ...own }: { label: string; act: string; rel: string },
  icon: keyof typeof iconShapes,
): Html | undefined {
  if (!monthPattern.test(change.month)) return undefined
  const props = { ...own, change, class: 'button button-icon', rel: `${rel} nofollow` }
  return calendarLink(place, props, islandIcon(icon))
}

function scopeLinks(place: CalendarLinkContext): Html {
  const { locale, address } = place
  const { isFollowed: isCurrent } = address
  const login = paths.login(locale, calendarPath(locale, address, { isFollowed: true }))
  const all = { change: { isFollowed: false }, isCurrent: !isCurrent, act: 'all' }
  const followed = { change: { isFollowed: true }, isCurrent, act: 'followed' }
  const current = attributes({ 'aria-current': isCurrent ? 'true' : undefined })
  return html`<nav class="tabs cal-folded" aria-label="${m.calendar_show()}">
    ${calendarLink(place, all, m.calendar_all())}
    ${calendarLink(place, { ...followed, class: 'when-signed-in' }, m.calendar_followed())}
    <a class="when-signed-out" href="${login}" ${current} rel="nofollow"
      >${m.calendar_followed()}</a
    >
  </nav>`
}

function groupingLinks(place: CalendarLinkContext): Html {
  const { isGrouped: isCurrent } = place.address
  const ungrouped = { change: { isGrouped: false }, isCurrent: !isCurrent, act: 'ungrouped' }
  const grouped = { change: { isGrouped: true }, isCurrent, act: 'grouped' }
  return html`<nav class="tabs cal-folded" aria-label="${m.calendar_grouping()}">
    ${calendarLink(place, ungrouped, m.calendar_ungrouped())}
    ${calendarLink(place, grouped, m.calendar_grouped())}
  </nav>`
}

const viewNames: Record<CalendarViewName, () => string> = {
  agenda: m.calendar_view_agenda,
  week: m.calendar_view_week,
  month: m.calendar_view_month,
}

function viewLinks(place: CalendarLinkContext, current: CalendarViewName, name?: string): Html {
  const links = views.map((view) => {
    const change = { view, ...(view === 'week' ? {} : { day: undefined }) }
    const isCurrent = current === view
    return calendarLink(place, { change, isCurrent, act: view }, viewNames[view]())
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

function filterChips(place: CalendarLinkContext): Html {
  const writeLanguage = (language: CalendarFilters['language'][number]) =>
    html`<span lang="${language}">${languageName(language)}</span>`
  return html`<div class="cal-chips cal-folded">
    ${chipGroup(place, 'language', m.events_language(), writeLanguage)}
    ${chipGroup(place, 'platform', m.events_platform(), (platform) => platforms[platform].name)}
    ${chipGroup(place, 'category', m.events_category(), categoryName)}
    ${countFilters(place.address) > 0 && clearLink(place, 'button button-small')}
  </div>`
}

export function clearLink(place: CalendarLinkContext, name: string): Html {
  return calendarLink(place, { class: name, change: noFilters, act: 'clear' }, m.events_clear())
}

function chipGroup<Name extends keyof CalendarFilters>(
  place: CalendarLinkContext,
  name: Name,
  label: string,
  write: (value: CalendarFilters[Name][number]) => Html | string,
): Html {
  const values: readonly CalendarFilters[Name][number][] = filterValues[name]
  const chosen: readonly string[] = place.address[name]
  const links = values.map((value) => {
    const isCurrent = chosen.includes(value)
    // In the order of the table, so that one choice has one address.
    const change = { [name]: values.filter((one) => (one === value) !== chosen.includes(one)) }
    const props = { class: 'chip', rel: 'nofollow', change, act: `${name}-${value}`, isCurrent }
    return calendarLink(place, props, write(value))
  })
  return html`<div class="cal-chip-group-row" role="group" aria-label="${label}">${links}</div>`
}
