import * as v from 'valibot'
import { Category, Instant, Language, PageQuery, pageOf, text } from '#worker/contract.ts'
import { TimeCertainty } from '#worker/features/events/contract.ts'

export const GroupSummary = v.object({
  id: v.number(),
  slug: v.string(),
  name: v.string(),
  thumbnail_path: v.string(),
  language_code: v.nullable(Language),
  category: v.nullable(Category),
  game: v.nullable(v.object({ slug: v.string(), name: v.string() })),
  /** Events that are not over. */
  upcoming_events: v.number(),
  total_events: v.number(),
  /** When the next event begins, or the one that is on did. */
  next: v.nullable(
    v.object({ start: Instant, timezone: v.string(), time_certainty: TimeCertainty }),
  ),
})
export type GroupSummary = v.InferOutput<typeof GroupSummary>

export const GroupView = v.object({
  ...GroupSummary.entries,
  description: v.string(),
  venue: v.nullable(v.string()),
  website: v.nullable(v.string()),
})
export type GroupView = v.InferOutput<typeof GroupView>

export const GroupsQuery = v.object({ ...PageQuery, q: v.optional(text(0, 100), '') })
export type GroupsQuery = v.InferOutput<typeof GroupsQuery>

export const GroupsPage = pageOf(GroupSummary)

export const Period = v.picklist(['upcoming', 'past', 'all'])
export type Period = v.InferOutput<typeof Period>

export const GroupEventsQuery = v.object({
  ...PageQuery,
  period: v.optional(Period, 'upcoming'),
})
export type GroupEventsQuery = v.InferOutput<typeof GroupEventsQuery>
