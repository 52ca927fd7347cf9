import { sql, type Column, type SQL } from 'drizzle-orm'
import type { CampaignId } from '#worker/contracts/ids.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { g, s } from '#worker/db/aliases.ts'
import type { RowOf } from '#worker/db/row.ts'
import { campaigns } from '#worker/db/schema/campaigns.ts'
import type { games, streamers } from '#worker/db/schema/directory.ts'
import { auditEntries, users } from '#worker/db/schema/accounts.ts'
import { first, prepare, select, type Params } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { AppError } from '#worker/api/errors.ts'
import type { CampaignStatus, CampaignSummary, CampaignView } from './contract.ts'

export const c = alias(campaigns, 'c')

export const statusOfCampaign = sql<CampaignStatus>`iif(${c.status} = 'sending'
  and ${c.writtenAt} is not null
  and ${c.recipients} <= ${c.sent} + ${c.failed} + ${c.skipped}, 'sent', ${c.status})`

export const campaignSummaryColumns = {
  id: c.id,
  name: c.name,
  status: statusOfCampaign,
  languages: c.languages,
  recipients: c.recipients,
  sent: c.sent,
  failed: c.failed,
  // Mails still queued when a campaign is stopped count as skipped.
  skipped: sql<number>`iif(${c.status} = 'stopped', ${c.recipients} - ${c.sent} - ${c.failed}, ${c.skipped})`,
  unsubscribed: c.unsubscribed,
  createdAt: c.createdAt,
  updatedAt: c.updatedAt,
  startedAt: c.startedAt,
}
type CampaignSummaryRow = RowOf<typeof campaignSummaryColumns>

/** Deleted ids are named too: an empty list would seem to mean everybody. */
function selectNamesJson(
  ids: SQL,
  table: typeof streamers | typeof games,
  name: Column,
): SQL<string> {
  return sql<string>`(select json_group_array(json_object('id', x.value,
      'name', coalesce(${name}, '#' || x.value)))
    from json_each(${ids}) x left join ${table} on ${table.id} = x.value)`
}

const campaignColumns = {
  ...campaignSummaryColumns,
  texts: c.texts,
  audience: c.audience,
  streamers: selectNamesJson(sql`${c.audience}, '$.streamer_ids'`, s, s.displayName),
  games: selectNamesJson(sql`${c.audience}, '$.game_ids'`, g, g.name),
  fallsBack: c.fallsBackToEnglish,
  revision: c.revision,
  savedBy: sql<string | null>`(select ${users.username} from ${auditEntries}
    left join ${users} on ${users.id} = ${auditEntries.actorId}
    where ${auditEntries.subjectType} = 'campaign' and ${auditEntries.subjectId} = ${c.id}
      and ${auditEntries.action} in ('create', 'edit')
    order by ${auditEntries.id} desc limit 1)`,
}
export type CampaignRow = RowOf<typeof campaignColumns>

export const selectCampaign = prepare(({ id }: Params<{ id: CampaignId | null }>) =>
  first(select(campaignColumns, sql`from ${c} where ${c.id} = ${id}`)),
)

export const selectCampaignByName = prepare(({ name }: Params<{ name: string }>) =>
  first(select(campaignColumns, sql`from ${c} where ${c.name} = ${name}`)),
)

export function toCampaignSummary(row: CampaignSummaryRow): CampaignSummary {
  const { id, name, status, recipients, sent, failed, skipped, unsubscribed } = row
  return {
    id,
    name,
    status,
    languages: row.languages,
    counts: { recipients, sent, failed, skipped, unsubscribed },
    created_at: toInstant(row.createdAt),
    modified_at: toInstant(row.updatedAt),
    started_at: row.startedAt === null ? null : toInstant(row.startedAt),
  }
}

type AudienceSubjects = CampaignView['audience']['streamers']

export function toCampaign(row: CampaignRow): CampaignView {
  return {
    ...toCampaignSummary(row),
    texts: row.texts,
    audience: {
      languages: row.audience.languages,
      streamers: JSON.parse(row.streamers) as AudienceSubjects,
      games: JSON.parse(row.games) as AudienceSubjects,
    },
    falls_back_to_english: row.fallsBack,
    revision: row.revision,
  }
}

export function requireCampaign(row: CampaignRow | undefined): CampaignRow {
  if (!row) throw new AppError('not_found', 'campaign_not_found')
  return row
}
