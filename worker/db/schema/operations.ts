import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { IncidentId } from '#worker/contracts/ids.ts'
import type { DeliveryChannel, DeliveryKind } from '#worker/features/notifications/kinds.ts'
import type { IncidentKind, IncidentNote } from '#worker/features/operations/incidents/contract.ts'
import type {
  SecurityEventDetail,
  SecurityEventKind,
} from '#worker/features/operations/security-log/contract.ts'
import { users } from './accounts.ts'
import { unversionedTable } from './versioned.ts'
import { linkedId } from './parts.ts'

/** Hourly counters, because the limiter of the edge counts per location. */
export const rateLimitCounters = unversionedTable(
  'attempts',
  {
    subject: text('subject').notNull(),
    hour: integer('hour').notNull(),
    count: integer('count').notNull().default(0),
    lastAt: integer('last_at'),
  },
  (table) => [primaryKey({ columns: [table.subject, table.hour] })],
)

export const jobRuns = unversionedTable('job_runs', {
  job: text('job').primaryKey(),
  startedAt: integer('started_at').notNull(),
  state: text('state', { enum: ['idle', 'running', 'done', 'failed'] }).notNull(),
  /** The last run with work to do: its start, duration and error. */
  workedAt: integer('worked_at'),
  durationMs: integer('duration_ms'),
  error: text('error'),
})

/**
 * One row, whose text triggers replace with every change of what public responses show; counts of
 * hypes and follows may lag.
 */
export const contentVersion = unversionedTable('content_version', {
  id: integer('id').primaryKey(),
  version: text('version').notNull(),
})

/** One row, written by its migration and kept by backups: names given out to others end with it. */
export const installation = unversionedTable('installation', {
  id: integer('id').primaryKey(),
  identifier: text('identifier').notNull(),
})

/** Kept by triggers on deliveries, by hour of `next_at`; rows at zero are deleted. */
export const deliveryCounts = unversionedTable(
  'delivery_counts',
  {
    /** `late` ones are among those sent, too. */
    state: text('state', {
      enum: ['due', 'failed', 'sent', 'late', 'stopped', 'dead', 'unknown'],
    }).notNull(),
    /** Hours since 1970. */
    hour: integer('hour').notNull(),
    channel: text('channel').$type<DeliveryChannel>().notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.state, table.hour, table.channel] })],
)

/** Kept by a trigger on deliveries: how late those promised for a day were; no person is named. */
export const deliveryLateness = unversionedTable(
  'delivery_lateness',
  {
    /** Days since 1970, by UTC. */
    day: integer('day').notNull(),
    channel: text('channel').$type<DeliveryChannel>().notNull(),
    kind: text('kind').$type<DeliveryKind>().notNull(),
    /** Hours before the start of a reminder; 0 for other kinds. */
    mark: integer('mark').notNull(),
    /** 0: of all events, and of none. */
    eventId: integer('event_id').notNull(),
    /** Numbers of deliveries by `latenessBounds`, unknown and failed. */
    counts: text('counts', { mode: 'json' }).$type<number[]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.eventId, table.day, table.channel, table.kind, table.mark] }),
  ],
)

/** Sent only with functional consent; contains no personal data. */
export const clientErrors = unversionedTable(
  'client_errors',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    message: text('message').notNull(),
    stack: text('stack'),
    route: text('route').notNull(),
    build: text('build').notNull(),
    at: integer('at').notNull(),
  },
  (table) => [index('client_errors_at').on(table.at)],
)

export const clientEventCounts = unversionedTable('client_event_counts', {
  /** Name and day: `name:YYYY-MM-DD`. */
  key: text('key').primaryKey(),
  count: integer('count').notNull().default(0),
})

/** Cache tags whose purge failed; the minutely job retries them. */
export const pendingCachePurges = unversionedTable('stale_tags', {
  tag: text('tag').primaryKey(),
  since: integer('since').notNull(),
})

/** Security events of accounts, for administrators: codes and ids, no text of a person. */
export const securityEvents = unversionedTable(
  'security_events',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    at: integer('at').notNull(),
    kind: text('kind').$type<SecurityEventKind>().notNull(),
    detail: text('detail').$type<SecurityEventDetail>(),
    userId: linkedId('user_id', () => users.id),
    /** A keyed hash of the client's network. */
    network: text('network'),
  },
  (table) => [
    index('security_events_at').on(table.at),
    index('security_events_user').on(table.userId),
    index('security_events_kind').on(table.kind),
    index('security_events_network').on(table.network),
  ],
)

/** Told to everybody, from an alert's rise to its end; an operator may add a sentence. */
export const incidents = sqliteTable(
  'incidents',
  {
    id: integer('id').$type<IncidentId>().primaryKey({ autoIncrement: true }),
    kind: text('kind').$type<IncidentKind>().notNull(),
    openedAt: integer('opened_at').notNull(),
    closedAt: integer('closed_at'),
    note: text('note', { mode: 'json' }).$type<IncidentNote>(),
  },
  (table) => [
    uniqueIndex('incidents_open')
      .on(table.kind)
      .where(sql`${table.closedAt} is null`),
    index('incidents_closed').on(table.closedAt),
  ],
)

/** Open alerts; a row goes when its cause is gone. */
export const alerts = unversionedTable('alerts', {
  name: text('name').primaryKey(),
  text: text('text').notNull(),
  raisedAt: integer('raised_at').notNull(),
  notifiedAt: integer('notified_at'),
})
