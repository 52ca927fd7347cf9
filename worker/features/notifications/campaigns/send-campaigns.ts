import { sql } from 'drizzle-orm'
import { m } from '#messages'
import { acceptedLocales, type AcceptedLocale } from '#worker/locale/locales.ts'
import { read, write, type Admin, type Ctx } from '#worker/context.ts'
import type { CampaignId } from '#worker/contracts/ids.ts'
import { u } from '#worker/db/aliases.ts'
import { prepareMemberRow } from '#worker/db/member-row.ts'
import { booleanSql } from '#worker/db/row.ts'
import { campaigns } from '#worker/db/schema/campaigns.ts'
import { deliveries } from '#worker/db/schema/notifications.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { preparePerShape, select, type Params } from '#worker/db/statement.ts'
import { insert, update } from '#worker/db/writes.ts'
import { auditChange } from '#worker/audit/audit-entries.ts'
import type { CampaignPayload } from '#worker/features/notifications/kinds.ts'
import {
  campaignLanguage,
  consentsToMarketing,
  hasProvedConsent,
  isInAudience,
  mayBeMailed,
  wantsMarketing,
} from './recipients.ts'
import { queuedColumns, sendQueuedDeliveries } from '#worker/outbox/lanes.ts'
import { AppError, validationError, revisionConflictError } from '#worker/api/errors.ts'
import { assertAnnouncedInTime, assertTextsComplete } from './complete.ts'
import { selectCampaign, toCampaign, c } from './campaign-rows.ts'
import type {
  CampaignPurpose,
  CampaignRecipients,
  CampaignRecipientsInput,
  CampaignView,
  SendCampaignInput,
  TestCampaignInput,
} from './contract.ts'
import { queueCampaignFanOut } from './fan-out.ts'

type RecipientParameters = {
  audience: string
  languages: string
  fallsBackToEnglish: number
  purpose: CampaignPurpose | null
}

/** The columns of `c` that tell who is written to. */
const unsavedCampaign = (campaign: Params<RecipientParameters>) =>
  sql`(select ${campaign.audience} as audience, ${campaign.languages} as languages,
    ${campaign.fallsBackToEnglish} as falls_back_to_english, ${campaign.purpose} as purpose) c`

const countByLanguage = preparePerShape(
  (isAnnouncement: boolean, parameters: Params<RecipientParameters>) => {
    const isReachable = isAnnouncement ? sql`1` : hasProvedConsent
    const members = isAnnouncement
      ? sql`${u} where ${mayBeMailed}`
      : sql`${u} indexed by users_marketing where ${wantsMarketing} and ${isInAudience}`
    return select(
      {
        language: u.interfaceLanguage,
        inAudience: sql<number>`sum(${isReachable})`,
        reached: sql<number>`sum(${isReachable} and ${campaignLanguage} is not null)`,
        unproved: sql<number>`sum(not ${isReachable})`,
      },
      sql`from ${unsavedCampaign(parameters)} cross join ${members} group by 1`,
    )
  },
)

export async function countRecipients(
  ctx: Ctx<Admin>,
  { audience, languages, falls_back_to_english, purpose }: CampaignRecipientsInput,
): Promise<CampaignRecipients> {
  const campaign = {
    audience: JSON.stringify(audience),
    languages: JSON.stringify(languages),
    fallsBackToEnglish: Number(falls_back_to_english),
    purpose,
  }
  const { counted } = await read(ctx, { counted: countByLanguage(purpose !== null)(campaign) })
  const zeros = acceptedLocales.map((locale) => [locale, 0] as const)
  const by_language = Object.fromEntries(zeros) as Record<AcceptedLocale, number>
  const left_out = { ...by_language }
  for (const { language, inAudience, reached } of counted) {
    by_language[language] = reached
    left_out[language] = inAudience - reached
  }
  const total = counted.reduce((sum, { reached }) => sum + reached, 0)
  const unproved = counted.reduce((sum, row) => sum + row.unproved, 0)
  return { total, by_language, left_out, unproved }
}

const hasRecipient = sql`exists (select 1 from ${u} indexed by users_marketing
  where ${consentsToMarketing} and ${isInAudience} and ${campaignLanguage} is not null)`

/**
 * Leaves a campaign that is being sent as it is, so that a lost answer can be retried.
 * @throws AppError `campaign_not_found`, `campaign_not_draft`, `changed_meanwhile`,
 * `campaign_no_recipients`, and 422 while a text lacks its subject or the other way round
 */
