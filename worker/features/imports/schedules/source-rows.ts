import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { Category, Platform } from '#worker/contracts/enumerations.ts'
import type {
  EventId,
  ScheduleSourceId,
  StreamerId,
  StreamingAccountId,
  UserId,
} from '#worker/contracts/ids.ts'
import type { Language } from '#worker/contracts/locale.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { events } from '#worker/db/schema/events.ts'
import { alias } from '#worker/db/write-sql.ts'
import type { EventStatus } from '#worker/features/events/contract.ts'
import { scheduledColumns } from '#worker/features/events/fields.ts'
import { decrypt } from '#worker/auth/crypto.ts'
import type { ScheduleError, ScheduleKind, ScheduleSourceView } from './contract.ts'
import { fingerprintOf, type Facts } from './fingerprint.ts'

export type Source = {
  id: ScheduleSourceId
  userId: UserId
  streamerId: StreamerId
  accountId: StreamingAccountId
  kind: ScheduleKind
  sealedUrl: string | null
  platform: Platform
  account: string
  /** The platform's own for it, which stays when the name goes to somebody else. */
  platformId: string | null
  category: Category
  language: Language
  timezone: string
  /** Whether its owner may still bring events in: for their own verified channel, or as a moderator. */
  isAllowed: number
  /** Whether it is its owner's own verified channel. */
  isOwn: number
  lastRunAt: number | null
}
export type SourceRow = Source & {
  events: number
  createdAt: number
  lastError: ScheduleError | null
  failures: number
  nextRunAt: number | null
}

/** Of a source `s` with its account `a`. */
const columns = sql.raw(`s.id, s.user_id as userId, s.streamer_id as streamerId,
  s.account_id as accountId, s.kind, s.sealed_url as sealedUrl, a.platform, a.name as account,
  (select platform_id from channels where platform = a.platform and name_key = a.name_key)
    as platformId,
  s.category, s.language, s.timezone, s.created_at as createdAt, s.last_run_at as lastRunAt,
  s.last_error as lastError, s.failures, s.next_run_at as nextRunAt,
  (select count(*) from imported_events where source_id = s.id and event_id is not null) as events,
  exists (select 1 from users u join streamers p on p.id = s.streamer_id
    where u.id = s.user_id and u.is_active and not u.is_soft_banned and a.streamer_id = s.streamer_id
      and (u.role <> 'member' or p.user_id = u.id and a.verified_at is not null)) as isAllowed,
  a.verified_at is not null and exists (select 1 from streamers p where p.id = s.streamer_id
    and p.id = a.streamer_id and p.user_id = s.user_id) as isOwn`)

/** `where` is about the source `s`. */
export function selectSources({ db }: Ctx, where: SQL): Statement<SourceRow[]> {
  return rows<SourceRow>(
    db,
    sql`select ${columns} from schedule_sources s
      join streaming_accounts a on a.id = s.account_id where ${where} order by s.id`,
  )
}

export function toSourceView(ctx: Ctx, row: SourceRow): ScheduleSourceView {
  const url = addressOf(ctx, row)
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
export function addressOf({ config }: Ctx, { sealedUrl }: Source): string | undefined {
  if (sealedUrl === null) return undefined
  try {
    return decrypt(config.ENCRYPTION_KEY, sealedUrl)
  } catch {
    return undefined
  }
}

/** An entry that was imported before, with its event as it stands. */
export type ImportedEntry = {
  uid: string
  fingerprint: string
  missingRuns: number
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
  /** Of its facts as they are now. */
  fingerprint: string
}
export type ImportedEntryRow = Facts & {
  uid: string
  imported: string
  missingRuns: number
  eventId: EventId | null
  status: EventStatus
  approveAt: number | null
  cancelledAt: number | null
}

const e = alias(events, 'e')

/** Of an imported `i` and its event `e`: what is long over may come again at another time, as another event. */
export function isRemembered({ now }: Ctx): SQL {
  return sql`(${e.id} is null or ${e.endAt} > ${now - 7 * 86_400_000})`
}

/** None for a source that is yet to be. */
export function selectImportedEntries(
  ctx: Ctx,
  sourceId: ScheduleSourceId | undefined,
): Statement<ImportedEntryRow[]> {
  return rows<ImportedEntryRow>(
    ctx.db,
    sql`select i.uid, i.fingerprint as imported, i.missing_runs as missingRuns, ${e.id} as eventId,
        ${e.status}, ${e.approveAt} as approveAt, ${e.cancelledAt} as cancelledAt,
        ${scheduledColumns(e)}
      from imported_events i left join ${e} on ${e.id} = i.event_id
      where i.source_id = ${sourceId ?? null} and ${isRemembered(ctx)}
      order by i.rowid desc limit 2000`,
  )
}

export function toImportedEntry(row: ImportedEntryRow): ImportedEntry {
  const { uid, imported, missingRuns, eventId, status, approveAt, cancelledAt, name } = row
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
          fingerprint: fingerprintOf(row),
        }
  return { uid, fingerprint: imported, missingRuns, event }
}
