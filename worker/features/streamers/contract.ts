import * as v from 'valibot'
import { Language, PageQuery, pageOf, Platform, text } from '#worker/contract.ts'
import { Period } from '#worker/features/groups/contract.ts'

const StreamingAccountView = v.object({
  platform: Platform,
  name: v.string(),
  url: v.string(),
  is_verified: v.boolean(),
})

export const StreamerSummary = v.object({
  id: v.number(),
  display_name: v.string(),
  /** The handle: the first account's name. */
  name: v.string(),
  avatar_path: v.string(),
  language: v.nullable(Language),
  /** Members who follow the streamer here. */
  followers: v.number(),
  /** On the platforms, where a source gave a number. */
  platform_followers: v.nullable(v.number()),
  accounts: v.array(StreamingAccountView),
})
export type StreamerSummary = v.InferOutput<typeof StreamerSummary>

export const StreamerView = v.object({
  ...StreamerSummary.entries,
  is_featured: v.boolean(),
  upcoming_events: v.number(),
})
export type StreamerView = v.InferOutput<typeof StreamerView>

const StreamerSort = v.picklist(['followers', 'name', 'random'])

export const StreamersQuery = v.object({
  ...PageQuery,
  platform: v.optional(Platform),
  sort: v.optional(StreamerSort, 'followers'),
  /** Keeps a random order the same from page to page. */
  seed: v.optional(v.pipe(v.string(), v.regex(/^\d{1,9}$/), v.transform(Number)), '0'),
  q: v.optional(text(0, 100), ''),
})
export type StreamersQuery = v.InferOutput<typeof StreamersQuery>

export const StreamersPage = pageOf(StreamerSummary)
export const StreamerItems = v.object({ items: v.array(StreamerSummary) })

/** How many of a short list. */
export const StreamerItemsQuery = v.object({ limit: PageQuery.limit })

export const StreamerEventsQuery = v.object({
  ...PageQuery,
  period: v.optional(Period, 'upcoming'),
})
export type StreamerEventsQuery = v.InferOutput<typeof StreamerEventsQuery>
