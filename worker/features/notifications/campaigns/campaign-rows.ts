import { sql, type Column, type SQL } from 'drizzle-orm'
import type { CampaignId } from '#worker/contracts/ids.ts'
import { g, s } from '#worker/db/aliases.ts'
import { instantSql, type RowOf } from '#worker/db/row.ts'
import { campaigns } from '#worker/db/schema/campaigns.ts'
import type { games, streamers } from '#worker/db/schema/directory.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { auditEntries } from '#worker/db/schema/audit.ts'
import { existing, prepare, select, selectFirst, type Params } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
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
  purpose: c.purpose,
  recipients: c.recipients,
  sent: c.sent,
  failed: c.failed,
  // Mails still queued when a campaign is stopped count as skipped.
  skipped: sql<number>`iif(${c.status} = 'stopped', ${c.recipients} - ${c.sent} - ${c.failed}, ${c.skipped})`,
  unsubscribed: c.unsubscribed,
  created_at: instantSql(c.createdAt),
  modified_at: instantSql(c.updatedAt),
  started_at: instantSql(c.startedAt),
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
  falls_back_to_english: c.fallsBackToEnglish,
  applies_on: c.appliesOn,
  revision: c.revision,
  savedBy: sql<string | null>`(select ${users.username} from ${auditEntries}
    left join ${users} on ${users.id} = ${auditEntries.actorId}
    where ${auditEntries.subjectType} = 'campaign' and ${auditEntries.subjectId} = ${c.id}
      and ${auditEntries.action} in ('create', 'edit')
    order by ${auditEntries.id} desc limit 1)`,
}
export type CampaignRow = RowOf<typeof campaignColumns>

export const selectCampaign = prepare(({ id }: Params<{ id: CampaignId }>) =>
  existing(select(campaignColumns, sql`from ${c} where ${c.id} = ${id}`), 'campaign_not_found'),
)

export const findCampaign = prepare(({ id }: Params<{ id: CampaignId | null }>) =>
  selectFirst(campaignColumns, sql`from ${c} where ${c.id} = ${id}`),
)

export const selectCampaignByName = prepare(({ name }: Params<{ name: string }>) =>
  selectFirst(campaignColumns, sql`from ${c} where ${c.name} = ${name}`),
)

export function toCampaignSummary(row: CampaignSummaryRow): CampaignSummary {
  const { recipients, sent, failed, skipped, unsubscribed, ...summary } = row
  return { ...summary, counts: { recipients, sent, failed, skipped, unsubscribed } }
}

type AudienceSubjects = CampaignView['audience']['streamers']

export function toCampaign(row: CampaignRow): CampaignView {
  const { texts, audience, streamers, games, savedBy: _, ...others } = row
  const { revision, falls_back_to_english, applies_on, ...summary } = others
  return {
    ...toCampaignSummary(summary),
    texts,
    audience: {
      languages: audience.languages,
      streamers: JSON.parse(streamers) as AudienceSubjects,
      games: JSON.parse(games) as AudienceSubjects,
    },
    falls_back_to_english,
    applies_on,
    revision,
  }
}
