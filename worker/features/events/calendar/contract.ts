import * as v from 'valibot'
import { InstantInput } from '#worker/contracts/time.ts'
import { EventsQuery } from '#worker/features/events/contract.ts'
import { monthPattern } from './month.ts'

export const Month = v.pipe(v.string(), v.regex(monthPattern))
export type Month = v.InferOutput<typeof Month>

const { language, platform, category } = EventsQuery.entries
export const CalendarFilters = v.object({ language, platform, category })
export type CalendarFilters = v.InferOutput<typeof CalendarFilters>

export const FollowedEventsQuery = v.object({
  from: v.optional(InstantInput),
  to: v.optional(InstantInput),
})
export type FollowedEventsQuery = v.InferOutput<typeof FollowedEventsQuery>
