import { sql, type SQL } from 'drizzle-orm'
import { writeInOrder, type Ctx, type System } from '#worker/context.ts'
import type { CampaignId } from '#worker/contracts/ids.ts'
import { u } from '#worker/db/aliases.ts'
import { campaigns } from '#worker/db/schema/campaigns.ts'
import { deliveries } from '#worker/db/schema/notifications.ts'
import { prepare, type Params } from '#worker/db/statement.ts'
import { insert, update } from '#worker/db/writes.ts'
import type { CampaignPayload } from '#worker/features/notifications/kinds.ts'
import {
  campaignLanguage,
  consentsToMarketing,
  isInAudience,
  mayBeMailed,
  mayBeTold,
} from './recipients.ts'
import { queuedColumns, sendQueuedDeliveries } from '#worker/outbox/lanes.ts'
import type { QueueMessage } from '#worker/queue-messages.ts'
import { describeError } from '#worker/logging/log.ts'
import { c } from './campaign-rows.ts'

/** Members per queue message. */
export const campaignPageSize = 200

/** The minute job picks up a lost message. */
export async function queueCampaignFanOut(ctx: Ctx, campaignId: CampaignId): Promise<void> {
  try {
    await ctx.send([{ type: 'fan_out_campaign', campaignId }])
  } catch (error) {
    ctx.log({ event: 'message_not_queued', type: 'fan_out_campaign', ...describeError(error) })
  }
}

type CampaignPageQuery = { campaignId: CampaignId; now: number }

/** The half that is not of the campaign's sort finds nothing. */
function selectNextRecipients({ campaignId }: Params<CampaignPageQuery>): SQL {
  const isNext = sql`${c.id} = ${campaignId} and ${c.status} = 'sending' and ${c.writtenAt} is null
    and ${u.id} > ${c.afterUserId}`
  const page = sql`order by ${u.id} limit ${campaignPageSize}`
  return sql`select id from (select ${u.id} as id from ${c} cross join ${u} indexed by users_marketing
      where ${c.purpose} is null and ${isNext} and ${consentsToMarketing} ${page})
    union all select id from (select ${u.id} as id from ${c} cross join ${u}
      where ${c.purpose} is not null and ${isNext} and ${mayBeTold} ${page})`
}

/** In the bell an announcement is there once it is written; news have no such row. */
const channel = sql<'email' | 'in_app'>`channel.value`
const hasChannel = sql`iif(${channel} = 'email', ${c.purpose} is null or ${mayBeMailed},
  ${c.purpose} is not null and ${u.isActive} = 1)`

const writeMails = prepare((page: Params<CampaignPageQuery>) =>
  insert(
    deliveries,
    {
      key: sql<string>`'campaign:' || ${c.id}`,
      userId: u.id,
      channel,
      kind: sql<
        'campaign' | 'service_notice'
      >`iif(${c.purpose} is null, 'campaign', 'service_notice')`,
      payload: sql<CampaignPayload>`json_object('campaign', ${c.id}, 'language', ${campaignLanguage})`,
      status: sql<'pending' | 'sent'>`iif(${channel} = 'email', 'pending', 'sent')`,
      nextAt: page.now,
      sentAt: sql<number | null>`iif(${channel} = 'email', null, ${page.now})`,
      createdAt: page.now,
    },
    {
      from: sql`${c} cross join ${u} join json_each('["email", "in_app"]') channel`,
      where: sql`${c.id} = ${page.campaignId} and ${u.id} in (${selectNextRecipients(page)})
        and ${isInAudience} and ${campaignLanguage} is not null and ${hasChannel}`,
      onConflict: sql`do nothing`,
      returning: queuedColumns,
    },
  ),
)

const saveProgress = prepare((page: Params<CampaignPageQuery>) => {
  const { id, status, afterUserId, writtenAt } = campaigns
  return update(
    campaigns,
    {
      touchedAt: page.now,
      afterUserId: sql`max(${afterUserId}, coalesce(page.last, 0))`,
      writtenAt: sql`iif(page.count < ${campaignPageSize}, ${page.now}, null)`,
    },
    {
      from: sql`(select max(id) as last, count(*) as count from (${selectNextRecipients(page)})) page`,
      where: sql`${id} = ${page.campaignId} and ${status} = 'sending' and ${writtenAt} is null`,
      returning: { writtenAt },
    },
  )
})

/** The row holds the cursor, so that messages may be repeated, late or lost. */
export async function fanOutCampaign(
  ctx: Ctx<System>,
  { campaignId }: Extract<QueueMessage, { type: 'fan_out_campaign' }>,
): Promise<void> {
  const page = { campaignId, now: ctx.now }
  const { queued, progress } = await writeInOrder(ctx, {
    queued: writeMails(page),
    progress: saveProgress(page),
  })
  await sendQueuedDeliveries(ctx, queued)
  if (progress[0]?.writtenAt === null) await ctx.send([{ type: 'fan_out_campaign', campaignId }])
}
