import * as v from 'valibot'
import { InstantInput } from '#worker/contract.ts'

/** A calendar month such as `2026-11`. */
export const Month = v.pipe(v.string(), v.regex(/^20\d\d-(?:0[1-9]|1[0-2])$/))
export type Month = v.InferOutput<typeof Month>

/** From now unless told otherwise, for a month unless told otherwise. */
export const FollowedEventsQuery = v.object({
  from: v.optional(InstantInput),
  to: v.optional(InstantInput),
})
export type FollowedEventsQuery = v.InferOutput<typeof FollowedEventsQuery>
