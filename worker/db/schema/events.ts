import { sql } from 'drizzle-orm'
import {
  type AnySQLiteColumn,
  uniqueIndex,
  index,
  sqliteTable,
  primaryKey,
  integer,
  check,
  text,
} from 'drizzle-orm/sqlite-core'
import type { Category, Platform } from '#worker/contracts/enumerations.ts'
import type { EventId, CalendarFeedId } from '#worker/contracts/ids.ts'
import type { ContentLanguage } from '#worker/contracts/locale.ts'
import { eventGroups, games, streamers } from './directory.ts'
import { users } from './accounts.ts'
import { ddl } from './trigger-sql.ts'
import { declareVisibleRows, markUnversioned, unversionedTable } from './versioned.ts'
import { flag, linkedId, notNullIndex, ownerId } from './parts.ts'

type ReviewColumn = 'proposerId' | 'createdAt' | 'status' | 'reviewedAt'

/** For the limits of a member, and for events that no moderator has seen. */
function reviewIndexes(table: Record<ReviewColumn, AnySQLiteColumn>) {
  const { proposerId, createdAt, status, reviewedAt } = table
  return [
    index('events_proposer_created').on(proposerId, createdAt),
    index('events_proposer_pending')
      .on(proposerId)
      .where(sql`${status} = 'pending'`),
    index('events_unreviewed')
      .on(createdAt)
      .where(sql`${status} = 'approved' and ${reviewedAt} is null`),
  ]
}

export const events = sqliteTable(
  'events',
  {
    id: integer('id').$type<EventId>().primaryKey({ autoIncrement: true }),
    slug: text('slug').notNull().unique(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    startAt: integer('start_at').notNull(),
    endAt: integer('end_at').notNull(),
    timezone: text('timezone').notNull(),
    timeCertainty: text('time_certainty', { enum: ['exact', 'date_only', 'tba'] }).notNull(),
    status: text('status', { enum: ['pending', 'approved', 'rejected', 'disabled'] }).notNull(),
    approveAt: markUnversioned(integer('approve_at')),
    approvedAt: integer('approved_at'),
    /** By a moderator, before or after it was published. */
    reviewedAt: integer('reviewed_at'),
    cancelledAt: integer('cancelled_at'),
    cancelReason: text('cancel_reason'),
    /** By its proposer, while it was pending; its status is then `disabled`. */
    withdrawnAt: markUnversioned(integer('withdrawn_at')),
    previousStartAt: integer('previous_start_at'),
    language: text('language').$type<ContentLanguage>().notNull(),
    platform: text('platform').$type<Platform>().notNull(),
    streamingAccountName: text('streaming_account_name'),
    gameId: linkedId('game_id', () => games.id),
    category: text('category').$type<Category>().notNull(),
    groupId: linkedId('group_id', () => eventGroups.id),
    seriesId: text('series_id'),
    /** From the name, by `normalizeSeriesName`: equal for the dates of one series of a group. */
    seriesName: markUnversioned(text('series_name').notNull()),
    seriesKey: text('series_key').generatedAlwaysAs(
      sql`coalesce('s:' || series_id, 'g' || group_id || ':' || series_name)`,
      { mode: 'stored' },
    ),
    /** The first date of a weekly proposal, whose decisions the later ones share. */
    firstDateId: markUnversioned(
      integer('first_date_id')
        .$type<EventId>()
        .references((): AnySQLiteColumn => events.id, { onDelete: 'set null' }),
    ),
    thumbnailPath: text('thumbnail_path'),
    proofUrl: text('proof_url').notNull(),
    additionalInfo: text('additional_info'),
    /** Payer of the proposer for this event. */
    paidBy: text('paid_by'),
    /** For moderators; no one else but the proposer reads it. */
    moderatorNote: markUnversioned(text('moderator_note')),
    /** Kept by triggers on hypes. */
    hypeCount: markUnversioned(integer('hype_count').notNull().default(0)),
    /** Null for imports and deleted members. */
    proposerId: linkedId('proposer_id', () => users.id),
    rejectionCode: markUnversioned(text('rejection_code')),
    rejectionReason: markUnversioned(text('rejection_reason')),
    duplicateOfId: markUnversioned(
      integer('duplicate_of_id')
        .$type<EventId>()
        .references((): AnySQLiteColumn => events.id, { onDelete: 'set null' }),
    ),
    /** Identifies the row of an imported file, so that a repeated import updates it. */
    importKey: markUnversioned(text('import_key').unique()),
    source: markUnversioned(text('source')),
    /** The browser's id of a draft: a proposal sent twice is stored once. */
    draftKey: markUnversioned(text('draft_key')),
    createdAt: integer('created_at').notNull(),
    updatedAt: markUnversioned(integer('updated_at').notNull()),
  },
  (table) => [
    // Covers the filters of lists, so that skipped rows are not read.
    index('events_start').on(
      table.status,
      table.startAt,
      table.id,
      table.endAt,
      table.cancelledAt,
      table.approvedAt,
      table.hypeCount,
      table.groupId,
      table.gameId,
      table.category,
      table.language,
      table.platform,
      table.timeCertainty,
    ),
    /** Events that can still be live although they began more than a day ago. */
    index('events_long')
      .on(table.status, table.startAt, table.id, table.endAt, table.cancelledAt)
      .where(sql`${table.endAt} - ${table.startAt} > 86400000`),
    index('events_hype').on(
      table.status,
      sql`${table.hypeCount} desc`,
      sql`${table.id} desc`,
      table.endAt,
      table.cancelledAt,
    ),
    index('events_newest').on(table.status, sql`${table.approvedAt} desc`, sql`${table.id} desc`),
    index('events_created').on(table.status, table.createdAt, table.id),
    notNullIndex('events_approve_at', table.approveAt),
    ...(['group', 'game', 'category'] as const).map((part) => {
      const column = { group: table.groupId, game: table.gameId, category: table.category }[part]
      const { status, startAt, id, endAt, cancelledAt } = table
      return index(`events_${part}`).on(column, status, startAt, id, endAt, cancelledAt)
    }),
    index('events_series').on(table.seriesKey, table.status, table.startAt, table.id),
    index('events_channel').on(
      table.platform,
      sql`lower(${table.streamingAccountName})`,
      table.startAt,
    ),
    index('events_proposer').on(table.proposerId, table.startAt),
    ...reviewIndexes(table),
    uniqueIndex('events_draft').on(table.proposerId, table.draftKey),
    notNullIndex('events_duplicate_of', table.duplicateOfId),
    notNullIndex('events_first_date', table.firstDateId),
    notNullIndex('events_thumbnail', table.thumbnailPath),
    index('events_moderator_note')
      .on(table.endAt)
      .where(sql`${table.moderatorNote} is not null`),
    check('events_end_after_start', sql`${table.endAt} > ${table.startAt}`),
  ],
)
declareVisibleRows(events, ({ status }) => `${status} = 'approved'`)

export function belongsToApprovedEvent({ eventId }: { eventId: string }): string {
  return ddl`EXISTS (SELECT 1 FROM ${events} WHERE ${events.id} = ${eventId} AND ${events.status} = 'approved')`
}

export const eventParticipants = sqliteTable(
  'event_participants',
  {
    eventId: ownerId('event_id', () => events.id),
    position: integer('position').notNull(),
    streamerId: linkedId('streamer_id', () => streamers.id),
    displayName: text('display_name').notNull(),
    platform: text('platform').$type<Platform>(),
    account: text('account'),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.position] }),
    index('event_participants_streamer').on(table.streamerId),
  ],
)
declareVisibleRows(eventParticipants, belongsToApprovedEvent)

