import * as v from 'valibot'
import { pageQueryEntries } from '#worker/contracts/pagination.ts'
import { Instant } from '#worker/contracts/time.ts'
import { TimeCertainty } from '#worker/features/events/contract.ts'
import { PicturePath } from '#worker/features/media/uploads/contract.ts'
import { EventInput, ProposalView } from './contract.ts'

export const OwnEventChange = v.object({
  ...v.partial(v.pick(EventInput, ['name', 'start', 'end', 'timezone'])).entries,
  time_certainty: v.optional(TimeCertainty),
  /** Null: the picture is drawn. */
  thumbnail_path: v.optional(v.nullable(PicturePath)),
})
export type OwnEventChange = v.InferOutput<typeof OwnEventChange>

export const MyEventsQuery = v.object({
  period: v.optional(v.picklist(['upcoming', 'past', 'all']), 'all'),
  limit: v.optional(pageQueryEntries.limit, '100'),
})
export type MyEventsQuery = v.InferOutput<typeof MyEventsQuery>

export const MyEventsView = v.object({ items: v.array(ProposalView), next_cursor: v.null() })

export const ProposalLimitsView = v.object({
  /** On one's own verified channel. */
  may_publish: v.boolean(),
  review_reason: v.nullable(v.picklist(['email', 'trust', 'new_account', 'limit'])),
  review_until: v.nullable(Instant),
  published_per_day: v.number(),
  /** On other channels: after so many minutes without an objection; null: after a review. */
  fast_track_minutes: v.nullable(v.number()),
  /** The most others that an event may name and still be published so. */
  publishing_participants: v.number(),
})
export type ProposalLimitsView = v.InferOutput<typeof ProposalLimitsView>