export async function sendCampaign(
  ctx: Ctx<Admin>,
  id: CampaignId,
  { revision }: SendCampaignInput,
): Promise<CampaignView> {
  const { now } = ctx
  const { before } = await read(ctx, { before: selectCampaign({ id }) })
  if (before.status === 'stopped') throw new AppError('conflict', 'campaign_not_draft')
  if (before.revision !== revision) throw revisionConflictError(before)
  if (before.status !== 'draft') return toCampaign(before)
  assertTextsComplete(ctx, toCampaign(before))
  assertAnnouncedInTime(ctx, toCampaign(before))
  const { started, after } = await write(ctx, {
    started: auditChange(
      ctx,
      update(
        c,
        { status: 'sending', startedAt: now, updatedAt: now, touchedAt: now },
        {
          where: sql`${c.id} = ${id} and ${c.status} = 'draft' and ${c.revision} = ${revision}
            and (${c.purpose} is not null or ${hasRecipient})`,
        },
      ),
      { act: 'send', subject: 'campaign', id, from: 'draft', to: 'sending' },
    ),
    after: selectCampaign({ id }),
  })
  if (after.revision !== revision) throw revisionConflictError(after)
  if (after.status === 'draft') throw new AppError('conflict', 'campaign_no_recipients')
  if (started.hasChanged) await queueCampaignFanOut(ctx, id)
  return toCampaign(after)
}

/**
 * Stops the fan-out and the claiming of mails; mails in flight still arrive.
 * @throws AppError `campaign_not_found`, `campaign_not_sending`
 */
export async function stopCampaign(ctx: Ctx<Admin>, id: CampaignId): Promise<CampaignView> {
  const { before } = await read(ctx, { before: selectCampaign({ id }) })
  if (before.status === 'stopped') return toCampaign(before)
  if (before.status !== 'sending') throw new AppError('conflict', 'campaign_not_sending')
  const { after } = await write(ctx, {
    stopped: auditChange(
      ctx,
      update(
        campaigns,
        { status: 'stopped', updatedAt: ctx.now },
        { where: sql`${campaigns.id} = ${id} and ${campaigns.status} = 'sending'` },
      ),
      { act: 'stop', subject: 'campaign', id, from: 'sending', to: 'stopped' },
    ),
    after: selectCampaign({ id }),
  })
  return toCampaign(after)
}

/** A test mail is sent once within this time, unless the text changes. */
const testPauseMs = 10 * 60_000

const selectOwnAddress = prepareMemberRow({
  email: users.email,
  isVerified: booleanSql(sql`${users.emailVerifiedAt} is not null`),
})

/** @throws AppError `campaign_not_found`, `verify_email_first`, and 422 for a missing text */
export async function testCampaign(
  ctx: Ctx<Admin>,
  id: CampaignId,
  { language }: TestCampaignInput,
): Promise<{ email: string }> {
  const { now, actor, locale } = ctx
  const { userId } = actor
  const { found, own } = await read(ctx, {
    found: selectCampaign({ id }),
    own: selectOwnAddress(actor),
  })
  const { languages, revision } = toCampaign(found)
  if (!own?.email || !own.isVerified) throw new AppError('forbidden', 'verify_email_first')
  if (!languages.includes(language)) {
    const msg = m.campaign_nothing_written({}, { locale })
    throw validationError([{ path: `texts.${language}`, msg }])
  }
  const payload: CampaignPayload = { campaign: id, language }
  const same = `campaign_test:${id}:${revision}:${language}`
  const { key, userId: recipientId, createdAt } = deliveries
  const { queued } = await write(ctx, {
    queued: auditChange(
      ctx,
      insert(
        deliveries,
        {
          key: `${same}:${now}`,
          userId,
          channel: 'email',
          kind: 'campaign_test',
          payload,
          status: 'pending',
          nextAt: now,
          createdAt: now,
        },
        {
          where: sql`not exists (select 1 from ${deliveries} where ${key} > ${`${same}:`}
            and ${key} < ${`${same};`} and ${recipientId} = ${userId}
            and ${createdAt} > ${now - testPauseMs})`,
          returning: queuedColumns,
        },
      ),
      { act: 'test', subject: 'campaign', id },
    ),
  })
  await sendQueuedDeliveries(ctx, queued.result)
  return { email: own.email }
}
