import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Platform } from '#worker/contracts/enumerations.ts'
import { events, belongsToApprovedEvent } from './events.ts'
import { ddl } from './trigger-sql.ts'
import { declareVisibleRows, markUnversioned, unversionedTable } from './versioned.ts'
import { notNullIndex, ownerId } from './parts.ts'

export const platformStates = unversionedTable('platform_states', {
  platform: text('platform').$type<Platform>().primaryKey(),
  encryptedToken: text('sealed_token'),
  tokenExpiresAt: integer('token_expires_at'),
  nextPollAt: integer('next_poll_at').notNull().default(0),
  /** The day, in the platform's zone, of the quota used. */
  quotaDay: text('quota_day'),
  quotaUsed: integer('quota_used').notNull().default(0),
})

export const channels = unversionedTable(
  'channels',
  {
    platform: text('platform').$type<Platform>().notNull(),
    nameKey: text('name_key').notNull(),
    platformId: text('platform_id'),
    title: text('title'),
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
    eventId: ownerId('event_id', () => events.id),
    platform: text('platform').$type<Platform>().notNull(),
    nameKey: text('name_key').notNull(),
    isOnAir: integer('is_on_air', { mode: 'boolean' }).notNull(),
    polledAt: markUnversioned(integer('polled_at').notNull()),
    /** Polls may have stopped: the observation expires. */
    freshUntil: markUnversioned(integer('fresh_until').notNull()),
    seenAt: markUnversioned(integer('seen_at')),
    /** `stream_id` to `viewers`: the last observation on air. */
    streamId: text('stream_id'),
    title: text('title'),
    since: integer('since'),
    viewers: markUnversioned(integer('viewers').notNull().default(0)),
    vodUrl: text('vod_url'),
    vodAt: markUnversioned(integer('vod_at')),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.platform, table.nameKey] }),
    index('event_broadcasts_vod')
      .on(table.platform, table.vodAt)
      .where(sql`${table.vodAt} is not null`),
    index('event_broadcasts_observed')
      .on(table.polledAt)
      .where(sql`${table.title} is not null or ${table.viewers} > 0`),
  ],
)
// A row counts again after a pause of the polls, and from the first look after the start on.
declareVisibleRows(
  eventBroadcasts,
  belongsToApprovedEvent,
  (old, row) => ddl`${old.freshUntil} <= ${row.polledAt}
    OR EXISTS (SELECT 1 FROM ${events} WHERE ${events.id} = ${row.eventId}
      AND ${old.polledAt} < ${events.startAt} AND ${row.polledAt} >= ${events.startAt})`,
)

/** Copies of the pictures that platforms have of channels, games and announced videos. */
export const platformPictures = sqliteTable(
  'platform_pictures',
  {
    kind: text('kind', { enum: ['channel', 'game', 'event'] }).notNull(),
    platform: text('platform').$type<Platform>().notNull(),
    /** The channel's name key; the id of the game or the event. */
    subject: text('subject').notNull(),
    platformId: markUnversioned(text('platform_id')),
    /** Where the platform has the picture; null where it has none. */
    sourceUrl: markUnversioned(text('source_url')),
    path: text('path'),
    digest: markUnversioned(text('digest')),
    /** When the platform is asked for the address; channels are asked after daily anyway. */
    askAt: markUnversioned(integer('ask_at')),
    fetchAt: markUnversioned(integer('fetch_at')),
    checkedAt: markUnversioned(integer('checked_at')),
    failures: markUnversioned(integer('failures').notNull().default(0)),
    /** On request: nothing is copied again until it is allowed. */
    removedAt: markUnversioned(integer('removed_at')),
    removedBy: markUnversioned(text('removed_by', { enum: ['team', 'owner'] })),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.platform, table.subject] }),
    index('platform_pictures_ask')
      .on(table.kind, table.askAt)
      .where(sql`${table.askAt} is not null`),
    notNullIndex('platform_pictures_fetch', table.fetchAt),
    notNullIndex('platform_pictures_path', table.path),
  ],
)
declareVisibleRows(platformPictures, ({ path }) => `${path} IS NOT NULL`)
