import * as v from 'valibot'
import { EventInput } from '#worker/features/moderation/proposals/contract.ts'

export const minWeeklyDates = 2
export const maxWeeklyDates = 12

export const NewEventInput = v.pipe(
  v.object({
    ...EventInput.entries,
    /** Number of weekly dates at the same local time, which are reviewed as one. */
    weekly_dates: v.nullish(
      v.pipe(v.number(), v.integer(), v.minValue(minWeeklyDates), v.maxValue(maxWeeklyDates)),
    ),
  }),
  v.forward(
    v.partialCheck(
      [['weekly_dates'], ['time_certainty']],
      ({ weekly_dates, time_certainty }) => !weekly_dates || time_certainty !== 'tba',
      'weekly_needs_day',
    ),
    ['weekly_dates'],
  ),
)
export type NewEventInput = v.InferOutput<typeof NewEventInput>
