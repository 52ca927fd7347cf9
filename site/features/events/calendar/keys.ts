import { addDays, addMonths, monthOfDay, sameDayIn, weekday } from './month.ts'

const moves = new Map<string, (day: string) => string>([
  ['ArrowLeft', (day) => addDays(day, -1)],
  ['ArrowRight', (day) => addDays(day, 1)],
  ['ArrowUp', (day) => addDays(day, -7)],
  ['ArrowDown', (day) => addDays(day, 7)],
  ['Home', (day) => addDays(day, -weekday(day))],
  ['End', (day) => addDays(day, 6 - weekday(day))],
  ['PageUp', (day) => sameDayIn(addMonths(monthOfDay(day), -1), day)],
  ['PageDown', (day) => sameDayIn(addMonths(monthOfDay(day), 1), day)],
])

/** The day that a key leads to, if it is one that moves. */
export function dayForKey(key: string, day: string): string | undefined {
  return moves.get(key)?.(day)
}

/** Whether the day that a key led to asks for another month than the grid shows. */
export function leavesShownMonth(key: string, target: string, days: readonly string[]): boolean {
  return key.startsWith('Page') || !days.includes(target)
}

type Modifiers = { metaKey: boolean; ctrlKey: boolean; altKey: boolean; shiftKey: boolean }

/** Left to the browser, for instance to open a new tab. */
export function hasModifierKey({ metaKey, ctrlKey, altKey, shiftKey }: Modifiers): boolean {
  return metaKey || ctrlKey || altKey || shiftKey
}
