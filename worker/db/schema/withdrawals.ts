import { sql } from 'drizzle-orm'
import { index, integer, text } from 'drizzle-orm/sqlite-core'
import type { UserId } from '#worker/contracts/ids.ts'
import { unversionedTable } from './versioned.ts'

/** Kinds of what a person took back or asked to be left out of: a restored backup takes it back again. */
export const withdrawalKinds = [
  'account',
  'marketing',
  'leaderboard',
  'rewards',
  'hype_faces',
  'digest',
  'discord',
  'notification',
  'calendar_feed',
  'picture',
  'opt_out',
] as const
export type WithdrawalKind = (typeof withdrawalKinds)[number]

/** Written by triggers, so that no way of taking something back is left out; refers to no row. */
export const withdrawals = unversionedTable(
  'withdrawals',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    kind: text('kind', { enum: withdrawalKinds }).notNull(),
    /** Null: of a public picture, or of a name or channel. */
    userId: integer('user_id').$type<UserId>(),
    /** Tells the person from another who got the same id after a restore. */
    userCreatedAt: integer('user_created_at'),
    /** The switch, the hash of the calendar's address, the picture, or the name or channel. */
    detail: text('detail'),
    at: integer('at').notNull(),
    /** When it was copied to the bucket. */
    storedAt: integer('stored_at'),
  },
  (table) => [
    index('withdrawals_waiting')
      .on(table.id)
      .where(sql`${table.storedAt} is null`),
    index('withdrawals_at').on(table.at),
  ],
)
