import { m } from '#site/lib/messages.ts'
import { dayText } from '#site/lib/time/time-text.ts'
import { attributes, classes, html, type Html } from '#site/ui/html.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { languageTags } from '#worker/locale/locales.ts'
import type { CalendarStore } from './calendar.store.ts'
import { entryChip } from './calendar-chip.ts'
import { eventCountText, fullDateText, monthText } from './calendar-labels.ts'
import { listItemsOnDay } from './entries.ts'
import { maxLinesPerWeek, type DayLayout, type HiddenLines, type EventLine } from './grid-layout.ts'
import { calendarGrid, readGrid, type Grid } from './grid-view.ts'
import { monthOfDay } from './month.ts'
import { openedEventList } from './opened-list.ts'

export function monthGrid(calendar: CalendarStore): Html {
  const grid = readGrid(calendar)
  const { locale, month, days, today } = grid
  const layout = calendar.$view.get() && calendar.$layout.get()
  const weeks = putCurrentWeekFirst(splitIntoWeeks(days), month, today)
  return calendarGrid(grid, {
    name: 'cal-grid',
    label: monthText(month, locale),
    days: [
      html`<div class="cal-heads" role="row">
        ${listWeekdayNames(days.slice(0, 7), locale).map(
          (name) => html`<span role="columnheader">${name}</span>`,
        )}
      </div>`,
      ...weeks.map(
        (week, index) =>
          html` ${index > 0 && isWeekBefore(week, weeks[index - 1]) && earlierWeeksHead()}
            <div class="cal-week" role="row">
              ${week.map((day) => monthDay(grid, day, layout?.get(day)))}
            </div>`,
      ),
    ],
    below: selectedDaySection(calendar, grid),
    help: m.calendar_keys(),
  })
}

/** Below the small month of a phone: the day that was touched, or today. */
function selectedDaySection(calendar: CalendarStore, grid: Grid): Html | undefined {
  const wanted = [calendar.$selectedDay.get(), grid.today]
  const day = wanted.find((one) => one && grid.days.includes(one))
  if (!day) return undefined
  // Room for what comes once the reader's zone is known.
  if (grid.screen !== 'narrow') return html`<div class="cal-selected"></div>`
  return html`<section class="cal-selected" aria-labelledby="calendar-selected">
    <h2 id="calendar-selected">${gridDayLabel(grid, day)}</h2>
    ${openedEventList(calendar, { day, items: calendar.listDay(day) })}
  </section>`
}

export function listWeekdayNames(days: readonly string[], locale: Locale): string[] {
  return days.map((day) => dayText(day, { tag: languageTags[locale] }, 'w'))
}

function earlierWeeksHead(): Html {
  return html`<div class="cal-earlier" role="row">
    <span role="rowheader">${m.calendar_earlier()}</span>
  </div>`
}

const lateInMonth = 20

/** Late in a month its current week and those after it come before those that are over. */
function putCurrentWeekFirst(weeks: string[][], month: string, today: string): string[][] {
  const isLate = monthOfDay(today) === month && Number(today.slice(8)) >= lateInMonth
  const current = isLate ? weeks.findIndex((week) => week.includes(today)) : 0
  return [...weeks.slice(current), ...weeks.slice(0, current)]
}

function isWeekBefore([day = '']: string[], [other = '']: string[] = []): boolean {
  return day < other
}

function splitIntoWeeks(days: readonly string[]): string[][] {
  return Array.from({ length: days.length / 7 }, (_, week) => days.slice(week * 7, week * 7 + 7))
}

/** Its events come with the script where the grid is one of two views. */
function monthDay(grid: Grid, day: string, layout: DayLayout | undefined): Html {
  const own = attributes({
    'data-date': day,
    'data-above': layout?.linesAbove || undefined,
    'aria-current': day === grid.today ? 'date' : undefined,
    tabindex: grid.screen && (day === grid.tabStop ? 0 : -1),
  })
  const name = classes('cal-day', monthOfDay(day) !== grid.month && 'cal-day-outside')
  return html`<div class="${name}" role="gridcell" ${own}>
    ${layout && html`<span class="visually-hidden">${gridDayLabel(grid, day)}</span>`}
    <span class="cal-number figures" aria-hidden="true">${Number(day.slice(8))}</span>
    ${layout && dayEvents(grid, layout)}
  </div>`
}

/** `Friday, November 20, 2026, 3 events` */
export function gridDayLabel(grid: Grid, day: string): string {
  const { locale, entries, reader } = grid
  const count = listItemsOnDay(day, entries, reader).length
  const events = count === 0 ? m.calendar_no_events() : eventCountText(count, locale)
  return `${fullDateText(day, reader)}, ${events}`
}

function dayEvents(grid: Grid, { lines, hiddenLines, shown, more }: DayLayout): Html {
  return html`${dayLines(grid, lines, hiddenLines)}
  ${shown.map((key) => entryChip(grid, key, 'day'))}
  ${more > 0 && moreLink(grid, m.calendar_more({ count: more }))}`
}

export function dayLines(grid: Grid, lines: EventLine[], hidden: HiddenLines | undefined): Html {
  return html`${lines.map((line) => entryChip(grid, line.key, line))}
  ${hidden && moreLink(grid, m.calendar_more_long({ count: hidden.keys.length }), hidden)}`
}

/** To the list; a script opens the day, or the events of `data-keys`. */
function moreLink({ listPath, screen }: Grid, text: string, hidden?: HiddenLines): Html {
  const own = attributes({
    'data-lane': hidden && maxLinesPerWeek - 1,
    'data-span': hidden?.span,
    'data-keys': hidden?.keys.join(' '),
    href: listPath,
    tabindex: screen && -1,
  })
  return html`<a class="${classes('cal-more', hidden && 'cal-more-lines')}" ${own}>${text}</a>`
}
