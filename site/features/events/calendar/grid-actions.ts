import type { KeyboardEvent, MouseEvent } from 'react'
import { firstWeekday } from '#worker/locale/first-weekday.ts'
import { readCalendarAddress } from './address.ts'
import type { CalendarStore } from './calendar.store.ts'
import { addDays, addMonths, monthOfDay, toSameDayInMonth, listWeekDays } from './month.ts'

const moves = new Map<string, (day: string, firstWeekday: number) => string | undefined>([
  ['ArrowLeft', (day) => addDays(day, -1)],
  ['ArrowRight', (day) => addDays(day, 1)],
  ['ArrowUp', (day) => addDays(day, -7)],
  ['ArrowDown', (day) => addDays(day, 7)],
  ['Home', (day, firstWeekday) => listWeekDays(day, firstWeekday)[0]],
  ['End', (day, firstWeekday) => listWeekDays(day, firstWeekday)[6]],
  ['PageUp', (day) => toSameDayInMonth(addMonths(monthOfDay(day), -1), day)],
  ['PageDown', (day) => toSameDayInMonth(addMonths(monthOfDay(day), 1), day)],
])

export function findKeyboardTargetDay(
  key: string,
  day: string,
  firstWeekday: number,
): string | undefined {
  return moves.get(key)?.(day, firstWeekday)
}

export function leavesShownMonth(key: string, target: string, days: readonly string[]): boolean {
  return key.startsWith('Page') || !days.includes(target)
}

type ModifierKeys = { metaKey: boolean; ctrlKey: boolean; altKey: boolean; shiftKey: boolean }

/** Left to the browser, for instance to open a new tab. */
export function hasModifierKey({ metaKey, ctrlKey, altKey, shiftKey }: ModifierKeys): boolean {
  return metaKey || ctrlKey || altKey || shiftKey
}

/** Links change the state of the page without navigating; events are links that navigate. */
export function handleCalendarClick(event: MouseEvent, calendar: CalendarStore): void {
  const { target } = event
  if (hasModifierKey(event) || !(target instanceof Element)) return
  const isInGrid = target.closest('.cal-grid, .cal-hours') !== null
  const isHandled = isInGrid
    ? openDayOrEntries(target, calendar)
    : followActionLink(target, calendar)
  if (isHandled) event.preventDefault()
}

function followActionLink(target: Element, calendar: CalendarStore): boolean {
  const link = target.closest<HTMLElement>('[data-act]')
  if (!link) return false
  const { act } = link.dataset
  if (act === 'today') void calendar.goToday()
  else if (act === 'retry') void calendar.loadFollowed()
  else if (link instanceof HTMLAnchorElement) {
    void calendar.goTo(readCalendarAddress(new URLSearchParams(link.search)))
  }
  return true
}

function openDayOrEntries(target: Element, calendar: CalendarStore): boolean {
  const link = target.closest<HTMLElement>('a, button')
  if (link && calendar.openEntries(link.dataset)) return true
  const isOfEvent = link !== null && !link.matches('.cal-more, .week-more')
  const day = isOfEvent
    ? undefined
    : target.closest<HTMLElement>('[data-date], [data-day]')?.dataset
  const found = day?.date ?? day?.day
  if (found === undefined) return false
  calendar.openDay(found)
  return true
}

export function handleCalendarKeyDown(event: KeyboardEvent, calendar: CalendarStore): void {
  const { target, key } = event
  if (hasModifierKey(event) || !(target instanceof HTMLElement)) return
  const grid = target.closest<HTMLElement>('.cal-grid, .cal-hours')
  if (!grid) return
  const isHandled = grid.matches('.cal-hours')
    ? handleWeekKey(key, { grid, from: target }, calendar)
    : handleMonthKey(key, target.dataset.date, calendar)
  if (isHandled) event.preventDefault()
}

function handleMonthKey(key: string, day: string | undefined, calendar: CalendarStore): boolean {
  if (day === undefined) return false
  const next = findKeyboardTargetDay(key, day, firstWeekday(calendar.locale))
  if (isOpenKey(key)) calendar.openDay(day)
  else if (next === undefined) return false
  else if (leavesShownMonth(key, next, calendar.$days.get())) {
    void calendar.goTo({ month: monthOfDay(next), view: 'month' }, next)
  } else calendar.focusDay(next)
  return true
}

function isOpenKey(key: string): boolean {
  return key === 'Enter' || key === ' '
}

const steps = new Map([
  ['ArrowDown', 1],
  ['ArrowUp', -1],
])
const weeks = new Map([
  ['PageDown', 7],
  ['PageUp', -7],
])

type GridFocus = { grid: HTMLElement; from: HTMLElement }

function handleWeekKey(key: string, { grid, from }: GridFocus, calendar: CalendarStore): boolean {
  const { date, band } = from.closest<HTMLElement>('[data-date], [data-band]')?.dataset ?? {}
  const day = date ?? band
  if (day === undefined) return false
  const [step, week] = [steps.get(key), weeks.get(key)]
  const next = week
    ? addDays(day, week)
    : findKeyboardTargetDay(key, day, firstWeekday(calendar.locale))
  if (step) focusNextEvent(grid, { day, from, step })
  else if (from.dataset.date && isOpenKey(key)) calendar.openDay(day)
  else if (next === undefined) return false
  else if (!week && calendar.$days.get().includes(next)) calendar.focusDay(next)
  else void calendar.goTo({ day: next, month: monthOfDay(next) }, next)
  return true
}

/** From the day down through its events, the long ones first, and back up to the day. */
function focusNextEvent(
  grid: HTMLElement,
  { day, from, step }: { day: string; from: HTMLElement; step: number },
): void {
  const links = `:is([data-band="${day}"], [data-date="${day}"]) a`
  const cell = grid.querySelector<HTMLElement>(`[data-date="${day}"]`)
  const stops = [cell, ...grid.querySelectorAll<HTMLElement>(links)]
  const next = stops[stops.indexOf(from) + step]
  next?.focus({ preventScroll: next === cell })
}
