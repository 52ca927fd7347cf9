import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Category } from '#worker/contracts/enumerations.ts'
import type { ScheduleSourceId } from '#worker/contracts/ids.ts'
import type { ContentLanguage } from '#worker/contracts/locale.ts'
import type { ScheduleError } from '#worker/features/imports/schedules/contract.ts'
import { streamers, streamingAccounts } from './directory.ts'
import { events } from './events.ts'
import { users } from './accounts.ts'
import { unversionedTable } from './versioned.ts'
import { linkedId, notNullIndex, ownerId } from './parts.ts'

/** Schedules of a channel, imported as events in the owner's name. */
export const scheduleSources = unversionedTable(
  'schedule_sources',
  {
    id: integer('id').$type<ScheduleSourceId>().primaryKey({ autoIncrement: true }),
    userId: ownerId('user_id', () => users.id),
    streamerId: ownerId('streamer_id', () => streamers.id),
    accountId: ownerId('account_id', () => streamingAccounts.id),
    kind: text('kind', { enum: ['twitch_schedule', 'ical_url', 'ical_file'] }).notNull(),
    /** AES-GCM: addresses of private calendars are secret. */
    encryptedUrl: text('sealed_url'),
    category: text('category').$type<Category>().notNull(),
    language: text('language').$type<ContentLanguage>().notNull(),
    timezone: text('timezone').notNull(),
    createdAt: integer('created_at').notNull(),
    lastRunAt: integer('last_run_at'),
    lastError: text('last_error').$type<ScheduleError>(),
    failures: integer('failures').notNull().default(0),
    /** Null until the owner's first import. */
    nextRunAt: integer('next_run_at'),
  },
  (table) => [
    index('schedule_sources_user').on(table.userId),
    index('schedule_sources_streamer').on(table.streamerId),
    index('schedule_sources_account').on(table.accountId),
    notNullIndex('schedule_sources_due', table.nextRunAt),
    /** Files that a person imports for one channel share one source. */
    uniqueIndex('schedule_sources_file')
      .on(table.accountId, table.userId)
      .where(sql`${table.kind} = 'ical_file'`),
  ],
)

export const importedEvents = unversionedTable(
  'imported_events',
  {
    sourceId: ownerId('source_id', () => scheduleSources.id),
    /** The id in the source; recurring entries include their time. */
    uid: text('uid').notNull(),
    /** Null: the event was deleted and is not created again. */
    eventId: linkedId('event_id', () => events.id),
    /** Hash of the values last imported: another one means that a person changed the event. */
    fingerprint: text('fingerprint').notNull(),
    missingRuns: integer('missing_runs').notNull().default(0),
    missingSince: integer('missing_since'),
    /** `updated_at` of the event when the import took it off; another one: a person acted. */
    takenOffAt: integer('taken_off_at'),
  },
  (table) => [
    primaryKey({ columns: [table.sourceId, table.uid] }),
    index('imported_events_event').on(table.eventId),
  ],
)
