import { sql } from 'drizzle-orm'
import { read, type Ctx, type Member } from '#worker/context.ts'
import type { CampaignId, UserId } from '#worker/contracts/ids.ts'
import { termsVersion } from '#worker/contracts/terms.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { deliveries } from '#worker/db/schema/notifications.ts'
import { notNullable } from '#worker/db/row.ts'
import { existing, prepare, select, type Params } from '#worker/db/statement.ts'
import { update } from '#worker/db/writes.ts'
import { c } from './campaign-rows.ts'
import type { CampaignText, CampaignView } from './contract.ts'

const selectAnnouncement = prepare(({ id }: Params<{ id: CampaignId }>) =>
  existing(
    select(
      {
        texts: c.texts,
        purpose: c.purpose,
        applies_on: c.appliesOn,
        sentAt: notNullable(c.startedAt),
      },
      sql`from ${c} where ${c.id} = ${id} and ${c.purpose} is not null and ${c.startedAt} is not null`,
    ),
    'page_not_found',
  ),
)

type Announcement = CampaignText & Pick<CampaignView, 'purpose' | 'applies_on'> & { sentAt: number }

/** In the language of the page. @throws AppError `page_not_found`, also for a draft */
export async function getAnnouncement(ctx: Ctx<Member>, id: CampaignId): Promise<Announcement> {
  const { found } = await read(ctx, { found: selectAnnouncement({ id }) })
  const { texts, ...facts } = found
  return { ...texts[ctx.locale], ...facts }
}

type ReadAnnouncements = { userId: UserId; now: number; ids: string }

/** Before they are marked: whoever reads that the terms changed knows their version. */
export const acceptAnnouncedTerms = prepare(({ userId, now, ids }: Params<ReadAnnouncements>) =>
  update(
    users,
    { termsVersion, termsAcceptedAt: now },
    {
      where: sql`${users.id} = ${userId} and exists (select 1 from ${deliveries} join ${c}
        on ${c.id} = ${deliveries.payload} ->> 'campaign' and ${c.purpose} = 'terms'
        where ${deliveries.id} in (select value from json_each(${ids}))
          and ${deliveries.userId} = ${userId} and ${deliveries.kind} = 'service_notice'
          and ${deliveries.channel} = 'in_app' and ${deliveries.readAt} is null)`,
    },
  ),
)
