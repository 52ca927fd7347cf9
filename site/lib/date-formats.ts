import type { Choice } from './labels.ts'

/** The orders of day, month and year that can be chosen. */
export const dateFormats = [
  { id: 'dmy', example: '31/12/2026' },
  { id: 'mdy', example: '12/31/2026' },
  { id: 'ymd', example: '2026-12-31' },
] as const

/** The clocks that can be chosen. */
export const hourCycles = [
  { id: 'h23', example: '21:00' },
  { id: 'h12', example: '9:00 PM' },
] as const

export function formatChoices(formats: readonly { id: string; example: string }[]): Choice[] {
  return formats.map(({ id, example }) => ({ value: id, label: example }))
}
