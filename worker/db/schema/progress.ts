import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { UserId } from '#worker/contract.ts'
import { users } from './people.ts'

/**
 * The truth about XP: append-only, everything else is derived from it. `round` counts how often the
 * fact was undone, so that doing it again is a new entry while a double click is not.
 */
export const xpEntries = sqliteTable(
  'xp_entries',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: integer('user_id')
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    action: text('action').notNull(),
    subject: text('subject').notNull(),
    isReversal: integer('is_reversal', { mode: 'boolean' }).notNull().default(false),
    round: integer('round').notNull().default(0),
    points: integer('points').notNull(),
    reason: text('reason'),
    at: integer('at').notNull(),
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
  ],
)

export const trustEntries = sqliteTable(
  'trust_entries',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    userId: integer('user_id')
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    action: text('action').notNull(),
    subject: text('subject').notNull(),
    isReversal: integer('is_reversal', { mode: 'boolean' }).notNull().default(false),
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

/** Rules live in code as data; a row says that a member holds one. */
export const unlockedAchievements = sqliteTable(
  'unlocked_achievements',
  {
    userId: integer('user_id')
      .$type<UserId>()
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    achievement: text('achievement').notNull(),
    unlockedAt: integer('unlocked_at').notNull(),
    /** Null until `achievements/new` told the person. */
    seenAt: integer('seen_at'),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.achievement] }),
    index('unlocked_achievements_rule').on(table.achievement),
  ],
)

export const achievementRarity = sqliteTable('achievement_rarity', {
  achievement: text('achievement').primaryKey(),
  /** Members who hold it, per ten thousand. */
  share: integer('share').notNull(),
  computedAt: integer('computed_at').notNull(),
})
