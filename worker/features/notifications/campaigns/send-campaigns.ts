import { sql } from 'drizzle-orm'
import { m } from '#messages'
import { read, write, type Admin, type Ctx } from '#worker/context.ts'
import type { CampaignId, DeliveryId } from '#worker/contracts/ids.ts'
import { locales, type Locale } from '#worker/locale/locales.ts'
import { rows } from '#worker/db/client.ts'
import { audit } from '#worker/features/moderation/audit/audit.ts'
import type { CampaignPayload } from '#worker/features/notifications/kinds.ts'
import { campaignLanguage, consentsToMarketing, isInAudience } from './recipients.ts'
import { sendIds } from '#worker/features/notifications/outbox/notify.ts'
import { AppError, invalid, revisionConflictError } from '#worker/api/errors.ts'
import { requireCampaign, selectCampaign, toCampaign } from './campaign-rows.ts'
import type {
  CampaignRecipients,
  CampaignTexts,
  CampaignView,
  SendCampaignInput,
  TestCampaignInput,
} from './contract.ts'
import { queueCampaign } from './fan-out.ts'

type Counted = { language: Locale; inAudience: number; reached: number }

/**
 * Counts the recipients of the saved campaign.
 * @throws AppError `campaign_not_found`
 */
export async function countRecipients(
  ctx: Ctx<Admin>,
  id: CampaignId,
): Promise<CampaignRecipients> {
  const [found, counted] = await read(ctx, [
    selectCampaign(ctx, id),
    rows<Counted>(
      ctx.db,
      sql`select u.interface_language as language, count(*) as inAudience,
          count(${campaignLanguage}) as reached
        from campaigns c cross join users u indexed by users_marketing
        where c.id = ${id} and ${consentsToMarketing} and ${isInAudience} group by 1`,
    ),
  ])
  const by_language = { en: 0, es: 0, fr: 0 }
  const left_out = { en: 0, es: 0, fr: 0 }
  for (const { language, inAudience, reached } of counted) {
    by_language[language] = reached
    left_out[language] = inAudience - reached
  }
  const total = counted.reduce((sum, { reached }) => sum + reached, 0)
  return { revision: requireCampaign(found).revision, total, by_language, left_out }
}

/** Subject and text have to be given together. */
function halfWritten(texts: CampaignTexts): string[] {
  return locales.flatMap((locale) => {
    const { subject, markdown } = texts[locale]
    const hasSubject = subject !== ''
    if (hasSubject === (markdown.trim() !== '')) return []
    return [`texts.${locale}.${hasSubject ? 'markdown' : 'subject'}`]
  })
}

function assertWritten({ locale }: Ctx, texts: CampaignTexts): void {
  const half = halfWritten(texts)
  const msg = m.campaign_half_written({}, { locale })
  if (half.length > 0) throw invalid(half.map((path) => ({ path, msg })))
  if (locales.every((one) => texts[one].subject === '')) {
    throw invalid([{ path: 'texts', msg: m.campaign_nothing_written({}, { locale }) }])
  }
}

const hasRecipient = sql`exists (select 1 from users u indexed by users_marketing
  where ${consentsToMarketing} and ${isInAudience} and ${campaignLanguage} is not null)`

/**
 * Sends the revision that was read. A campaign that is being sent stays as it is, so that a lost
 * answer can be retried.
 * @throws AppError `campaign_not_found`, `campaign_not_draft`, `changed_meanwhile`,
 * `campaign_no_recipients`, and 422 while a text lacks its subject or the other way round
 */
