import { sql, type Column, type SQL } from 'drizzle-orm'
import { index, integer, primaryKey, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { users } from './accounts.ts'
import { unversionedTable } from './versioned.ts'
import { flag, ownerId } from './parts.ts'

const quoted = (names: readonly string[]) => sql.raw(names.map((name) => `'${name}'`).join(', '))

/** Actions that tell of the use of the site. */
export const foldedUses = ['daily_visit', 'article_read'] as const
/** Actions of which reversed entries end too; those of events are part of the event. */
export const foldedUndoneActions = ['hype', 'follow', 'account_verified'] as const

type EntryColumns = Record<'action' | 'isReversal' | 'subject', Column>

/** In terms of the index `xp_entries_foldable`. */
export function isFoldableEntry({ action, isReversal, subject }: EntryColumns): SQL {
  return sql`(${isReversal} = 0 and ${action} in (${quoted(foldedUses)})
    or ${isReversal} = 1 and ${action} in (${quoted(foldedUndoneActions)})) and ${subject} <> 'total'`
}

/**
 * Append-only but for totals, which stand for old entries. `round` is the number of reversals: a
 * double click adds no second entry.
 */
export const xpEntries = unversionedTable(
  'xp_entries',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: ownerId('user_id', () => users.id),
    action: text('action').notNull(),
    subject: text('subject').notNull(),
    isReversal: flag('is_reversal'),
    round: integer('round').notNull().default(0),
    points: integer('points').notNull(),
    reason: text('reason'),
    at: integer('at').notNull(),
    facts: text('facts').notNull().default('{}'),
    /** A JSON array derived from the facts; counts by counter in a total. */
    traits: text('traits').notNull().default('[]'),
  },
  (table) => [
    uniqueIndex('xp_entries_once').on(
      table.userId,
      table.action,
      table.subject,
      table.isReversal,
      table.round,
    ),
    index('xp_entries_window').on(table.userId, table.action, table.at),
    index('xp_entries_at').on(table.at),
    index('xp_entries_foldable').on(table.at).where(isFoldableEntry(table)),
  ],
)

export const trustEntries = unversionedTable(
  'trust_entries',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: ownerId('user_id', () => users.id),
    action: text('action').notNull(),
    subject: text('subject').notNull(),
    isReversal: flag('is_reversal'),
    round: integer('round').notNull().default(0),
    delta: integer('delta').notNull(),
    at: integer('at').notNull(),
  },
  (table) => [
    uniqueIndex('trust_entries_once').on(
      table.userId,
      table.action,
      table.subject,
      table.isReversal,
      table.round,
    ),
  ],
)

/** Without a rowid, as those of progress and leaderboard: rows read together are stored together. */
export const unlockedAchievements = unversionedTable(
  'unlocked_achievements',
  {
    userId: ownerId('user_id', () => users.id),
    achievement: text('achievement').notNull(),
    unlockedAt: integer('unlocked_at').notNull(),
    /** Null until `achievements/new` announced it. */
    seenAt: integer('seen_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.achievement] }),
    index('unlocked_achievements_rule').on(table.achievement),
  ],
)

/** Kept by a trigger from the ledger's traits: how often each counter was raised. */
export const achievementProgress = unversionedTable(
  'achievement_progress',
  {
    userId: ownerId('user_id', () => users.id),
    counter: text('counter').notNull(),
    value: integer('value').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.counter] })],
)

/** Holders of each achievement, kept by triggers; `members` is the number of members. */
export const achievementHolderCounts = unversionedTable('achievement_holders', {
  achievement: text('achievement').primaryKey(),
  holders: integer('holders').notNull(),
})

export const achievementRules = unversionedTable('achievement_rules', {
  achievement: text('achievement').primaryKey(),
  afterUserId: integer('after_user_id').notNull().default(0),
  doneAt: integer('done_at'),
})

/**
 * Kept by triggers from the ledger. Periods: `all`, `month-2026-11`, `week-2026-11-23` (Monday,
 * UTC).
 */
export const leaderboardEntries = unversionedTable(
  'leaderboard_entries',
  {
    period: text('period').notNull(),
    userId: ownerId('user_id', () => users.id),
    xp: integer('xp').notNull(),
    isShown: integer('is_shown', { mode: 'boolean' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.period, table.userId] }),
    index('leaderboard_entries_rank')
      .on(table.period, sql`${table.xp} desc`, table.userId)
      .where(sql`${table.isShown} = 1 and ${table.xp} > 0`),
    index('leaderboard_entries_user').on(table.userId),
  ],
)

/** Histogram of XP, kept by triggers, in buckets of 2^scale: a rank is the sum of a few rows. */
export const leaderboardCounts = unversionedTable(
  'leaderboard_counts',
  {
    period: text('period').notNull(),
    scale: integer('scale').notNull(),
    bucket: integer('bucket').notNull(),
    members: integer('members').notNull(),
  },
  (table) => [primaryKey({ columns: [table.period, table.scale, table.bucket] })],
)
