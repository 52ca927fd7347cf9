import { Temporal } from 'temporal-polyfill'
import * as v from 'valibot'
import { dayMs } from '#worker/contracts/durations.ts'
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
  category: Category,
  game: v.nullable(v.string()),
  group: v.nullable(v.string()),
  timezone: TimeZone,
  time_certainty: TimeCertainty,
  start_offset_minutes: v.number(),
  duration_minutes: v.number(),
  repeat_days: v.nullable(v.number()),
  participants: v.array(
    v.object({
      display_name: v.string(),
      platform: v.nullable(Platform),
      account: v.nullable(v.string()),
    }),
  ),
  seed_hypes: v.number(),
  additional_info: v.nullable(v.string()),
  proof_url: v.string(),
  status: v.optional(v.literal('pending')),
})
export type DemoEvent = v.InferOutput<typeof DemoEvent>

/** `date` is the first day, in the event's zone. */
export type Occurrence = { date: string; startAt: number; endAt: number }

const pastDays = 28
const futureDays = 42

export function findTodayInEventZone(event: DemoEvent, now: number): string {
  const instant = Temporal.Instant.fromEpochMilliseconds(now)
  return instant.toZonedDateTimeISO(event.timezone).toPlainDate().toString()
}

export function listOccurrences(event: DemoEvent, anchor: string, now: number): Occurrence[] {
  const base = Temporal.PlainDate.from(anchor)
    .toPlainDateTime()
    .add({ minutes: event.start_offset_minutes })
  const firstOccurrence = createOccurrence(event, base)
  if (event.repeat_days === null) return [firstOccurrence]
  const from =
    Temporal.PlainDate.from(anchor).toZonedDateTime('UTC').epochMilliseconds - pastDays * dayMs
  const step = event.repeat_days
  const back = Math.ceil((firstOccurrence.startAt - from) / dayMs / step)
  const forth = Math.ceil((now + futureDays * dayMs - firstOccurrence.startAt) / dayMs / step)
  return Array.from({ length: back + forth + 1 }, (_, index) =>
    createOccurrence(event, base.add({ days: (index - back) * step })),
  ).filter(({ startAt }) => startAt >= from && startAt <= now + futureDays * dayMs)
}

function createOccurrence(event: DemoEvent, start: Temporal.PlainDateTime): Occurrence {
  const begin = start.toZonedDateTime(event.timezone)
  const minutes = event.duration_minutes
  const end =
    event.time_certainty === 'exact'
      ? begin.add({ minutes })
      : start.add({ minutes }).toZonedDateTime(event.timezone)
  return {
    date: start.toPlainDate().toString(),
    startAt: begin.epochMilliseconds,
    endAt: end.epochMilliseconds,
  }
}
