import { sql, type SQL } from 'drizzle-orm'
import { assertSession, read, type Admin, type Ctx } from '#worker/context.ts'
import type { CampaignId } from '#worker/contracts/ids.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import { pageLimit, selectAdminPage } from '#worker/db/admin-page.ts'
import { contains } from '#worker/db/conditions.ts'
import { prepareMemberRow } from '#worker/db/member-row.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { select } from '#worker/db/statement.ts'
import { createPlainTextFormatter } from '#worker/features/notifications/copy/formatter.ts'
import { timeFormatColumns } from '#worker/features/notifications/preferences/time-format.ts'
import { composeEventBlocks } from '#worker/features/notifications/shown-events/event-content.ts'
import { composeCampaignMail } from './campaign-mail.ts'
import { findEventsOfTexts } from './event-blocks.ts'
import { localePath } from '#worker/locale/locale.ts'
import {
  findCampaign,
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

export function listCampaigns(
  ctx: Ctx<Admin>,
  query: CampaignsQuery,
): Promise<AdminPage<CampaignSummary>> {
  const { q, status, sort } = query
  const isNamed = q === '' ? sql`true` : contains(c.name, q)
  const hasStatus = status === 'all' ? sql`true` : sql`${statusOfCampaign} = ${status}`
  const from = sql`${c} where ${isNamed} and ${hasStatus}`
  const found = select(
    campaignSummaryColumns,
    sql`from ${from} order by ${orders[sort]} ${pageLimit(query)}`,
  )
  return read(ctx, selectAdminPage(query, found, from, toCampaignSummary))
}

/** @throws AppError `campaign_not_found` */
export async function getCampaign(ctx: Ctx<Admin>, id: CampaignId): Promise<CampaignView> {
  const { found } = await read(ctx, { found: selectCampaign({ id }) })
  return toCampaign(found)
}

export async function findCampaignForEditor(
  ctx: Ctx<Admin>,
  id: CampaignId | undefined,
): Promise<CampaignView | undefined> {
  const { found } = await read(ctx, { found: findCampaign({ id: id ?? null }) })
  return found && toCampaign(found)
}

const selectTimeFormat = prepareMemberRow(timeFormatColumns(users))

/** Both parts of the mail as recipients get it, except for the unsubscribe link. */
export async function previewCampaign(
  ctx: Ctx<Admin>,
  { language, ...text }: CampaignPreviewInput,
): Promise<CampaignPreview> {
  await assertSession(ctx)
  const siteUrl = ctx.config.SITE_URL
  const shown = await findEventsOfTexts(ctx, [{ path: 'markdown', markdown: text.markdown }])
  const { format } = await read(ctx, { format: selectTimeFormat(ctx.actor) })
  const unsubscribeUrl = siteUrl + localePath(language, '/profile/notifications')
  const { html, text: plain } = composeCampaignMail({
    to: '',
    language,
    siteUrl,
    text,
    events: format
      ? composeEventBlocks(ctx, shown, createPlainTextFormatter(language, format, ctx.now))
      : new Map(),
    unsubscribeUrl,
  })
  return { html, text: plain }
}
