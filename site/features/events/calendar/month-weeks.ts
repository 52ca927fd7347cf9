import { m } from '#site/lib/messages.ts'
import { dayText, localDay } from '#site/lib/time/time-text.ts'
import { attributes, classes, html, type Html } from '#site/ui/html.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { languageTags } from '#worker/locale/locales.ts'
import type { CalendarStore } from './calendar.store.ts'
import { entryChip, type ChipPlace } from './calendar-chip.ts'
import { dayLabel, monthText } from './calendar-labels.ts'
import { itemsOn } from './entries.ts'
import { maxLines, type DayLayout, type HiddenLines, type Line } from './grid-layout.ts'
import { calendarGrid, gridViewOf, type GridView } from './grid-view.ts'
import { entryDayOf, monthOfDay } from './month.ts'
import { openedList } from './opened-list.ts'

/** The weeks of a month. The bars of a grid that is one of two views come with the script. */
export function monthGrid(calendar: CalendarStore): Html {
  const { month } = calendar.$month.get()
  const [days, selected] = [calendar.$days.get(), calendar.$selectedDay.get()]
  const view = gridViewOf(calendar)
  const today = localDay(view.reader.now, view.reader)
  const tabStop = selected && days.includes(selected) ? selected : entryDayOf(month, today)
  const entryDay = view.isSkipped ? tabStop : undefined
  const layout = calendar.$view.get() && calendar.$layout.get()
  return calendarGrid({
    name: 'cal-grid',
    label: monthText(month, calendar.locale),
    view,
    days: monthWeeks(view, { month, days, today, entryDay, layout }),
    below: selectedDay(calendar),
    help: m.calendar_keys(),
  })
}

/** Below the small month of a phone: the events of the day that was touched, or of today. */
function selectedDay(calendar: CalendarStore): Html | undefined {
  const { locale } = calendar
  const reader = calendar.$reader.get()
  const [days, today] = [calendar.$days.get(), localDay(reader.now, reader)]
  const day = [calendar.$selectedDay.get(), today].find((one) => one && days.includes(one))
  if (!day) return undefined
  // Room for what comes once the reader's zone is known.
  if (calendar.$screen.get() !== 'narrow') return html`<div class="cal-selected"></div>`
  const items = itemsOn(day, calendar.$entries.get(), reader)
  return html`<section class="cal-selected" aria-labelledby="calendar-selected">
    <h2 id="calendar-selected">${dayLabel(day, items.length, { locale, reader })}</h2>
    ${openedList(calendar, { day, items })}
  </section>`
}

type MonthProps = {
  month: string
  days: readonly string[]
  today: string
  /** The grid's tab stop; undefined where there is none. */
  entryDay: string | undefined
  /** Undefined for days that are rendered without their events. */
  layout: ReadonlyMap<string, DayLayout> | undefined
}

/** The heads of a month's grid and its weeks. */
export function monthWeeks(view: GridView, props: MonthProps): Html[] {
  const { days, month, today } = props
  const weeks = currentFirst(weeksOf(days), month, today)
  return [
    html`<div class="cal-heads" role="row">
      ${weekdays(days.slice(0, 7), view.page.locale).map(
        (name) => html`<span role="columnheader">${name}</span>`,
      )}
    </div>`,
    ...weeks.map(
      (week, index) =>
        html` ${index > 0 && isBefore(week, weeks[index - 1]) && earlierHead()}
          <div class="cal-week" role="row">${week.map((day) => monthDay(view, props, day))}</div>`,
    ),
  ]
}

export function weekdays(days: readonly string[], locale: Locale): string[] {
  return days.map((day) => dayText(day, { tag: languageTags[locale] }, 'w'))
}

function earlierHead(): Html {
  return html`<div class="cal-earlier" role="row">
    <span role="rowheader">${m.calendar_earlier()}</span>
  </div>`
}

const lateInMonth = 20

/** Late in a month its current week and those after it come before those that are over. */
function currentFirst(weeks: string[][], month: string, today: string): string[][] {
  const isLate = monthOfDay(today) === month && Number(today.slice(8)) >= lateInMonth
  const current = isLate ? weeks.findIndex((week) => week.includes(today)) : 0
  return [...weeks.slice(current), ...weeks.slice(0, current)]
}

function isBefore([day = '']: string[], [other = '']: string[] = []): boolean {
  return day < other
}

function weeksOf(days: readonly string[]): string[][] {
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
}

function monthDay(view: GridView, props: MonthProps, day: string): Html {
  const { month, today, entryDay } = props
  const layout = props.layout?.get(day)
  const own = attributes({
    'data-date': day,
    'data-above': layout?.linesAbove || undefined,
    'aria-current': day === today ? 'date' : undefined,
    tabindex: entryDay && (day === entryDay ? 0 : -1),
  })
  const name = classes('cal-day', monthOfDay(day) !== month && 'cal-day-outside')
  return html`<div class="${name}" role="gridcell" ${own}>
    ${layout && html`<span class="visually-hidden">${gridDayLabel(view, day)}</span>`}
    <span class="cal-number figures" aria-hidden="true">${Number(day.slice(8))}</span>
    ${layout && dayEvents(view, layout)}
  </div>`
}

export function gridDayLabel({ entries, reader, page }: GridView, day: string): string {
  return dayLabel(day, itemsOn(day, entries, reader).length, { locale: page.locale, reader })
}

function dayEvents(view: GridView, { lines, hiddenLines, shown, more }: DayLayout): Html {
  return html`${dayLines(view, lines, hiddenLines)} ${shown.map((key) => chipOf(view, key, 'day'))}
  ${more > 0 && moreLink(view, m.calendar_more({ count: more }))}`
}

/** The lines of long events that begin on a day, and the link to those that have none. */
export function dayLines(view: GridView, lines: Line[], hidden: HiddenLines | undefined): Html {
  return html`${lines.map((line) => chipOf(view, line.key, line))}
  ${hidden && moreLink(view, m.calendar_more_long({ count: hidden.keys.length }), hidden)}`
}

function chipOf(view: GridView, key: string, place: ChipPlace): Html | undefined {
  const entry = view.byKey.get(key)
  return entry && entryChip(view, entry, place)
}

/** To the list; a script opens the day, or the events of `data-keys`. */
function moreLink({ listPath, isSkipped }: GridView, text: string, hidden?: HiddenLines): Html {
  const own = attributes({
    'data-lane': hidden && maxLines - 1,
    'data-span': hidden?.span,
    'data-keys': hidden?.keys.join(' '),
    href: listPath,
    tabindex: isSkipped ? -1 : undefined,
  })
  return html`<a class="${classes('cal-more', hidden && 'cal-more-lines')}" ${own}>${text}</a>`
}
