import { sql } from 'drizzle-orm'
import { index, integer, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Platform } from '#worker/contracts/enumerations.ts'
import type { OptOutId } from '#worker/contracts/ids.ts'
import { unversionedTable } from './versioned.ts'

/** Channels and names of people who asked not to be listed; outlives their rows elsewhere. */
export const optOuts = unversionedTable(
  'opt_outs',
  {
    id: integer('id').$type<OptOutId>().primaryKey({ autoIncrement: true }),
    /** Empty: a name that stood among the participants of events. */
    platform: text('platform').$type<Platform | ''>().notNull(),
    /** Key of a channel by `accountKey`, of a name by `toNameKey`. */
    nameKey: text('name_key').notNull(),
    /** Finds the channel under another name. */
    platformId: text('platform_id'),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('opt_outs_key').on(table.platform, table.nameKey),
    index('opt_outs_platform_id')
      .on(table.platform, table.platformId)
      .where(sql`${table.platformId} is not null`),
  ],
)
