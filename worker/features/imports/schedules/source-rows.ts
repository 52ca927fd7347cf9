import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import { dayMs } from '#worker/contracts/durations.ts'
import type { EventId, ScheduleSourceId } from '#worker/contracts/ids.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { a, e, u } from '#worker/db/aliases.ts'
import type { Statement } from '#worker/db/client.ts'
import { booleanSql, nullable, type RowOf } from '#worker/db/row.ts'
import { streamers } from '#worker/db/schema/directory.ts'
import { channels } from '#worker/db/schema/live.ts'
import { importedEvents, scheduleSources } from '#worker/db/schema/imports.ts'
import { prepare, select, type Params } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import type { EventStatus } from '#worker/features/events/contract.ts'
import { pickScheduleImportColumns } from '#worker/features/events/fields.ts'
import { decrypt } from '#worker/auth/crypto.ts'
import { listEncryptionKeys } from '#worker/auth/keys.ts'
import type { ScheduleSourceView } from './contract.ts'
import { computeFingerprint } from './fingerprint.ts'
import { convertHtmlToText } from './html-to-text.ts'

export const s = alias(scheduleSources, 's')
export const p = alias(streamers, 'p')

const columns = {
  id: s.id,
  userId: s.userId,
  streamerId: s.streamerId,
  accountId: s.accountId,
  kind: s.kind,
  encryptedUrl: s.encryptedUrl,
  platform: a.platform,
  account: a.name,
  /** The platform's own for it, which stays when the name goes to somebody else. */
  platformId: sql<string | null>`(select ${channels.platformId} from ${channels}
    where ${channels.platform} = ${a.platform} and ${channels.nameKey} = ${a.nameKey})`,
  category: s.category,
  language: s.language,
  timezone: s.timezone,
  createdAt: s.createdAt,
  lastRunAt: s.lastRunAt,
  lastError: s.lastError,
  failures: s.failures,
  nextRunAt: s.nextRunAt,
  events: sql<number>`(select count(*) from ${importedEvents}
    where ${importedEvents.sourceId} = ${s.id} and ${importedEvents.eventId} is not null)`,
  /** Its owner may still bring events in: for their own verified channel, or as a moderator. */
  isAllowed: booleanSql(sql`exists (select 1 from ${u} join ${p} on ${p.id} = ${s.streamerId}
    where ${u.id} = ${s.userId} and ${u.isActive} and not ${u.isSoftBanned}
      and ${a.streamerId} = ${s.streamerId}
      and (${u.role} <> 'member' or ${p.userId} = ${u.id} and ${a.verifiedAt} is not null))`),
  isOwn: booleanSql(sql`${a.verifiedAt} is not null and exists (select 1 from ${p}
    where ${p.id} = ${s.streamerId} and ${p.id} = ${a.streamerId} and ${p.userId} = ${s.userId})`),
}
export type ScheduleSourceRow = RowOf<typeof columns>
export type ScheduleSource = Omit<
  ScheduleSourceRow,
  'createdAt' | 'events' | 'failures' | 'lastError' | 'nextRunAt'
>

export function selectSources(where: SQL): Statement<ScheduleSourceRow[]> {
  return select(
    columns,
    sql`from ${s} join ${a} on ${a.id} = ${s.accountId} where ${where} order by ${s.id}`,
  )
}

export function toSourceView(ctx: Ctx, row: ScheduleSourceRow): ScheduleSourceView {
  const url = decryptSourceUrl(ctx, row)
  return {
    id: row.id,
    kind: row.kind,
    platform: row.platform,
    account: row.account,
    host: url ? new URL(url).hostname : null,
    category: row.category,
    language: row.language,
    timezone: row.timezone,
    events: row.events,
    created_at: toInstant(row.createdAt),
    last_run_at: row.lastRunAt === null ? null : toInstant(row.lastRunAt),
    last_error: row.lastError,
    next_run_at: row.nextRunAt === null ? null : toInstant(row.nextRunAt),
  }
}

/** Undefined where there is none, or it was encrypted with a key that was replaced. */
export function decryptSourceUrl(
  { config }: Ctx,
  { encryptedUrl }: ScheduleSource,
): string | undefined {
  if (encryptedUrl === null) return undefined
  try {
    return decrypt(listEncryptionKeys(config), encryptedUrl)
  } catch {
    return undefined
  }
}

export type ImportedEntry = {
  uid: string
  fingerprint: string
  missingRuns: number
  missingSince: number | null
  takenOffAt: number | null
  event: ImportedEvent | null
}
export type ImportedEvent = {
  id: EventId
  name: string
  status: EventStatus
  startAt: number
  endAt: number
  approveAt: number | null
  cancelledAt: number | null
  updatedAt: number
  fingerprint: string
  /** With its description as plain text, which earlier imports kept as HTML. */
  plainFingerprint: string
}
export const i = alias(importedEvents, 'i')

const rememberedMs = 7 * dayMs

/** An imported `i` whose event `e` is long over may come again as another event. */
export function isImportStillTracked(now: SQL | number): SQL {
  return sql`(${e.id} is null or ${e.endAt} > ${now} - ${rememberedMs})`
}

/** All of the event is null where it was deleted. */
const entryColumns = {
  uid: i.uid,
  imported: i.fingerprint,
  missingRuns: i.missingRuns,
  missingSince: i.missingSince,
  takenOffAt: i.takenOffAt,
  eventId: nullable(e.id),
  status: e.status,
  approveAt: e.approveAt,
  cancelledAt: e.cancelledAt,
  updatedAt: e.updatedAt,
  ...pickScheduleImportColumns(e),
}

export const selectImportedEntries = prepare(
  ({ sourceId, now }: Params<{ sourceId: ScheduleSourceId | null; now: number }>) =>
    select(
      entryColumns,
      sql`from ${i} left join ${e} on ${e.id} = ${i.eventId}
        where ${i.sourceId} = ${sourceId} and ${isImportStillTracked(now)}
        order by i.rowid desc limit 2000`,
    ),
)

export function toImportedEntry(row: RowOf<typeof entryColumns>): ImportedEntry {
  const { uid, imported, missingRuns, missingSince, takenOffAt } = row
  const { eventId, status, approveAt, cancelledAt, updatedAt, name } = row
  const event: ImportedEvent | null =
    eventId === null
      ? null
      : {
          id: eventId,
          name,
          status,
          startAt: row.start,
          endAt: row.end,
          approveAt,
          cancelledAt,
          updatedAt,
          fingerprint: computeFingerprint(row),
          plainFingerprint: computeFingerprint({
            ...row,
            description: row.description && convertHtmlToText(row.description),
          }),
        }
  return { uid, fingerprint: imported, missingRuns, missingSince, takenOffAt, event }
}
