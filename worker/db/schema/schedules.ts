import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Category } from '#worker/contracts/enumerations.ts'
import type {
  EventId,
  ScheduleSourceId,
  StreamerId,
  StreamingAccountId,
  UserId,
} from '#worker/contracts/ids.ts'
import type { Language } from '#worker/contracts/locale.ts'
import type { ScheduleError } from '#worker/features/imports/schedules/contract.ts'
import { streamers, streamingAccounts } from './catalogue.ts'
import { events } from './events.ts'
import { users } from './people.ts'

/** Where a channel's events are announced: they become events of ours in its owner's name. */
export const scheduleSources = sqliteTable(
  'schedule_sources',
  {
    id: integer('id').$type<ScheduleSourceId>().primaryKey({ autoIncrement: true }),
    /** Who answers for it: the streamer themselves, or a moderator. */
    userId: integer('user_id')
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    streamerId: integer('streamer_id')
      .$type<StreamerId>()
      .notNull()
      .references(() => streamers.id, { onDelete: 'cascade' }),
    /** The channel that its events are on. */
    accountId: integer('account_id')
      .$type<StreamingAccountId>()
      .notNull()
      .references(() => streamingAccounts.id, { onDelete: 'cascade' }),
    kind: text('kind', { enum: ['twitch_schedule', 'ical_url', 'ical_file'] }).notNull(),
    /** AES-GCM: private calendars have secret addresses. */
    sealedUrl: text('sealed_url'),
    category: text('category').$type<Category>().notNull(),
    language: text('language').$type<Language>().notNull(),
    /** Of what has none of its own. */
    timezone: text('timezone').notNull(),
    createdAt: integer('created_at').notNull(),
    lastRunAt: integer('last_run_at'),
    lastError: text('last_error').$type<ScheduleError>(),
    failures: integer('failures').notNull().default(0),
    /** Null until its owner imported from it once. */
    nextRunAt: integer('next_run_at'),
  },
  (table) => [
    index('schedule_sources_user').on(table.userId),
    index('schedule_sources_streamer').on(table.streamerId),
    index('schedule_sources_account').on(table.accountId),
    index('schedule_sources_due')
      .on(table.nextRunAt)
      .where(sql`${table.nextRunAt} is not null`),
    /** Files that a person reads for one channel follow one another. */
    uniqueIndex('schedule_sources_file')
      .on(table.accountId, table.userId)
      .where(sql`${table.kind} = 'ical_file'`),
  ],
)

/** Which entry of a source became which event. */
export const importedEvents = sqliteTable(
  'imported_events',
  {
    sourceId: integer('source_id')
      .$type<ScheduleSourceId>()
      .notNull()
      .references(() => scheduleSources.id, { onDelete: 'cascade' }),
    /** As the source names it; of one that recurs, with its own time. */
    uid: text('uid').notNull(),
    /** Null once the event was deleted: it is not made again. */
    eventId: integer('event_id')
      .$type<EventId>()
      .references(() => events.id, { onDelete: 'set null' }),
    /** Of the facts that the import wrote last: an event with others was changed by somebody. */
    fingerprint: text('fingerprint').notNull(),
    /** Runs in a row that no longer found it. */
    missingRuns: integer('missing_runs').notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.sourceId, table.uid] }),
    index('imported_events_event').on(table.eventId),
  ],
)
