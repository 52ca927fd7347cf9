import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Category, Platform } from '#worker/contracts/enumerations.ts'
import type {
  GameId,
  GroupId,
  StreamerId,
  StreamingAccountId,
  UserId,
} from '#worker/contracts/ids.ts'
import type { ContentLanguage } from '#worker/contracts/locale.ts'
import { users } from './accounts.ts'
import { markUnversioned, unversionedTable } from './versioned.ts'
import { flag, linkedId, notNullIndex, ownerId } from './parts.ts'

export const games = sqliteTable(
  'games',
  {
    id: integer('id').$type<GameId>().primaryKey({ autoIncrement: true }),
    slug: text('slug').notNull().unique(),
    name: text('name').notNull(),
    nameKey: text('name_key').notNull().unique(),
    description: text('description').notNull().default(''),
    thumbnailPath: text('thumbnail_path'),
    followCount: markUnversioned(integer('follow_count').notNull().default(0)),
    /** False for a category of a platform, such as Just Chatting: lists of games leave it out. */
    isGame: flag('is_game', true),
    source: markUnversioned(text('source')),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [index('games_popularity').on(sql`${table.followCount} desc`, table.id)],
)

export const streamers = sqliteTable(
  'streamers',
  {
    id: integer('id').$type<StreamerId>().primaryKey({ autoIncrement: true }),
    displayName: text('display_name').notNull(),
    nameKey: text('name_key').notNull(),
    /** Equal for names that look alike; null until the hourly job has read the name. */
    nameSkeleton: markUnversioned(text('name_skeleton')),
    /** Speaks for the site, or wears a check mark; as the same job found it. */
    isNameReserved: markUnversioned(flag('is_name_reserved')),
    language: text('language').$type<ContentLanguage>(),
    avatarPath: text('avatar_path'),
    bannerPath: text('banner_path'),
    bio: text('bio'),
    links: text('links', { mode: 'json' })
      .$type<string[]>()
      .notNull()
      .default(sql`'[]'`),
    platformFollowers: integer('followers'),
    /** Followers on Hypecal, kept by triggers. */
    followCount: markUnversioned(integer('follow_count').notNull().default(0)),
    featuredAt: integer('featured_at'),
    userId: integer('user_id')
      .$type<UserId>()
      .unique()
      .references(() => users.id, { onDelete: 'set null' }),
    source: markUnversioned(text('source')),
    /** Asked not to be listed; triggers take what is more than a name, and the channels' data. */
    unlistedAt: integer('unlisted_at'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('streamers_name').on(table.nameKey),
    index('streamers_skeleton').on(table.nameSkeleton),
    index('streamers_popularity').on(
      sql`${table.followCount} desc`,
      sql`${table.platformFollowers} desc`,
      table.id,
    ),
    /** A stable pseudo-random order: random selections start anywhere in it. */
    index('streamers_shuffled').on(sql`(${table.id} * 2654435761) % 4294967296`),
    index('streamers_featured')
      .on(sql`${table.featuredAt} desc`)
      .where(sql`${table.featuredAt} is not null`),
    notNullIndex('streamers_avatar', table.avatarPath),
    notNullIndex('streamers_banner', table.bannerPath),
  ],
)

export const streamingAccounts = sqliteTable(
  'streaming_accounts',
  {
    id: integer('id').$type<StreamingAccountId>().primaryKey({ autoIncrement: true }),
    streamerId: ownerId('streamer_id', () => streamers.id),
    platform: text('platform').$type<Platform>().notNull(),
    name: text('name').notNull(),
    /** In lower case, without a leading @. */
    nameKey: text('name_key').notNull(),
    verifiedAt: integer('verified_at'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('streaming_accounts_platform_name').on(table.platform, table.nameKey),
    index('streaming_accounts_streamer').on(table.streamerId),
  ],
)

export const eventGroups = sqliteTable('event_groups', {
  id: integer('id').$type<GroupId>().primaryKey({ autoIncrement: true }),
  slug: text('slug').notNull().unique(),
  name: text('name').notNull(),
  nameKey: text('name_key').notNull().unique(),
  description: text('description').notNull().default(''),
  languageCode: text('language_code').$type<ContentLanguage>(),
  gameId: linkedId('game_id', () => games.id),
  category: text('category').$type<Category>(),
  thumbnailPath: text('thumbnail_path'),
  venue: text('venue'),
  website: text('website'),
  /** Kept by triggers. */
  followCount: markUnversioned(integer('follow_count').notNull().default(0)),
  /** Approved events; kept by triggers. */
  eventCount: markUnversioned(integer('event_count').notNull().default(0)),
  source: markUnversioned(text('source')),
  createdAt: integer('created_at').notNull(),
})

export const streamerFollows = unversionedTable(
  'streamer_follows',
  {
    userId: ownerId('user_id', () => users.id),
    streamerId: ownerId('streamer_id', () => streamers.id),
    isNotified: flag('is_notified', true),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.streamerId, table.userId] }),
    index('streamer_follows_user').on(table.userId, table.streamerId),
    index('streamer_follows_latest').on(table.streamerId, table.createdAt, table.userId),
    index('streamer_follows_created').on(table.createdAt, table.streamerId),
  ],
)

export const gameFollows = unversionedTable(
  'game_follows',
  {
    userId: ownerId('user_id', () => users.id),
    gameId: ownerId('game_id', () => games.id),
    isNotified: flag('is_notified', true),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.gameId, table.userId] }),
    index('game_follows_user').on(table.userId, table.gameId),
    index('game_follows_latest').on(table.gameId, table.createdAt, table.userId),
  ],
)

export const groupFollows = unversionedTable(
  'group_follows',
  {
    userId: ownerId('user_id', () => users.id),
    groupId: ownerId('group_id', () => eventGroups.id),
    isNotified: flag('is_notified', true),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.groupId, table.userId] }),
    index('group_follows_user').on(table.userId, table.groupId),
  ],
)

export const mergeRedirects = sqliteTable(
  'merged_addresses',
  {
    kind: text('kind', { enum: ['game', 'streamer'] }).notNull(),
    /** The game's slug or the streamer's id. */
    address: text('address').notNull(),
    intoId: integer('into_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.address] }),
    index('merged_addresses_into').on(table.kind, table.intoId),
  ],
)
