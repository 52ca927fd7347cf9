import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Admin, type Ctx } from '#worker/context.ts'
import type { CampaignId } from '#worker/contracts/ids.ts'
import { locales, type Locale } from '#worker/locale/locales.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { m } from '#messages'
import { audit, nameChange } from '#worker/features/moderation/audit/audit.ts'
import { AppError, invalid, revisionConflictError } from '#worker/api/errors.ts'
import { requireCampaign, selectCampaign, toCampaign, type CampaignRow } from './campaign-rows.ts'
import type {
  CampaignAudience,
  CampaignChange,
  CampaignInput,
  CampaignTexts,
  CampaignView,
} from './contract.ts'

/** The languages with a subject and a text. */
function completeLanguages(texts: CampaignTexts): Locale[] {
  return locales.filter((locale) => {
    const { subject, markdown } = texts[locale]
    return subject !== '' && markdown.trim() !== ''
  })
}

const inputColumns = sql.raw('name, texts, languages, audience, falls_back_to_english')

function valuesOf({ name, texts, audience, falls_back_to_english }: CampaignInput): SQL {
  const { languages, streamer_ids, game_ids } = audience
  const kept: CampaignAudience = { languages, streamer_ids, game_ids }
  return sql`${name}, ${JSON.stringify(texts)}, ${JSON.stringify(completeLanguages(texts))},
    ${JSON.stringify(kept)}, ${Number(falls_back_to_english)}`
}

type Unknown = { path: 'streamer_ids' | 'game_ids' }

/** The lists that contain unknown ids. */
function selectUnknown({ db }: Ctx, { audience }: CampaignInput): Statement<Unknown[]> {
  const isUnknown = (list: number[], table: string) =>
    sql`exists (select 1 from json_each(${JSON.stringify(list)})
      where value not in (select id from ${sql.raw(table)}))`
  return rows<Unknown>(
    db,
    sql`select 'streamer_ids' as path where ${isUnknown(audience.streamer_ids, 'streamers')}
      union all select 'game_ids' where ${isUnknown(audience.game_ids, 'games')}`,
  )
}

function assertKnown({ locale }: Ctx, unknown: Unknown[]): void {
  if (unknown.length === 0) return
  const msg = m.campaign_unknown_followed({}, { locale })
  throw invalid(unknown.map(({ path }) => ({ path: `audience.${path}`, msg })))
}

/** @throws AppError `campaign_name_taken` */
export async function createCampaign(ctx: Ctx<Admin>, input: CampaignInput): Promise<CampaignView> {
  const { db, now } = ctx
  const [unknown] = await read(ctx, [selectUnknown(ctx, input)])
  assertKnown(ctx, unknown)
  const own = sql`(select id from campaigns where name = ${input.name})`
  const [made, , created] = await write(ctx, [
    rows<{ id: CampaignId }>(
      db,
      sql`insert into campaigns (status, created_at, updated_at, ${inputColumns})
        select 'draft', ${now}, ${now}, ${valuesOf(input)} where ${own} is null returning id`,
    ),
    audit(ctx, {
      act: 'create',
      subject: 'campaign',
      id: own,
      to: input.name,
      when: sql`changes() = 1`,
    }),
    selectCampaign(ctx, own),
  ])
  if (made.length === 0) throw new AppError('conflict', 'campaign_name_taken')
  return toCampaign(requireCampaign(created))
}

/** Why a draft was not written. */
function refusalOf(after: CampaignRow, revision: number): AppError {
  if (after.status !== 'draft') return new AppError('conflict', 'campaign_not_draft')
  if (after.revision !== revision) return revisionConflictError(after)
  return new AppError('conflict', 'campaign_name_taken')
}

function isSame(before: CampaignRow, input: CampaignInput): boolean {
  const { name, texts, audience, falls_back_to_english } = toCampaign(before)
  const { languages, streamers, games } = audience
  const kept = [languages, streamers.map(({ id }) => id), games.map(({ id }) => id)]
  const { languages: wanted, streamer_ids, game_ids } = input.audience
  return (
    JSON.stringify([name, texts, ...kept, falls_back_to_english]) ===
    JSON.stringify([
      ...[input.name, input.texts, wanted, streamer_ids, game_ids],
      input.falls_back_to_english,
    ])
  )
}

/**
 * Saves a draft upon the revision that the writer has read. Saving the same content again is no
 * change, so that a lost answer can be retried.
 * @throws AppError `campaign_not_found`, `campaign_not_draft`, `changed_meanwhile`, `campaign_name_taken`
 */
export async function saveCampaign(
  ctx: Ctx<Admin>,
  id: CampaignId,
  { revision, ...input }: CampaignChange,
): Promise<CampaignView> {
  const { db, now } = ctx
  const [found, unknown] = await read(ctx, [selectCampaign(ctx, id), selectUnknown(ctx, input)])
  const before = requireCampaign(found)
  assertKnown(ctx, unknown)
  if (before.status === 'draft' && isSame(before, input)) return toCampaign(before)
  const [saved, , after] = await write(ctx, [
    rows<{ id: CampaignId }>(
      db,
      sql`update campaigns set (${inputColumns}) = (${valuesOf(input)}),
          revision = revision + 1, updated_at = ${now}
        where id = ${id} and status = 'draft' and revision = ${revision}
          and not exists (select 1 from campaigns o where o.name = ${input.name} and o.id <> ${id})
        returning id`,
    ),
    audit(ctx, {
      act: 'edit',
      subject: 'campaign',
      id,
      ...nameChange(before.name, input.name),
      when: sql`changes() = 1`,
    }),
    selectCampaign(ctx, id),
  ])
  const row = requireCampaign(after)
  if (saved.length === 0) throw refusalOf(row, revision)
  return toCampaign(row)
}

/**
 * Only drafts: sent campaigns stay on record.
 * @throws AppError `campaign_not_found`, `campaign_not_draft`
 */
export async function deleteCampaign(ctx: Ctx<Admin>, id: CampaignId): Promise<void> {
  const [found] = await read(ctx, [selectCampaign(ctx, id)])
  const before = requireCampaign(found)
  const [deleted] = await write(ctx, [
    rows<{ id: CampaignId }>(
      ctx.db,
      sql`delete from campaigns where id = ${id} and status = 'draft' returning id`,
    ),
    audit(ctx, {
      act: 'delete',
      subject: 'campaign',
      id,
      from: before.name,
      when: sql`changes() = 1`,
    }),
  ])
  if (deleted.length === 0) throw new AppError('conflict', 'campaign_not_draft')
}
