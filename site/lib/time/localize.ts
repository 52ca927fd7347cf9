import { localizeBoard, localizeWeek } from './localize-board.ts'
import {
  splitCountdown,
  dateText,
  dayRangeText,
  formatDayDistance,
  dayName,
  formatDistance,
  localDay,
  shortDateText,
  timeText,
  zoneName,
  type TimeContext,
  type TimeFormatName,
} from '#site/lib/time/time-text.ts'

/** Unix milliseconds: its own, else the start of its row. */
export function readInstant(element: HTMLElement): number {
  const row = element.closest<HTMLElement>('[data-start]')
  return Date.parse(element.getAttribute('datetime') ?? row?.dataset.start ?? '')
}

/** The hour of a row that is plain until the script completes it has no form of its own. */
const timed = '[data-time-format], .event-row > p > time'

const dayForms: Partial<Record<string, (element: HTMLElement, reader: TimeContext) => string>> = {
  zone: (_, reader) => zoneName(reader),
  'day-name': (element, reader) => dayName(findDay(element, reader), reader),
  'day-date': (element, reader) => dateText(findDay(element, reader), reader),
  'day-short': (element, reader) => shortDateText(findDay(element, reader), reader),
  'day-distance': (element, reader) => formatDayDistance(findDay(element, reader), reader),
  'day-range': ({ dataset }, reader) =>
    dayRangeText(dataset.day ?? '', dataset.until ?? '', reader),
}

function localizeTimeElement(element: HTMLElement, reader: TimeContext): void {
  const { timeFormat = 'time', from } = element.dataset
  const at = readInstant(element)
  const dayForm = dayForms[timeFormat]
  if (dayForm) element.textContent = dayForm(element, reader)
  else if (timeFormat === 'days') regroupRowsByDay(element, reader)
  else if (timeFormat === 'board') localizeBoard(element, reader)
  else if (timeFormat === 'week') localizeWeek(element, reader)
  else if (timeFormat === 'countdown') {
    const figures = splitCountdown(at, reader.now)
    element.querySelectorAll('b').forEach((figure, index) => {
      figure.textContent = String(figures[index]).padStart(index ? 2 : 1, '0')
      // The last day counts in hours.
      if (index === 0) figure.parentElement?.toggleAttribute('hidden', figures[0] === 0)
    })
  } else {
    const text =
      timeFormat === 'distance'
        ? formatDistance(at, reader)
        : timeText(timeFormat as TimeFormatName, at, reader, from ? Date.parse(from) : undefined)
    if (text) element.textContent = text
  }
}

function findDay(element: HTMLElement, reader: TimeContext): string {
  return element.closest<HTMLElement>('[data-day]')?.dataset.day ?? localDay(reader.now, reader)
}

function readRowStart(row: HTMLElement): string {
  return row.dataset.start || row.querySelector('time')?.dateTime || ''
}

/** A row with a `data-day` of its own (an event without an hour) keeps that day. */
function regroupRowsByDay(marker: HTMLElement, reader: TimeContext): void {
  const list = marker.previousElementSibling
  const shell = list?.firstElementChild
  if (!list || !shell) return
  const days = new Map<string, HTMLElement[]>()
  let isSettled = true
  for (const row of list.querySelectorAll<HTMLElement>(':scope > * > ol > li')) {
    const day = row.dataset.day ?? localDay(Date.parse(readRowStart(row)), reader)
    days.set(day, [...(days.get(day) ?? []), row])
    isSettled &&= row.closest<HTMLElement>('.day')?.dataset.day === day
  }
  if (isSettled && days.size === list.children.length) return
  const isDown = marker.dataset.order === 'down'
  const inOrder = [...days].sort(([a], [b]) => (a < b !== isDown ? -1 : 1))
  list.replaceChildren(
    ...inOrder.map(([day, rows]) => createDaySection(shell, day, sortWholeDaysFirst(rows), reader)),
  )
}

function sortWholeDaysFirst(rows: HTMLElement[]): HTMLElement[] {
  return rows.sort((a, b) => Number('day' in b.dataset) - Number('day' in a.dataset))
}

/** Like the server's: a label and the rows. */
function createDaySection(
  shell: Element,
  day: string,
  rows: Element[],
  reader: TimeContext,
): HTMLElement {
  const section = shell.cloneNode() as HTMLElement
  section.dataset.day = day
  for (const part of shell.children) {
    const isRows = part.matches('ol')
    const copy = part.cloneNode(!isRows) as Element
    if (isRows) copy.append(...rows)
    section.append(copy)
    if (!isRows) localizeTimes(copy, reader)
  }
  return section
}

function findTimeElements(root: Element): HTMLElement[] {
  const inside = root.querySelectorAll<HTMLElement>(timed)
  return root.matches(timed) ? [root as HTMLElement, ...inside] : [...inside]
}

export function localizeTimes(root: Element, reader: TimeContext): void {
  for (const element of findTimeElements(root)) localizeTimeElement(element, reader)
}

/** Something stands behind it: nothing more is parsed into it. */
function isFullyParsed(element: Element): boolean {
  for (let ancestor: Element | null = element; ancestor; ancestor = ancestor.parentElement) {
    if (ancestor.nextSibling) return true
  }
  return false
}

/** Works while the page is parsed; incomplete elements are processed again later. */
export function createTimeLocalizer(reader: TimeContext): (root: Element) => void {
  const done = new WeakSet<Element>()
  return (root) => {
    for (const element of findTimeElements(root)) {
      if (done.has(element)) continue
      if (isFullyParsed(element)) done.add(element)
      localizeTimeElement(element, reader)
    }
  }
}
