import { sql } from 'drizzle-orm'
import { write, type Ctx, type System } from '#worker/context.ts'
import type { CampaignId, DeliveryId } from '#worker/contracts/ids.ts'
import { rows } from '#worker/db/client.ts'
import { campaignLanguage, consentsToMarketing, isInAudience } from './recipients.ts'
import { sendIds } from '#worker/features/notifications/outbox/notify.ts'
import type { QueueMessage } from '#worker/queue-messages.ts'

/**
 * Members per queue message. The next page is queued behind the mails of this one, so that other
 * messages never wait for more than one page.
 */
export const campaignPageSize = 200

/** Starts the fan-out; the minute job picks up a lost message. */
export async function queueCampaign(ctx: Ctx, campaignId: CampaignId): Promise<void> {
  try {
    await ctx.send([{ type: 'fan_out_campaign', campaignId }])
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'not queued'
    console.error(JSON.stringify({ campaign: campaignId, error: reason }))
  }
}

/**
 * Writes a campaign to the outbox for one page of consenting members, and queues the next page. The
 * row holds the cursor, so that messages may be repeated, late or lost.
 */
export async function fanOutCampaign(
  ctx: Ctx<System>,
  { campaignId }: Extract<QueueMessage, { type: 'fan_out_campaign' }>,
): Promise<void> {
  const { db, now } = ctx
  const page = sql`select u.id from campaigns c cross join users u indexed by users_marketing
    where c.id = ${campaignId} and c.status = 'sending' and c.written_at is null
      and u.id > c.after_user_id and ${consentsToMarketing} order by u.id limit ${campaignPageSize}`
  const [queued, [reached]] = await write(ctx, [
    rows<{ id: DeliveryId }>(
      db,
      sql`insert into deliveries
          (key, user_id, channel, kind, payload, status, next_at, created_at)
        select 'campaign:' || c.id, u.id, 'email', 'campaign',
          json_object('campaign', c.id, 'language', ${campaignLanguage}), 'pending', ${now}, ${now}
        from campaigns c cross join users u
        where c.id = ${campaignId} and u.id in (${page}) and ${isInAudience}
          and ${campaignLanguage} is not null
        on conflict do nothing returning id`,
    ),
    rows<{ writtenAt: number | null }>(
      db,
      sql`update campaigns set touched_at = ${now},
          after_user_id = max(after_user_id, coalesce(page.last, 0)),
          written_at = iif(page.count < ${campaignPageSize}, ${now}, null)
        from (select max(id) as last, count(*) as count from (${page})) page
        where campaigns.id = ${campaignId} and status = 'sending' and written_at is null
        returning written_at as writtenAt`,
    ),
  ])
  await sendIds(
    ctx,
    queued.map(({ id }) => id),
    { isBulk: true },
  )
  if (reached?.writtenAt === null) await ctx.send([{ type: 'fan_out_campaign', campaignId }])
}
