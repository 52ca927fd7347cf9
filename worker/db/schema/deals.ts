import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { DealId } from '#worker/contracts/ids.ts'
import { markUnversioned } from './versioned.ts'

export const deals = sqliteTable(
  'deals',
  {
    id: integer('id').$type<DealId>().primaryKey({ autoIncrement: true }),
    partner: text('partner').notNull(),
    title: text('title').notNull(),
    text: text('text').notNull(),
    link: text('link').notNull(),
    imagePath: text('image_path'),
    code: text('code'),
    startAt: integer('start_at').notNull(),
    endAt: integer('end_at').notNull(),
    placement: text('placement', { enum: ['home', 'discover', 'event'] }).notNull(),
    clicks: markUnversioned(integer('clicks').notNull().default(0)),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [index('deals_placement').on(table.placement, table.endAt)],
)
