import { dayMs, hourMs } from '#worker/contracts/durations.ts'
import type { SkipReason } from './contract.ts'

export type ScheduledItem = {
  /** Names it from one reading to the next. */
  uid: string
  name: string
  description: string
  startAt: number
  endAt: number
  /** IANA, where it has one of its own. */
  timezone: string | null
  /** Its zone, where its start does not name it. */
  assumedTimezone?: string | null
  isDateOnly: boolean
  url: string | null
  /** Cancelled or skipped where it was announced. */
  isOff: boolean
  /** Within a pause of the whole channel: neither on nor off. */
  isPaused?: true
}

export type UnreadableItem = {
  uid: string
  name: string
  startAt: number | null
  reason?: SkipReason
}

export type FeedSnapshot = {
  items: ScheduledItem[]
  unreadable: UnreadableItem[]
  /** Read, and of no concern to the agenda: over, far ahead, private or replaced by another. */
  passedOver?: UnreadableItem[]
  /** UIDs of entries that are off with all of their times. */
  calledOff?: string[]
  /** False where the reading was cut off: of what it does not list nothing may be concluded. */
  isComplete: boolean
}

/** Entries further ahead are not read yet. */
export const scheduleHorizonMs = 56 * dayMs
export const defaultDurationMs = 4 * hourMs
/** More than any channel announces in the time that is read. */
export const maxScheduledItems = 500