export async function sendCampaign(
  ctx: Ctx<Admin>,
  id: CampaignId,
  { revision }: SendCampaignInput,
): Promise<CampaignView> {
  const { db, now } = ctx
  const [found] = await read(ctx, [selectCampaign(ctx, id)])
  const before = requireCampaign(found)
  if (before.status === 'stopped') throw new AppError('conflict', 'campaign_not_draft')
  if (before.revision !== revision) throw revisionConflictError(before)
  if (before.status !== 'draft') return toCampaign(before)
  assertWritten(ctx, toCampaign(before).texts)
  const [started, , after] = await write(ctx, [
    rows<{ id: CampaignId }>(
      db,
      sql`update campaigns as c set status = 'sending', started_at = ${now}, updated_at = ${now},
          touched_at = ${now}
        where c.id = ${id} and c.status = 'draft' and c.revision = ${revision} and ${hasRecipient}
        returning id`,
    ),
    audit(ctx, {
      act: 'send',
      subject: 'campaign',
      id,
      from: 'draft',
      to: 'sending',
      when: sql`changes() = 1`,
    }),
    selectCampaign(ctx, id),
  ])
  const row = requireCampaign(after)
  if (row.revision !== revision) throw revisionConflictError(row)
  if (row.status === 'draft') throw new AppError('conflict', 'campaign_no_recipients')
  if (started.length > 0) await queueCampaign(ctx, id)
  return toCampaign(row)
}

/**
 * Stops the fan-out and the claiming of mails; mails in flight still arrive.
 * @throws AppError `campaign_not_found`, `campaign_not_sending`
 */
export async function stopCampaign(ctx: Ctx<Admin>, id: CampaignId): Promise<CampaignView> {
  const [found] = await read(ctx, [selectCampaign(ctx, id)])
  const before = requireCampaign(found)
  if (before.status === 'stopped') return toCampaign(before)
  if (before.status !== 'sending') throw new AppError('conflict', 'campaign_not_sending')
  const [, , after] = await write(ctx, [
    rows(
      ctx.db,
      sql`update campaigns set status = 'stopped', updated_at = ${ctx.now}
        where id = ${id} and status = 'sending'`,
    ),
    audit(ctx, {
      act: 'stop',
      subject: 'campaign',
      id,
      from: 'sending',
      to: 'stopped',
      when: sql`changes() = 1`,
    }),
    selectCampaign(ctx, id),
  ])
  return toCampaign(requireCampaign(after))
}

/** The same test mail is sent once within this time, unless the text changes. */
const testPauseMs = 10 * 60_000

type Own = { email: string | null; isVerified: 0 | 1 }

/**
 * Sends one language to the administrator's own verified address.
 * @throws AppError `campaign_not_found`, `verify_email_first`, and 422 for a language without a text
 */
export async function testCampaign(
  ctx: Ctx<Admin>,
  id: CampaignId,
  { language }: TestCampaignInput,
): Promise<{ email: string }> {
  const { db, now, actor, locale } = ctx
  const [found, [own]] = await read(ctx, [
    selectCampaign(ctx, id),
    rows<Own>(
      db,
      sql`select email, email_verified_at is not null as isVerified from users where id = ${actor.userId}`,
    ),
  ])
  const { languages, revision } = toCampaign(requireCampaign(found))
  if (!own?.email || !own.isVerified) throw new AppError('forbidden', 'verify_email_first')
  if (!languages.includes(language)) {
    const msg = m.campaign_nothing_written({}, { locale })
    throw invalid([{ path: `texts.${language}`, msg }])
  }
  const payload: CampaignPayload = { campaign: id, language }
  const same = `campaign_test:${id}:${revision}:${language}`
  const [queued] = await write(ctx, [
    rows<{ id: DeliveryId }>(
      db,
      sql`insert into deliveries (key, user_id, channel, kind, payload, status, next_at, created_at)
        select ${`${same}:${now}`}, ${actor.userId}, 'email', 'campaign_test',
          ${JSON.stringify(payload)}, 'pending', ${now}, ${now}
        where not exists (select 1 from deliveries where key > ${`${same}:`} and key < ${`${same};`}
          and user_id = ${actor.userId} and created_at > ${now - testPauseMs})
        returning id`,
    ),
    audit(ctx, { act: 'test', subject: 'campaign', id, when: sql`changes() = 1` }),
  ])
  await sendIds(
    ctx,
    queued.map((row) => row.id),
  )
  return { email: own.email }
}
