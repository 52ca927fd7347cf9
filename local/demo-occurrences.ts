import { Temporal } from 'temporal-polyfill'
import * as v from 'valibot'
import { dayMs, hourMs } from '#worker/contracts/durations.ts'
import { Category, Platform } from '#worker/contracts/enumerations.ts'
import { ContentLanguage } from '#worker/contracts/locale.ts'
import { TimeZone } from '#worker/contracts/time.ts'
import { TimeCertainty } from '#worker/features/events/contract.ts'

/** Its times are relative to the day when the demo set is loaded. */
export const DemoEvent = v.object({
  key: v.string(),
  name: v.string(),
  description: v.string(),
  language: ContentLanguage,
  platform: Platform,
  streaming_account_name: v.string(),
  /** Beside the first one. */
  channels: v.optional(v.array(v.object({ platform: Platform, account: v.string() })), []),
  /** Display names of fictional streamers. */
  participants: v.optional(v.array(v.string()), []),
  category: Category,
  game: v.optional(v.string()),
  group: v.optional(v.string()),
  timezone: TimeZone,
  time_certainty: v.optional(TimeCertainty, 'exact'),
  day: v.number(),
  /** `hh:mm` in its zone. */
  start: v.string(),
  hours: v.number(),
  /** Days between the dates of a series. */
  repeat_days: v.optional(v.number()),
  /** Shows of eight nights come back in turn, so that no night is empty. */
  is_in_rotation: v.optional(v.boolean(), false),
  seed_hypes: v.number(),
  additional_info: v.optional(v.string()),
  poster: v.optional(v.string()),
  /** From an earlier start if positive. */
  moved_by_minutes: v.optional(v.number()),
  cancel_reason: v.optional(v.string()),
  status: v.optional(v.literal('pending')),
})
export type DemoEvent = v.InferOutput<typeof DemoEvent>

/** `date` is the first day, in the event's zone. */
export type Occurrence = { date: string; startAt: number; endAt: number }

type Repetition = { everyDays: number; pastDays: number; futureDays: number }

const rotationDays = 8

function findRepetition({ repeat_days, is_in_rotation }: DemoEvent): Repetition | undefined {
  if (is_in_rotation) return { everyDays: rotationDays, pastDays: 1, futureDays: rotationDays - 1 }
  return repeat_days ? { everyDays: repeat_days, pastDays: 28, futureDays: 42 } : undefined
}

export function findTodayInEventZone(event: DemoEvent, now: number): string {
  const instant = Temporal.Instant.fromEpochMilliseconds(now)
  return instant.toZonedDateTimeISO(event.timezone).toPlainDate().toString()
}

export function listOccurrences(event: DemoEvent, anchor: string, now: number): Occurrence[] {
  const anchorDay = Temporal.PlainDate.from(anchor)
  const base = anchorDay.add({ days: event.day }).toPlainDateTime(event.start)
  const firstOccurrence = createOccurrence(event, base)
  const repetition = findRepetition(event)
  if (!repetition) return [firstOccurrence]
  const { everyDays, pastDays, futureDays } = repetition
  const from = anchorDay.toZonedDateTime('UTC').epochMilliseconds - pastDays * dayMs
  const until = now + futureDays * dayMs
  const back = Math.ceil((firstOccurrence.startAt - from) / dayMs / everyDays)
  const forth = Math.ceil((until - firstOccurrence.startAt) / dayMs / everyDays)
  return Array.from({ length: back + forth + 1 }, (_, index) =>
    createOccurrence(event, base.add({ days: (index - back) * everyDays })),
  ).filter(({ startAt }) => startAt >= from && startAt <= until)
}

function createOccurrence(event: DemoEvent, start: Temporal.PlainDateTime): Occurrence {
  const begin = start.toZonedDateTime(event.timezone)
  const end = start.add({ minutes: event.hours * 60 }).toZonedDateTime(event.timezone)
  const startAt = begin.epochMilliseconds
  return {
    date: start.toPlainDate().toString(),
    startAt,
    endAt:
      event.time_certainty === 'exact' ? startAt + event.hours * hourMs : end.epochMilliseconds,
  }
}
