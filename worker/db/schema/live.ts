import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Platform } from '#worker/contracts/enumerations.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import { events } from './events.ts'

/** What is kept of a platform as a whole; one row each. */
export const platformStates = sqliteTable('platform_states', {
  platform: text('platform').$type<Platform>().primaryKey(),
  /** Our own token there, encrypted. */
  sealedToken: text('sealed_token'),
  tokenExpiresAt: integer('token_expires_at'),
  /** Channels are asked after no sooner. */
  nextPollAt: integer('next_poll_at').notNull().default(0),
  /** The day, in the platform's zone, that the units were spent on. */
  quotaDay: text('quota_day'),
  quotaUsed: integer('quota_used').notNull().default(0),
})

/** What the platform says of a channel, under the name that we have for it. */
export const channels = sqliteTable(
  'channels',
  {
    platform: text('platform').$type<Platform>().notNull(),
    /** As in `streaming_accounts`. */
    nameKey: text('name_key').notNull(),
    /** Stays when the name changes. */
    platformId: text('platform_id'),
    title: text('title'),
    /** The playlist of all its videos, where the platform has such. */
    uploadsId: text('uploads_id'),
    followers: integer('followers'),
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

/** What was seen of an event on one of its channels. */
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
    /** What was seen counts until then: polls may have stopped. */
    freshUntil: integer('fresh_until').notNull(),
    seenAt: integer('seen_at'),
    /** The last that was seen on air, from here to `viewers`. */
    streamId: text('stream_id'),
    title: text('title'),
    since: integer('since'),
    viewers: integer('viewers').notNull().default(0),
    vodUrl: text('vod_url'),
    /** The recording is looked for at this instant. */
    vodAt: integer('vod_at'),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.platform, table.nameKey] }),
    index('event_broadcasts_vod')
      .on(table.platform, table.vodAt)
      .where(sql`${table.vodAt} is not null`),
  ],
)