/**
 * A streamer's answer to being named as a participant. Triggers take who removed themselves off the
 * event, whoever names them again: by their entry, by a verified channel, or by the name they had. A row
 * of its own outlives edits, imports and merges. A channel that is not verified answers for nobody.
 */
export const participationAnswers = sqliteTable(
  'participation_answers',
  {
    eventId: ownerId('event_id', () => events.id),
    streamerId: ownerId('streamer_id', () => streamers.id),
    answer: text('answer', { enum: ['confirmed', 'removed'] }).notNull(),
    answeredAt: integer('answered_at').notNull(),
    /** Kept as the event named them: who comes back stands there like before. */
    displayName: text('display_name').notNull(),
    platform: text('platform').$type<Platform>(),
    account: text('account'),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.streamerId] }),
    index('participation_answers_streamer').on(table.streamerId),
  ],
)
declareVisibleRows(participationAnswers, belongsToApprovedEvent)

export const eventChannels = sqliteTable(
  'event_channels',
  {
    eventId: ownerId('event_id', () => events.id),
    position: integer('position').notNull(),
    platform: text('platform').$type<Platform>().notNull(),
    account: text('account').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.position] }),
    index('event_channels_account').on(table.platform, sql`lower(${table.account})`),
  ],
)
declareVisibleRows(eventChannels, belongsToApprovedEvent)

export const hypes = unversionedTable(
  'hypes',
  {
    eventId: ownerId('event_id', () => events.id),
    userId: ownerId('user_id', () => users.id),
    createdAt: integer('created_at').notNull(),
    /** Kept by triggers, so that the event page reads five rows of a partial index. */
    isShown: flag('is_shown'),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.userId] }),
    index('hypes_user').on(table.userId, table.createdAt),
    index('hypes_shown')
      .on(table.eventId, table.createdAt, table.userId)
      .where(sql`${table.isShown} = 1`),
  ],
)

/** Private: anyone with the address can read the calendar until it is revoked. */
export const calendarFeeds = unversionedTable(
  'calendar_feeds',
  {
    id: integer('id').$type<CalendarFeedId>().primaryKey({ autoIncrement: true }),
    userId: ownerId('user_id', () => users.id),
    /** SHA-256 of the token in the address. */
    tokenHash: text('token_hash').notNull().unique(),
    /** AES-GCM, so that the address can be shown again. */
    token: text('token').notNull(),
    scope: text('scope', { enum: ['hyped', 'followed', 'both'] }).notNull(),
    createdAt: integer('created_at').notNull(),
    /** Rounded to the hour. */
    lastUsedAt: integer('last_used_at'),
  },
  (table) => [index('calendar_feeds_user').on(table.userId)],
)
