import * as v from 'valibot'
import { Instant, PageQuery } from '#worker/contract.ts'

export const NotificationKind = v.picklist([
  'reminder',
  'event_changed',
  'event_cancelled',
  'new_event_followed',
  'proposal_decision',
  'level_up',
  'achievement',
])
export type NotificationKind = v.InferOutput<typeof NotificationKind>

export const Channel = v.picklist(['email', 'discord', 'in_app', 'push'])
export type Channel = v.InferOutput<typeof Channel>

export const NotificationView = v.object({
  id: v.number(),
  kind: NotificationKind,
  title: v.string(),
  text: v.string(),
  /** Unprefixed path on this site. */
  path: v.string(),
  at: Instant,
  is_read: v.boolean(),
})
export type NotificationView = v.InferOutput<typeof NotificationView>

export const NotificationsView = v.object({
  items: v.array(NotificationView),
  next_cursor: v.nullable(v.string()),
  unread_count: v.number(),
})
export type NotificationsView = v.InferOutput<typeof NotificationsView>

export const NotificationsQuery = v.object(PageQuery)
export type NotificationsQuery = v.InferOutput<typeof NotificationsQuery>

/** Without ids: everything. */
export const ReadInput = v.object({
  ids: v.optional(v.pipe(v.array(v.pipe(v.number(), v.integer())), v.maxLength(100))),
})
export type ReadInput = v.InferOutput<typeof ReadInput>
