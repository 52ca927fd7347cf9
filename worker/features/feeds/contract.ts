import * as v from 'valibot'
import { EventsQuery } from '#worker/features/events/contract.ts'

/** The filters of the list; a calendar has neither pages nor an order. */
export const FeedQuery = v.object({
  ...v.omit(EventsQuery, ['limit', 'cursor', 'sort']).entries,
  limit: v.optional(
    v.pipe(v.string(), v.regex(/^\d{1,3}$/), v.transform(Number), v.minValue(1), v.maxValue(200)),
    '200',
  ),
})
export type FeedQuery = v.InferOutput<typeof FeedQuery>
