import { sql } from 'drizzle-orm'
import { read, write, type Admin, type Ctx } from '#worker/context.ts'
import type { CampaignId } from '#worker/contracts/ids.ts'
import { acceptedLocales, type AcceptedLocale } from '#worker/locale/locales.ts'
import type { ResultOf } from '#worker/db/client.ts'
import { campaigns } from '#worker/db/schema/campaigns.ts'
import { games, streamers } from '#worker/db/schema/directory.ts'
import { queryRows } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { insert, remove, update } from '#worker/db/writes.ts'
import { m } from '#messages'
import { auditChange, nameChange } from '#worker/audit/audit-entries.ts'
import { revisionConflictError, AppError, validationError } from '#worker/api/errors.ts'
import {
  selectCampaign,
  selectCampaignByName,
  toCampaign,
  type CampaignRow,
} from './campaign-rows.ts'
import { assertEventsFound } from './event-blocks.ts'
import type { CampaignChange, CampaignInput, CampaignTexts, CampaignView } from './contract.ts'

function listCompleteLanguages(texts: CampaignTexts): AcceptedLocale[] {
  return acceptedLocales.filter((locale) => {
    const { subject, markdown } = texts[locale]
    return subject !== '' && markdown.trim() !== ''
  })
}

const everybody: CampaignInput['audience'] = { languages: [], streamer_ids: [], game_ids: [] }

/** An announcement goes to all, and no partner pays for it; news announce no day. */
function dropForeignFields(input: CampaignInput): CampaignInput {
  if (input.purpose === null) return { ...input, applies_on: null }
  const texts = acceptedLocales.map((locale) => {
    const { partner: _, ...text } = input.texts[locale]
    return [locale, text] as const
  })
  return {
    ...input,
    texts: Object.fromEntries(texts) as CampaignTexts,
    audience: everybody,
    falls_back_to_english: false,
  }
}

function toColumnValues(input: CampaignInput) {
  const { name, texts, audience, falls_back_to_english, ...others } = dropForeignFields(input)
  const { languages, streamer_ids, game_ids } = audience
  return {
    name,
    texts,
    languages: listCompleteLanguages(texts),
    audience: { languages, streamer_ids, game_ids },
    fallsBackToEnglish: falls_back_to_english,
    purpose: others.purpose,
    appliesOn: others.applies_on,
  }
}

function selectListsWithUnknownIds({ audience }: CampaignInput) {
  const isUnknown = (list: number[], table: typeof streamers | typeof games) =>
    sql`exists (select 1 from json_each(${JSON.stringify(list)})
      where value not in (select ${table.id} from ${table}))`
  return queryRows(
    { path: sql<'streamer_ids' | 'game_ids'>`path` },
    sql`select 'streamer_ids' as path where ${isUnknown(audience.streamer_ids, streamers)}
      union all select 'game_ids' where ${isUnknown(audience.game_ids, games)}`,
  )
}
type ListsWithUnknownIds = ResultOf<ReturnType<typeof selectListsWithUnknownIds>>

function assertNoUnknownIds({ locale }: Ctx, unknown: ListsWithUnknownIds): void {
  if (unknown.length === 0) return
  const msg = m.campaign_unknown_followed({}, { locale })
  throw validationError(unknown.map(({ path }) => ({ path: `audience.${path}`, msg })))
}

/** @throws AppError `campaign_name_taken` */
export async function createCampaign(ctx: Ctx<Admin>, input: CampaignInput): Promise<CampaignView> {
  const { now } = ctx
  const { unknown } = await read(ctx, { unknown: selectListsWithUnknownIds(input) })
  assertNoUnknownIds(ctx, unknown)
  await assertEventsFound(ctx, input.texts)
  const { name } = input
  const own = sql`(select ${campaigns.id} from ${campaigns} where ${campaigns.name} = ${name})`
  const { made, created } = await write(ctx, {
    made: auditChange(
      ctx,
      insert(
        campaigns,
        { status: 'draft', createdAt: now, updatedAt: now, ...toColumnValues(input) },
        { where: sql`${own} is null` },
      ),
      { act: 'create', subject: 'campaign', id: own, to: name },
    ),
    created: selectCampaignByName({ name }),
  })
  if (!made.hasChanged || !created) throw new AppError('conflict', 'campaign_name_taken')
  return toCampaign(created)
}

function toRefusalError(after: CampaignRow, revision: number): AppError {
  if (after.status !== 'draft') return new AppError('conflict', 'campaign_not_draft')
  if (after.revision !== revision) return revisionConflictError(after)
  return new AppError('conflict', 'campaign_name_taken')
}

function isCampaignUnchanged(before: CampaignRow, input: CampaignInput): boolean {
  const stored = { ...toCampaign(before), audience: before.audience }
  return JSON.stringify(toColumnValues(stored)) === JSON.stringify(toColumnValues(input))
}

const other = alias(campaigns, 'other')

/**
 * Saving the same content again is no change, so that a lost answer can be retried.
 * @throws AppError `campaign_not_found`, `campaign_not_draft`, `changed_meanwhile`,
 *   `campaign_name_taken`
 */
export async function saveCampaign(
  ctx: Ctx<Admin>,
  id: CampaignId,
  { revision, ...input }: CampaignChange,
): Promise<CampaignView> {
  const { before, unknown } = await read(ctx, {
    before: selectCampaign({ id }),
    unknown: selectListsWithUnknownIds(input),
  })
  assertNoUnknownIds(ctx, unknown)
  if (before.status === 'draft' && isCampaignUnchanged(before, input)) return toCampaign(before)
  await assertEventsFound(ctx, input.texts)
  const { saved, after } = await write(ctx, {
    saved: auditChange(
      ctx,
      update(
        campaigns,
        {
          ...toColumnValues(input),
          revision: sql<number>`${campaigns.revision} + 1`,
          updatedAt: ctx.now,
        },
        {
          where: sql`${campaigns.id} = ${id} and ${campaigns.status} = 'draft'
            and ${campaigns.revision} = ${revision}
            and not exists (select 1 from ${other} where ${other.name} = ${input.name}
              and ${other.id} <> ${id})`,
        },
      ),
      { act: 'edit', subject: 'campaign', id, ...nameChange(before.name, input.name) },
    ),
    after: selectCampaign({ id }),
  })
  if (!saved.hasChanged) throw toRefusalError(after, revision)
  return toCampaign(after)
}

/** @throws AppError `campaign_not_found`; `campaign_not_draft`, as sent ones stay on record */
export async function deleteCampaign(ctx: Ctx<Admin>, id: CampaignId): Promise<void> {
  const { before } = await read(ctx, { before: selectCampaign({ id }) })
  const { deleted } = await write(ctx, {
    deleted: auditChange(
      ctx,
      remove(campaigns, {
        where: sql`${campaigns.id} = ${id} and ${campaigns.status} = 'draft'`,
      }),
      { act: 'delete', subject: 'campaign', id, from: before.name },
    ),
  })
  if (!deleted.hasChanged) throw new AppError('conflict', 'campaign_not_draft')
}
