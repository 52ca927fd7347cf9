import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Platform } from '#worker/contracts/enumerations.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import { events } from './events.ts'

export const platformStates = sqliteTable('platform_states', {
  platform: text('platform').$type<Platform>().primaryKey(),
  encryptedToken: text('sealed_token'),
  tokenExpiresAt: integer('token_expires_at'),
  nextPollAt: integer('next_poll_at').notNull().default(0),
  /** The day, in the platform's zone, of the quota used. */
  quotaDay: text('quota_day'),
  quotaUsed: integer('quota_used').notNull().default(0),
})

export const channels = sqliteTable(
  'channels',
  {
    platform: text('platform').$type<Platform>().notNull(),
    nameKey: text('name_key').notNull(),
    platformId: text('platform_id'),
    title: text('title'),
    /** The playlist of all its videos, where the platform has one. */
    uploadsId: text('uploads_id'),
    platformFollowers: integer('followers'),
    checkedAt: integer('checked_at').notNull(),
    problem: text('problem', { enum: ['unknown', 'renamed'] }),
    newName: text('new_name'),
    noticedAt: integer('noticed_at'),
  },
  (table) => [
    primaryKey({ columns: [table.platform, table.nameKey] }),
    index('channels_problem')
      .on(table.platform, table.nameKey)
      .where(sql`${table.problem} is not null`),
  ],
)

export const eventBroadcasts = sqliteTable(
  'event_broadcasts',
  {
    eventId: integer('event_id')
      .$type<EventId>()
      .notNull()
      .references(() => events.id, { onDelete: 'cascade' }),
    platform: text('platform').$type<Platform>().notNull(),
    nameKey: text('name_key').notNull(),
    isOnAir: integer('is_on_air', { mode: 'boolean' }).notNull(),
    polledAt: integer('polled_at').notNull(),
    /** Polls may have stopped: the observation expires. */
    freshUntil: integer('fresh_until').notNull(),
    seenAt: integer('seen_at'),
    /** `stream_id` to `viewers`: the last observation on air. */
    streamId: text('stream_id'),
    title: text('title'),
    since: integer('since'),
    viewers: integer('viewers').notNull().default(0),
    vodUrl: text('vod_url'),
    /** When the recording is looked up. */
    vodAt: integer('vod_at'),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.platform, table.nameKey] }),
    index('event_broadcasts_vod')
      .on(table.platform, table.vodAt)
      .where(sql`${table.vodAt} is not null`),
  ],
)
