import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { ServedChannel } from '#worker/features/notifications/kinds.ts'

/** The last run of each job, and the last one that had something to do. */
export const jobRuns = sqliteTable('job_runs', {
  job: text('job').primaryKey(),
  startedAt: integer('started_at').notNull(),
  state: text('state', { enum: ['idle', 'running', 'done', 'failed'] }).notNull(),
  /** When the last run began that had something to do; how long it took and why it failed. */
  workedAt: integer('worked_at'),
  durationMs: integer('duration_ms'),
  error: text('error'),
})

/**
 * How many deliveries are in which state, by the hour of `next_at`: when they are due, or when they
 * ended. Kept by triggers on deliveries; no row stands at zero.
 */
export const deliveryCounts = sqliteTable(
  'delivery_counts',
  {
    state: text('state', {
      enum: ['due', 'failed', 'sent', 'stopped', 'dead', 'unknown'],
    }).notNull(),
    /** Hours since 1970. */
    hour: integer('hour').notNull(),
    channel: text('channel').$type<ServedChannel>().notNull(),
    count: integer('count').notNull(),
  },
  (table) => [primaryKey({ columns: [table.state, table.hour, table.channel] })],
)
