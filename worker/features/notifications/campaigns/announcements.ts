import { sql } from 'drizzle-orm'
import { m } from '#messages'
import { acceptedLocales } from '#worker/locale/locales.ts'
import { read, type Ctx, type Member } from '#worker/context.ts'
import { dayMs } from '#worker/contracts/durations.ts'
import type { CampaignId, UserId } from '#worker/contracts/ids.ts'
import { termsVersion } from '#worker/contracts/terms.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { deliveries } from '#worker/db/schema/notifications.ts'
import { existing, prepare, select, type Params } from '#worker/db/statement.ts'
import { update } from '#worker/db/writes.ts'
import { validationError } from '#worker/api/errors.ts'
import { c } from './campaign-rows.ts'
import { termsNoticeDays, type CampaignText, type CampaignView } from './contract.ts'

/** The law wants an announcement understood by each member, and new terms known in time. */
export function assertAnnouncementComplete(
  ctx: Ctx,
  { purpose, texts, applies_on }: CampaignView,
): void {
  if (purpose === null) return
  const options = { locale: ctx.locale }
  const missing = acceptedLocales.flatMap((locale) => {
    const { subject, markdown } = texts[locale]
    return [
      ...(subject === '' ? [`texts.${locale}.subject`] : []),
      ...(markdown.trim() === '' ? [`texts.${locale}.markdown`] : []),
    ]
  })
  const untranslated = m.announcement_every_language({}, options)
  if (missing.length > 0)
    throw validationError(missing.map((path) => ({ path, msg: untranslated })))
  if (purpose !== 'terms') return
  const earliest = toInstant(ctx.now + termsNoticeDays * dayMs).slice(0, 10)
  if (applies_on !== null && applies_on >= earliest) return
  const msg = m.announcement_too_soon({ days: termsNoticeDays, day: earliest }, options)
  throw validationError([{ path: 'applies_on', msg }])
}

const announcementColumns = {
  texts: c.texts,
  purpose: c.purpose,
  appliesOn: c.appliesOn,
  sentAt: c.startedAt,
}

const selectAnnouncement = prepare(({ id }: Params<{ id: CampaignId }>) =>
  existing(
    select(
      announcementColumns,
      sql`from ${c} where ${c.id} = ${id} and ${c.purpose} is not null and ${c.startedAt} is not null`,
    ),
    'page_not_found',
  ),
)

type Announcement = CampaignText & Pick<CampaignView, 'purpose' | 'applies_on'> & { sentAt: number }

/** In the language of the page. @throws AppError `page_not_found`, also for a draft */
export async function getAnnouncement(ctx: Ctx<Member>, id: CampaignId): Promise<Announcement> {
  const { found } = await read(ctx, { found: selectAnnouncement({ id }) })
  const { texts, purpose, appliesOn, sentAt } = found
  return { ...texts[ctx.locale], purpose, applies_on: appliesOn, sentAt: Number(sentAt) }
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
