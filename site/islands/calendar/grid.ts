import { m } from '#site/lib/messages.ts'
import { localDay, type Reader } from '#site/lib/time-text.ts'
import type { Locale } from '#worker/contract.ts'
import { entriesOf, type CalendarItem, type Entry } from './entries.ts'
import { laneCount, layOut, type Segment } from './layout.ts'
import { monthOf } from './month.ts'
import { wideScreen } from './wide-screen.ts'
import { countText, dayLabel } from './words.ts'

export type Setting = { items: CalendarItem[]; isGrouped: boolean; reader: Reader; locale: Locale }

function shownGrid(root: ParentNode): HTMLElement | null {
  const selector = wideScreen.matches ? '.cal-grid' : ':not(.cal-wide) > .cal-grid'
  return root.querySelector<HTMLElement>(selector)
}

export function cellsOf(root: ParentNode): HTMLElement[] {
  return [...root.querySelectorAll<HTMLElement>('.cal-day')]
}

export function dayOfCell(cell: HTMLElement): string {
  return cell.dataset.date ?? ''
}

/**
 * Lays the server's bars out anew in the reader's zone, unless the screen has no room for them;
 * nothing is measured, so it may be off the page.
 */
export function settleGrid(
  root: ParentNode,
  { items, isGrouped, reader, locale }: Setting,
): Entry[] {
  const grid = shownGrid(root)
  const spare = root.querySelector<HTMLElement>('[data-spare]')
  if (!grid || !spare) return []
  const cells = new Map(cellsOf(grid).map((cell) => [dayOfCell(cell), cell]))
  const days = [...cells.keys()]
  const entries = entriesOf(items, { days, isGrouped, reader })
  const { segments, hidden } = layOut(days, entries)
  const bars = takeBars(grid, spare)
  for (const segment of segments.toSorted((a, b) => a.lane - b.lane)) {
    const bar = bars.get(segment.key)
    if (bar) cells.get(segment.day)?.append(placedBar(bar, segment))
  }
  for (const entry of entries) showCount(bars.get(entry.key), entry, locale)
  for (const [day, count] of hidden) cells.get(day)?.append(moreLink(grid, count))
  describeCells(cells, entries, { reader, locale })
  grid.dataset.settled = ''
  return entries
}

/** One of each bar, all kept aside; what the week before had twice is dropped. */
function takeBars(grid: HTMLElement, spare: HTMLElement): Map<string, HTMLElement> {
  const bars = new Map<string, HTMLElement>()
  for (const part of [spare, grid]) {
    for (const bar of part.querySelectorAll<HTMLElement>('.cal-chip')) {
      const key = bar.dataset.key ?? ''
      if (bars.has(key)) bar.remove()
      else bars.set(key, bar)
    }
  }
  spare.append(...bars.values())
  for (const more of grid.querySelectorAll('.cal-more')) more.remove()
  return bars
}

function placedBar(bar: HTMLElement, { lane, span, isContinued, goesOn }: Segment): HTMLElement {
  const copy = bar.cloneNode(true) as HTMLElement
  copy.dataset.lane = String(lane)
  copy.dataset.span = String(span)
  copy.toggleAttribute('data-continued', isContinued)
  copy.toggleAttribute('data-goes-on', goesOn)
  // The day opens by keyboard, with all its events.
  copy.tabIndex = -1
  return copy
}

function showCount(bar: HTMLElement | undefined, { items }: Entry, locale: Locale): void {
  const count = bar?.querySelector('[data-count]')
  if (count) count.textContent = countText(items.length, locale)
}

function moreLink(grid: HTMLElement, count: number): HTMLElement {
  const link = document.createElement('a')
  link.className = 'cal-more'
  link.href = grid.dataset.agenda ?? ''
  link.dataset.lane = String(laneCount - 1)
  link.tabIndex = -1
  link.textContent = m.calendar_more({ count })
  return link
}

/** The entries that a day shows or has no room for. */
export function entriesOn(day: string, entries: readonly Entry[]): Entry[] {
  return entries.filter(({ firstDay, lastDay }) => firstDay <= day && lastDay >= day)
}

function describeCells(
  cells: ReadonlyMap<string, HTMLElement>,
  entries: readonly Entry[],
  { reader, locale }: Pick<Setting, 'reader' | 'locale'>,
): void {
  const today = localDay(reader.now, reader)
  for (const [day, cell] of cells) {
    const count = entriesOn(day, entries).reduce((sum, { items }) => sum + items.length, 0)
    const label = cell.querySelector('[data-label]')
    if (label) label.textContent = dayLabel(day, count, locale)
    cell.ariaCurrent = day === today ? 'date' : null
    cell.tabIndex = -1
  }
  const inMonth = [...cells].filter(([, { classList }]) => !classList.contains('cal-day-outside'))
  const entry = inMonth.find(([day]) => day === today) ?? inMonth[0]
  if (entry) entry[1].tabIndex = 0
}

/** Moves the one tab stop of the grid to a day, and the focus with it. */
export function focusDay(root: ParentNode, day: string): boolean {
  const cells = cellsOf(root)
  const wanted = cells.find((cell) => dayOfCell(cell) === day)
  if (!wanted?.checkVisibility()) return false
  for (const cell of cells) cell.tabIndex = cell === wanted ? 0 : -1
  wanted.focus()
  return true
}

/** Whether an item shows in the month itself, not only in the weeks around it. */
export function isInMonth(
  { firstDay, lastDay }: Pick<Entry, 'firstDay' | 'lastDay'>,
  month: string,
) {
  return monthOf(firstDay) <= month && monthOf(lastDay) >= month
}
