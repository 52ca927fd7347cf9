import { addDays, addMonths, monthOfDay, sameDayIn, weekDays } from './month.ts'

const moves = new Map<string, (day: string, firstWeekday: number) => string | undefined>([
  ['ArrowLeft', (day) => addDays(day, -1)],
  ['ArrowRight', (day) => addDays(day, 1)],
  ['ArrowUp', (day) => addDays(day, -7)],
  ['ArrowDown', (day) => addDays(day, 7)],
  ['Home', (day, firstWeekday) => weekDays(day, firstWeekday)[0]],
  ['End', (day, firstWeekday) => weekDays(day, firstWeekday)[6]],
  ['PageUp', (day) => sameDayIn(addMonths(monthOfDay(day), -1), day)],
  ['PageDown', (day) => sameDayIn(addMonths(monthOfDay(day), 1), day)],
])

/** The day that a key leads to, if it is one that moves. */
export function dayForKey(key: string, day: string, firstWeekday: number): string | undefined {
  return moves.get(key)?.(day, firstWeekday)
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
