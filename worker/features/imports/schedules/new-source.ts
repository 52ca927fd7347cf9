import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Ctx, type Member } from '#worker/context.ts'
import type { StreamerId, StreamingAccountId } from '#worker/contracts/ids.ts'
import { featurePlatforms } from '#worker/contracts/platforms.ts'
import { a } from '#worker/db/aliases.ts'
import { equals } from '#worker/db/conditions.ts'
import type { Statement } from '#worker/db/client.ts'
import { booleanSql } from '#worker/db/row.ts'
import { streamers } from '#worker/db/schema/directory.ts'
import { scheduleSources } from '#worker/db/schema/imports.ts'
import { first, selectFirst } from '#worker/db/statement.ts'
import { afterChange, insert } from '#worker/db/writes.ts'
import { insertAuditEntry } from '#worker/audit/audit-entries.ts'
import type { AuditAction } from '#worker/features/moderation/audit/contract.ts'
import { AppError } from '#worker/api/errors.ts'
import { encrypt } from '#worker/auth/crypto.ts'
import {
  decryptSourceUrl,
  selectSources,
  type ScheduleSource,
  type ScheduleSourceRow,
  s,
  p,
} from './source-rows.ts'

const maxSources = 10

/** Null: one's own; otherwise, as a moderator, those of the streamer. */
export type SourceScope = { streamerId: StreamerId | null }

/** Condition on a source, by default `s`. */
export function isSourceInScope({ actor }: Ctx<Member>, { streamerId }: SourceScope, of = s): SQL {
  const isMine = sql`${of.userId} = ${actor.userId}
    and ${of.streamerId} in (select ${streamers.id} from ${streamers}
      where ${streamers.userId} = ${actor.userId})`
  return streamerId === null ? sql`(${isMine})` : sql`${of.streamerId} = ${streamerId}`
}

/** The log has what moderators do to streamers, not what members do for themselves. */
export function auditModeratorChange(
  ctx: Ctx<Member>,
  { streamerId }: SourceScope,
  { act, when = sql`true` }: { act: AuditAction; when?: SQL },
): Statement {
  return insertAuditEntry(ctx, {
    act,
    subject: 'streamer',
    id: streamerId ?? 0,
    when: streamerId === null ? sql`false` : when,
  })
}

type ImportTargetClauses = { from: SQL; where: SQL }

export function importTargetClauses(
  { actor }: Ctx<Member>,
  { streamerId }: SourceScope,
  accountId: StreamingAccountId,
): ImportTargetClauses {
  const isTheirs =
    streamerId === null
      ? sql`${p.userId} = ${actor.userId} and ${a.verifiedAt} is not null`
      : sql`${p.id} = ${streamerId}`
  return {
    from: sql`${a} join ${p} on ${p.id} = ${a.streamerId}`,
    where: sql`${a.id} = ${accountId} and ${isTheirs}`,
  }
}

export type ScheduleSourceValues = {
  kind: ScheduleSource['kind']
  account_id: StreamingAccountId
  url?: string
  category: ScheduleSource['category']
  language: ScheduleSource['language']
  timezone: string
}

/** A file's channel has one source of each sender, that the same file again finds its events by. */
export function isOwnFileSource({ actor }: Ctx<Member>, accountId: StreamingAccountId): SQL {
  return sql`${s.kind} = 'ical_file' and ${s.accountId} = ${accountId}
    and ${s.userId} = ${actor.userId}`
}

/** Sources that a new one may repeat: the file's, or those at the same address. */
function matchesSimilarSource(
  ctx: Ctx<Member>,
  reach: SourceScope,
  { kind, account_id: accountId }: ScheduleSourceValues,
): SQL {
  return kind === 'ical_file'
    ? isOwnFileSource(ctx, accountId)
    : sql`${s.kind} = ${kind} and ${s.accountId} = ${accountId} and ${isSourceInScope(ctx, reach)}`
}

/** The channel `a` of the streamer `p`, where it can have one of the kind, and there is room for another. */
function buildImportTarget(
  ctx: Ctx<Member>,
  reach: SourceScope,
  { kind, account_id: accountId }: ScheduleSourceValues,
) {
  const { from, where } = importTargetClauses(ctx, reach, accountId)
  const isAsked =
    kind === 'twitch_schedule' ? equals(a.platform, featurePlatforms.schedules) : sql`true`
  const isFree = sql`(select count(*) from ${s} where ${isSourceInScope(ctx, reach)}) < ${maxSources}`
  return { target: { from, where: sql`${where} and ${isAsked}` }, isFree }
}

/** The last that is there, by which a write tells whether another came since. */
async function findLastSimilarSource(
  ctx: Ctx<Member>,
  reach: SourceScope,
  input: ScheduleSourceValues,
): Promise<number> {
  const { target, isFree } = buildImportTarget(ctx, reach, input)
  const { found, alike } = await read(ctx, {
    found: selectFirst(
      { isFree: booleanSql(isFree) },
      sql`from ${target.from} where ${target.where}`,
    ),
    alike: selectSources(matchesSimilarSource(ctx, reach, input)),
  })
  if (!found) throw new AppError('conflict', 'account_not_verified')
  const isFile = input.kind === 'ical_file'
  // Each address has another ciphertext each time: only here can equal ones be found.
  if (!isFile && alike.some((one) => decryptSourceUrl(ctx, one) === input.url)) {
    throw new AppError('conflict', 'schedule_source_exists')
  }
  if (!found.isFree) throw new AppError('conflict', 'too_many_schedule_sources')
  return isFile ? 0 : (alike.at(-1)?.id ?? 0)
}

/** For a file the one that is there, if another import was faster. */
export async function insertSource(
  ctx: Ctx<Member>,
  reach: SourceScope,
  input: ScheduleSourceValues,
): Promise<ScheduleSourceRow> {
  const { now, actor, config } = ctx
  const { kind, url, category, language, timezone } = input
  const last = await findLastSimilarSource(ctx, reach, input)
  const { target, isFree } = buildImportTarget(ctx, reach, input)
  const newer = sql`${matchesSimilarSource(ctx, reach, input)} and ${s.id} > ${last}`
  const encryptedUrl = url ? encrypt(config.ENCRYPTION_KEY, url) : null
  const { inserted, source } = await write(ctx, {
    inserted: afterChange(
      insert(
        scheduleSources,
        {
          userId: actor.userId,
          streamerId: p.id,
          accountId: a.id,
          kind,
          encryptedUrl,
          category,
          language,
          timezone,
          createdAt: now,
        },
        {
          from: target.from,
          where: sql`${target.where} and ${isFree}
            and not exists (select 1 from ${s} where ${newer})`,
        },
      ),
      { entry: auditModeratorChange(ctx, reach, { act: 'add_schedule' }) },
    ),
    source: first(selectSources(newer)),
  })
  if (source && (inserted.hasChanged || kind === 'ical_file')) return source
  throw new AppError('conflict', source ? 'schedule_source_exists' : 'account_not_verified')
}
