import { sql, type SQL } from 'drizzle-orm'
import { assertSession, read, type Admin, type Ctx } from '#worker/context.ts'
import type { CampaignId } from '#worker/contracts/ids.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import { pageLimit, selectTotal, toAdminPage } from '#worker/db/admin-page.ts'
import { contains } from '#worker/db/conditions.ts'
import { select } from '#worker/db/statement.ts'
import { composeCampaignMail } from './campaign-mail.ts'
import { localePath } from '#worker/locale/locale.ts'
import {
  requireCampaign,
  selectCampaign,
  statusOfCampaign,
  campaignSummaryColumns,
  toCampaign,
  toCampaignSummary,
  c,
} from './campaign-rows.ts'
import type {
  CampaignPreview,
  CampaignPreviewInput,
  CampaignsQuery,
  CampaignSummary,
  CampaignView,
} from './contract.ts'

const orders: Record<CampaignsQuery['sort'], SQL> = {
  modified: sql`${c.updatedAt}, ${c.id}`,
  '-modified': sql`${c.updatedAt} desc, ${c.id} desc`,
  name: sql`lower(${c.name}), ${c.id}`,
  '-name': sql`lower(${c.name}) desc, ${c.id} desc`,
}

export async function listCampaigns(
  ctx: Ctx<Admin>,
  { q, status, sort, ...paging }: CampaignsQuery,
): Promise<AdminPage<CampaignSummary>> {
  const isNamed = q === '' ? sql`true` : contains(c.name, q)
  const hasStatus = status === 'all' ? sql`true` : sql`${statusOfCampaign} = ${status}`
  const where = sql`${isNamed} and ${hasStatus}`
  const { found, total } = await read(ctx, {
    found: select(
      campaignSummaryColumns,
      sql`from ${c} where ${where} order by ${orders[sort]} ${pageLimit(paging)}`,
    ),
    total: selectTotal(sql`${c} where ${where}`),
  })
  return toAdminPage(paging, found.map(toCampaignSummary), total)
}

/** @throws AppError `campaign_not_found` */
export async function getCampaign(ctx: Ctx<Admin>, id: CampaignId): Promise<CampaignView> {
  const { found } = await read(ctx, { found: selectCampaign({ id }) })
  return toCampaign(requireCampaign(found))
}

export async function findCampaignForEditor(
  ctx: Ctx<Admin>,
  id: CampaignId | undefined,
): Promise<CampaignView | undefined> {
  const { found } = await read(ctx, { found: selectCampaign({ id: id ?? null }) })
  return found && toCampaign(found)
}

/** Both parts of the mail as recipients get it, except for the unsubscribe link. */
export async function previewCampaign(
  ctx: Ctx<Admin>,
  { language, ...text }: CampaignPreviewInput,
): Promise<CampaignPreview> {
  await assertSession(ctx)
  const siteUrl = ctx.config.SITE_URL
  const unsubscribeUrl = siteUrl + localePath(language, '/profile/notifications')
  const { html, text: plain } = composeCampaignMail({
    to: '',
    language,
    siteUrl,
    text,
    unsubscribeUrl,
    postalAddress: ctx.config.POSTAL_ADDRESS,
  })
  return { html, text: plain }
}
