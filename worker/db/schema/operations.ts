import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { ServedChannel } from '#worker/features/notifications/kinds.ts'

export const jobRuns = sqliteTable('job_runs', {
  job: text('job').primaryKey(),
  startedAt: integer('started_at').notNull(),
  state: text('state', { enum: ['idle', 'running', 'done', 'failed'] }).notNull(),
  /** The last run with work to do: its start, duration and error. */
  workedAt: integer('worked_at'),
  durationMs: integer('duration_ms'),
  error: text('error'),
})

/** Kept by triggers on deliveries, by hour of `next_at`; rows at zero are deleted. */
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
