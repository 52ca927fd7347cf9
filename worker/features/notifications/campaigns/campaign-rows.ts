import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { CampaignId } from '#worker/contracts/ids.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { named, type Columns } from '#worker/db/columns.ts'
import { AppError } from '#worker/api/errors.ts'
import type { CampaignStatus, CampaignSummary, CampaignTexts, CampaignView } from './contract.ts'

export type SummaryRow = {
  id: CampaignId
  name: string
  status: CampaignStatus
  /** JSON. */
  languages: string
  recipients: number
  sent: number
  failed: number
  skipped: number
  unsubscribed: number
  createdAt: number
  updatedAt: number
  startedAt: number | null
}

/** A campaign in state `sending` with nothing left to send counts as sent. */
export const statusOfCampaign = sql.raw(`iif(c.status = 'sending' and c.written_at is not null
  and c.recipients <= c.sent + c.failed + c.skipped, 'sent', c.status)`)

/** Of a campaign `c`. */
export const summaryColumns: Columns<SummaryRow> = {
  id: 'c.id',
  name: 'c.name',
  status: statusOfCampaign,
  languages: 'c.languages',
  recipients: 'c.recipients',
  sent: 'c.sent',
  failed: 'c.failed',
  // Mails still queued when a campaign is stopped count as skipped.
  skipped: `iif(c.status = 'stopped', c.recipients - c.sent - c.failed, c.skipped)`,
  unsubscribed: 'c.unsubscribed',
  createdAt: 'c.created_at',
  updatedAt: 'c.updated_at',
  startedAt: 'c.started_at',
}

export type CampaignRow = SummaryRow & {
  /** JSON, like all that follows it. */
  texts: string
  audienceLanguages: string
  streamers: string
  games: string
  fallsBack: 0 | 1
  revision: number
  savedBy: string | null
}

/** Deleted ones are still named: an empty list would seem to mean everybody. */
function namesOf(table: string, name: string, list: string): string {
  return `(select json_group_array(json_object('id', x.value, 'name', coalesce(s.${name}, '#' || x.value)))
    from json_each(c.audience, '$.${list}') x left join ${table} s on s.id = x.value)`
}

const campaignColumns: Columns<CampaignRow> = {
  ...summaryColumns,
  texts: 'c.texts',
  audienceLanguages: `c.audience ->> '$.languages'`,
  streamers: namesOf('streamers', 'display_name', 'streamer_ids'),
  games: namesOf('games', 'name', 'game_ids'),
  fallsBack: 'c.falls_back_to_english',
  revision: 'c.revision',
  savedBy: `(select u.username from audit_entries l left join users u on u.id = l.actor_id
    where l.subject_type = 'campaign' and l.subject_id = c.id and l.act in ('create', 'edit')
    order by l.id desc limit 1)`,
}

export function selectCampaign({ db }: Ctx, id: SQL | CampaignId): Statement<CampaignRow[]> {
  return rows<CampaignRow>(
    db,
    sql`select ${named(campaignColumns)} from campaigns c where c.id = ${id}`,
  )
}

export function toSummary(row: SummaryRow): CampaignSummary {
  const { id, name, status, recipients, sent, failed, skipped, unsubscribed } = row
  return {
    id,
    name,
    status,
    languages: JSON.parse(row.languages) as Locale[],
    counts: { recipients, sent, failed, skipped, unsubscribed },
    created_at: toInstant(row.createdAt),
    modified_at: toInstant(row.updatedAt),
    started_at: row.startedAt === null ? null : toInstant(row.startedAt),
  }
}

type Named = CampaignView['audience']['streamers']

export function toCampaign(row: CampaignRow): CampaignView {
  return {
    ...toSummary(row),
    texts: JSON.parse(row.texts) as CampaignTexts,
    audience: {
      languages: JSON.parse(row.audienceLanguages) as Locale[],
      streamers: JSON.parse(row.streamers) as Named,
      games: JSON.parse(row.games) as Named,
    },
    falls_back_to_english: row.fallsBack === 1,
    revision: row.revision,
  }
}

/** @throws AppError `campaign_not_found` */
export function requireCampaign([row]: CampaignRow[]): CampaignRow {
  if (!row) throw new AppError('not_found', 'campaign_not_found')
  return row
}
