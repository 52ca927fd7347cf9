import { categoryName } from '#site/lib/event-labels.ts'
import { nativeLanguageName } from '#site/lib/format.ts'
import type { iconShapes } from '#site/lib/icon-shapes.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { capitalize } from '#worker/locale/date-words.ts'
import { attributes, classes, html, type Html } from '#site/ui/html.ts'
import { islandIcon } from '#site/ui/island-icon.ts'
import { platforms } from '#worker/contracts/platforms.ts'
import type { CalendarFilters } from '#worker/features/events/calendar/contract.ts'
import { monthPattern } from '#worker/features/events/calendar/month.ts'
import { zoneNote } from '../zone-note.ts'
import {
  calendarPath,
  countCalendarFilters,
  calendarFilterValues,
  noCalendarFilters,
  calendarViewNames,
  type CalendarAddress,
  type CalendarViewName,
} from './address.ts'
import { monthText } from './calendar-labels.ts'
import { narrowScreenDayCount } from './calendar-state.ts'
import type { CalendarStore } from './calendar.store.ts'
import { addDays, addMonths, monthOfDay } from './month.ts'

type CalendarLinkProps = {
  change: Partial<CalendarAddress>
  act: string
  class?: string
  rel?: string
  label?: string
  title?: string
  isCurrent?: boolean
}

/** The script changes the state without navigating. */
export function calendarLink(
  { locale, $address }: CalendarStore,
  { change, act, label, isCurrent, ...rest }: CalendarLinkProps,
  content: Html | string,
): Html {
  const own = attributes({
    ...rest,
    href: calendarPath(locale, $address.get(), change),
    'aria-label': label,
    'aria-current': isCurrent ? 'true' : undefined,
    'data-act': act,
  })
  return html`<a ${own}>${content}</a>`
}

export function calendarHeading({ $month, locale }: CalendarStore): Html {
  return html`<h1>${capitalize(monthText($month.get().month, locale))}</h1>
    ${zoneNote()}`
}

export function calendarBar(calendar: CalendarStore): Html {
  const view = calendar.$view.get()
  return html`${moveLinks(calendar)}
    <nav class="cal-views" aria-label="${m.calendar_view()}">
      ${
        view
          ? viewLinks(calendar, view)
          : // Both screens have their own before hydration.
            [viewLinks(calendar, 'month', 'cal-wide'), viewLinks(calendar, 'agenda', 'cal-narrow')]
      }
    </nav>
    ${scopeLinks(calendar)} ${filterDisclosure(calendar.$address.get())}
    ${view !== 'week' && groupingLinks(calendar)} ${filterChips(calendar)}`
}

function moveLinks(calendar: CalendarStore): Html {
  const [previous, next] = listMoves(calendar)
  const today = { change: { month: undefined, day: undefined }, title: m.calendar_today_key() }
  return html`<nav class="cal-move" aria-label="${m.calendar_move()}">
    ${stepLink(calendar, { ...previous, act: 'previous', rel: 'prev' }, 'back')}
    ${calendarLink(calendar, { ...today, class: 'button', act: 'today' }, m.calendar_today())}
    ${stepLink(calendar, { ...next, act: 'next', rel: 'next' }, 'forward')}
  </nav>`
}

type CalendarMove = { change: { month: string; day?: string }; label: string }

function listMoves(calendar: CalendarStore): [previous: CalendarMove, next: CalendarMove] {
  if (calendar.$address.get().view !== 'week') {
    const { month } = calendar.$month.get()
    return [
      { change: { month: addMonths(month, -1) }, label: m.calendar_previous() },
      { change: { month: addMonths(month, 1) }, label: m.calendar_next() },
    ]
  }
  const to = (days: number) => {
    const day = addDays(calendar.$week.get().near[0] ?? '', days)
    return { day, month: monthOfDay(day) }
  }
  return calendar.$screen.get() === 'narrow'
    ? [
        { change: to(-narrowScreenDayCount), label: m.calendar_previous_days() },
        { change: to(narrowScreenDayCount), label: m.calendar_next_days() },
      ]
    : [
        { change: to(-7), label: m.calendar_previous_week() },
        { change: to(7), label: m.calendar_next_week() },
      ]
}

/** No link beyond the months that have a page. */
function stepLink(
  calendar: CalendarStore,
  { rel, ...move }: CalendarMove & { act: string; rel: string },
  icon: keyof typeof iconShapes,
): Html | undefined {
  if (!monthPattern.test(move.change.month)) return undefined
  const props = { ...move, class: 'button button-icon', rel: `${rel} nofollow` }
  return calendarLink(calendar, props, islandIcon(icon))
}

