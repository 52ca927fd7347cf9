import * as v from 'valibot'
import { Category } from '#worker/contracts/enumerations.ts'
import { GameId } from '#worker/contracts/ids.ts'
import { ContentLanguage } from '#worker/contracts/locale.ts'
import {
  adminPageQueryEntries,
  createAdminPageSchema,
  BooleanParam,
  pageQueryEntries,
  createPageSchema,
} from '#worker/contracts/pagination.ts'
import { singleLineText, text } from '#worker/contracts/text.ts'
import { Instant } from '#worker/contracts/time.ts'
import { EventStatus, NextDate, TimeCertainty } from '#worker/features/events/contract.ts'
import { PicturePath } from '#worker/features/media/uploads/contract.ts'

export const GroupSummary = v.object({
  id: v.number(),
  slug: v.string(),
  name: v.string(),
  thumbnail_path: v.string(),
  language_code: v.nullable(ContentLanguage),
  category: v.nullable(Category),
  game: v.nullable(v.object({ slug: v.string(), name: v.string() })),
  /** Events that are not over. */
  upcoming_events: v.number(),
  total_events: v.number(),
  next: v.nullable(NextDate),
})
export type GroupSummary = v.InferOutput<typeof GroupSummary>

export const GroupView = v.object({
  ...GroupSummary.entries,
  description: v.string(),
  /** Events that have not begun. */
  upcoming_dates: v.number(),
  followers: v.number(),
  venue: v.nullable(v.string()),
  website: v.nullable(v.string()),
})
export type GroupView = v.InferOutput<typeof GroupView>

export const GroupsQuery = v.object({ ...pageQueryEntries, q: v.optional(text(0, 100), '') })
export type GroupsQuery = v.InferOutput<typeof GroupsQuery>

export const GroupsPage = createPageSchema(GroupSummary)

export const Period = v.picklist(['upcoming', 'past', 'all'])
export type Period = v.InferOutput<typeof Period>

export const GroupEventsQuery = v.object({
  ...pageQueryEntries,
  period: v.optional(Period, 'upcoming'),
})
export type GroupEventsQuery = v.InferOutput<typeof GroupEventsQuery>

export const GroupInput = v.object({
  name: singleLineText(2, 120),
  description: text(0, 5000),
  /** Null: of no language in particular. */
  language_code: v.nullable(ContentLanguage),
  game_id: v.nullish(GameId),
  category: v.nullish(Category),
  thumbnail_path: v.nullish(PicturePath),
  venue: v.nullish(singleLineText(0, 200)),
})
export type GroupInput = v.InferOutput<typeof GroupInput>

export const AdminGroup = v.object({
  ...GroupView.entries,
  /** Null: one is drawn. */
  thumbnail_path: v.nullable(v.string()),
  picture_path: v.string(),
  game: v.nullable(v.object({ id: v.number(), slug: v.string(), name: v.string() })),
  /** Events of every status. */
  linked_events: v.number(),
  created_at: Instant,
})
export type AdminGroup = v.InferOutput<typeof AdminGroup>

export const GroupSort = v.picklist(['name', '-name', 'created', '-created', 'events', '-events'])
export type GroupSort = v.InferOutput<typeof GroupSort>

export const AdminGroupsQuery = v.object({
  ...adminPageQueryEntries,
  q: v.optional(text(0, 100), ''),
  sort: v.optional(GroupSort, 'name'),
})
export type AdminGroupsQuery = v.InferOutput<typeof AdminGroupsQuery>

export const AdminGroupsPage = createAdminPageSchema(AdminGroup)

export const GroupEvent = v.object({
  id: v.number(),
  slug: v.string(),
  name: v.string(),
  start: Instant,
  timezone: v.string(),
  time_certainty: TimeCertainty,
  status: EventStatus,
  channel_name: v.nullable(v.string()),
  group: v.nullable(v.object({ id: v.number(), name: v.string() })),
})
export type GroupEvent = v.InferOutput<typeof GroupEvent>

export const AdminGroupEventsQuery = v.object({
  ...adminPageQueryEntries,
  q: v.optional(text(0, 100), ''),
  /** Its own events, or those it does not have. */
  linked: v.optional(BooleanParam, 'true'),
})
export type AdminGroupEventsQuery = v.InferOutput<typeof AdminGroupEventsQuery>

export const AdminGroupEventsPage = createAdminPageSchema(GroupEvent)
