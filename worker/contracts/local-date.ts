import { createMemo } from './memo.ts'

/** To make a format costs more than all its uses. */
const formats = createMemo<Intl.DateTimeFormat>(100)

/** The date of an instant in a zone: `2026-12-04`. */
export function formatLocalDate(at: number, timeZone: string): string {
  const format = formats(
    timeZone,
    () => new Intl.DateTimeFormat('sv', { dateStyle: 'short', timeZone }),
  )
  return format.format(at)
}
