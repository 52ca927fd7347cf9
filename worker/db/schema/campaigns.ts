import { sql } from 'drizzle-orm'
import { index, integer, text } from 'drizzle-orm/sqlite-core'
import type { CampaignId, UserId } from '#worker/contracts/ids.ts'
import type { AcceptedLocale } from '#worker/contracts/locale.ts'
import type {
  CampaignAudience,
  CampaignPurpose,
  CampaignTexts,
} from '#worker/features/notifications/campaigns/contract.ts'
import { unversionedTable } from './versioned.ts'

export const campaigns = unversionedTable(
  'campaigns',
  {
    id: integer('id').$type<CampaignId>().primaryKey({ autoIncrement: true }),
    name: text('name').notNull(),
    /** `sending` with nothing left to send is shown as sent. */
    status: text('status', { enum: ['draft', 'sending', 'stopped'] }).notNull(),
    texts: text('texts', { mode: 'json' }).$type<CampaignTexts>().notNull(),
    languages: text('languages', { mode: 'json' }).$type<AcceptedLocale[]>().notNull(),
    /** Otherwise readers of a missing language get no mail. */
    fallsBackToEnglish: integer('falls_back_to_english', { mode: 'boolean' }).notNull(),
    audience: text('audience', { mode: 'json' }).$type<CampaignAudience>().notNull(),
    /** Subject matter of an announcement to every member; null: news for members who consent to marketing. */
    purpose: text('purpose').$type<CampaignPurpose>(),
    /** The day, as `2026-12-24`, from which what is announced holds. */
    appliesOn: text('applies_on'),
    revision: integer('revision').notNull().default(0),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    startedAt: integer('started_at'),
    afterUserId: integer('after_user_id').$type<UserId | 0>().notNull().default(0),
    touchedAt: integer('touched_at').notNull().default(0),
    writtenAt: integer('written_at'),
    recipients: integer('recipients').notNull().default(0),
    sent: integer('sent').notNull().default(0),
    failed: integer('failed').notNull().default(0),
    skipped: integer('skipped').notNull().default(0),
    unsubscribed: integer('unsubscribed').notNull().default(0),
  },
  (table) => [
    index('campaigns_waiting')
      .on(table.touchedAt)
      .where(sql`${table.status} = 'sending' and ${table.writtenAt} is null`),
  ],
)
