import * as v from 'valibot'
import { Instant } from '#worker/contracts/time.ts'
import { TimeCertainty } from '#worker/features/events/contract.ts'

export const ConfirmationInput = v.object({ confirmed: v.boolean() })

export const ParticipationView = v.object({
  streamer_id: v.number(),
  event: v.object({
    id: v.number(),
    slug: v.string(),
    name: v.string(),
    start: Instant,
    timezone: v.string(),
    time_certainty: TimeCertainty,
  }),
  answer: v.nullable(v.picklist(['confirmed', 'removed'])),
  /** True if the channel that the event names is verified as the member's. */
  can_answer: v.boolean(),
})
export type ParticipationView = v.InferOutput<typeof ParticipationView>

export const ParticipationsView = v.object({ items: v.array(ParticipationView) })
export type ParticipationsView = v.InferOutput<typeof ParticipationsView>