function scopeLinks(calendar: CalendarStore): Html {
  const { locale, $address } = calendar
  const { isFollowed: isCurrent } = $address.get()
  const change = { isFollowed: true }
  const login = paths.login(locale, calendarPath(locale, $address.get(), change))
  const all = { change: { isFollowed: false }, isCurrent: !isCurrent, act: 'all' }
  const followed = { change, isCurrent, act: 'followed', class: 'when-signed-in' }
  const current = attributes({ 'aria-current': isCurrent ? 'true' : undefined })
  return html`<nav class="tabs cal-scope" aria-label="${m.calendar_show()}">
    ${calendarLink(calendar, all, m.calendar_all())}
    ${calendarLink(calendar, followed, m.calendar_followed())}
    <a class="when-signed-out" href="${login}" ${current} rel="nofollow"
      >${m.calendar_followed()}</a
    >
  </nav>`
}

function groupingLinks(calendar: CalendarStore): Html {
  const { isGrouped: isCurrent } = calendar.$address.get()
  const ungrouped = { change: { isGrouped: false }, isCurrent: !isCurrent, act: 'ungrouped' }
  const grouped = { change: { isGrouped: true }, isCurrent, act: 'grouped' }
  return html`<nav class="tabs cal-folded" aria-label="${m.calendar_grouping()}">
    ${calendarLink(calendar, ungrouped, m.calendar_ungrouped())}
    ${calendarLink(calendar, grouped, m.calendar_grouped())}
  </nav>`
}

const viewNames: Record<CalendarViewName, () => string> = {
  agenda: m.calendar_view_agenda,
  week: m.calendar_view_week,
  month: m.calendar_view_month,
}

function viewLinks(calendar: CalendarStore, current: CalendarViewName, name?: string): Html {
  const links = calendarViewNames.map((view) => {
    const change = { view, ...(view === 'week' ? {} : { day: undefined }) }
    const isCurrent = current === view
    return calendarLink(calendar, { change, isCurrent, act: view }, viewNames[view]())
  })
  return html`<div class="${classes('tabs', name)}">${links}</div>`
}

/** Folds what comes after it, as on the page of events: all but the chips only on a phone. */
function filterDisclosure(address: CalendarAddress): Html {
  const count = countCalendarFilters(address)
  return html`<details class="cal-fold">
    <summary class="button">
      ${islandIcon('filter', 18)}
      <span class="cal-fold-label">${m.events_filters()}</span>
      ${count > 0 && html`<b class="badge figures">${count}</b>`}
    </summary>
  </details>`
}

function filterChips(calendar: CalendarStore): Html {
  const writeLanguage = (language: CalendarFilters['language'][number]) =>
    html`<span lang="${language}">${nativeLanguageName(language)}</span>`
  return html`<div class="cal-chips cal-folded">
    ${chipGroup(calendar, 'language', m.events_language(), writeLanguage)}
    ${chipGroup(calendar, 'platform', m.events_platform(), (platform) => platforms[platform].name)}
    ${chipGroup(calendar, 'category', m.events_category(), categoryName)}
    ${countCalendarFilters(calendar.$address.get()) > 0 && clearFiltersLink(calendar, 'button button-small')}
  </div>`
}

export function clearFiltersLink(calendar: CalendarStore, name: string): Html {
  return calendarLink(
    calendar,
    { class: name, change: noCalendarFilters, act: 'clear' },
    m.events_clear(),
  )
}

function chipGroup<Name extends keyof CalendarFilters>(
  calendar: CalendarStore,
  name: Name,
  label: string,
  write: (value: CalendarFilters[Name][number]) => Html | string,
): Html {
  const values: readonly CalendarFilters[Name][number][] = calendarFilterValues[name]
  const chosen: readonly string[] = calendar.$address.get()[name]
  const links = values.map((value) => {
    const isCurrent = chosen.includes(value)
    // In the order of the table, so that one choice has one address.
    const change = { [name]: values.filter((one) => (one === value) !== chosen.includes(one)) }
    const props = { class: 'chip', rel: 'nofollow', change, act: `${name}-${value}`, isCurrent }
    return calendarLink(calendar, props, write(value))
  })
  return html`<div class="cal-chip-group-row" role="group" aria-label="${label}">${links}</div>`
}
