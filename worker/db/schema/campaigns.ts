import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { CampaignId, UserId } from '#worker/contracts/ids.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import type {
  CampaignAudience,
  CampaignTexts,
} from '#worker/features/notifications/campaigns/contract.ts'

/** A marketing mail in up to three languages, and the progress of its fan-out. */
export const campaigns = sqliteTable(
  'campaigns',
  {
    id: integer('id').$type<CampaignId>().primaryKey({ autoIncrement: true }),
    /** Seen by administrators only. */
    name: text('name').notNull(),
    /** One that is `sending` with nothing left to send is shown as sent. */
    status: text('status', { enum: ['draft', 'sending', 'stopped'] }).notNull(),
    texts: text('texts', { mode: 'json' }).$type<CampaignTexts>().notNull(),
    /** Those with a subject and a text, as JSON. */
    languages: text('languages', { mode: 'json' }).$type<Locale[]>().notNull(),
    /** Readers of a language without a text get the English one. */
    fallsBackToEnglish: integer('falls_back_to_english', { mode: 'boolean' }).notNull(),
    audience: text('audience', { mode: 'json' }).$type<CampaignAudience>().notNull(),
    /** Incremented by each save, to detect conflicting saves. */
    revision: integer('revision').notNull().default(0),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    startedAt: integer('started_at'),
    /** The fan-out's cursor: the last processed member, in id order. */
    afterUserId: integer('after_user_id').$type<UserId | 0>().notNull().default(0),
    touchedAt: integer('touched_at').notNull().default(0),
    /** When the fan-out was complete. */
    writtenAt: integer('written_at'),
    /** Kept by triggers from deliveries. */
    recipients: integer('recipients').notNull().default(0),
    sent: integer('sent').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    skipped: integer('skipped').notNull().default(0),
    /** Recipients who stopped marketing mail by its link. */
    unsubscribed: integer('unsubscribed').notNull().default(0),
  },
  (table) => [
    index('campaigns_waiting')
      .on(table.touchedAt)
      .where(sql`${table.status} = 'sending' and ${table.writtenAt} is null`),
  ],
)
