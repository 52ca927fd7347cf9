import { hourMs } from '#worker/contracts/durations.ts'
import { readStart, type Draft } from './draft.ts'
import { toLocalDateTime } from './local-time.ts'

export type DraftEnd = Pick<Draft, 'end_date' | 'end_time'>

const suggestedHours = 3

/** Three hours after the start, on the clock of the event's zone; none without an exact start. */
export function suggestEnd(draft: Draft): DraftEnd | undefined {
  const start = readStart(draft)
  if (draft.time_certainty !== 'exact' || !('at' in start)) return undefined
  const { date, time } = toLocalDateTime(start.at + suggestedHours * hourMs, draft.timezone)
  return { end_date: date, end_time: time }
}

export function isSameEnd(end: DraftEnd | undefined, other: DraftEnd): boolean {
  return end?.end_date === other.end_date && end.end_time === other.end_time
}

/** A suggested end follows the start; one that the person chose stays. */
export function adjustEndToStart(draft: Draft, suggested: DraftEnd, isWanted: boolean): DraftEnd {
  const { start_date, end_date, end_time } = draft
  const end = { end_date, end_time }
  const next = isWanted && isSameEnd(suggested, end) ? suggestEnd(draft) : undefined
  if (next) return next
  return !end_date || end_date < start_date ? { end_date: start_date, end_time } : end
}
