import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Ctx, type Member } from '#worker/context.ts'
import type { ScheduleSourceId, StreamerId, StreamingAccountId } from '#worker/contract.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { audit } from '#worker/features/audit/audit.ts'
import type { AuditAct } from '#worker/features/audit/contract.ts'
import { AppError } from '#worker/http/errors.ts'
import { encrypt } from '#worker/platform/crypto.ts'
import { addressOf, selectSources, type Source, type SourceRow } from './source-rows.ts'

const mostSources = 10

/** Whose sources somebody deals with: their own, or as a moderator those of a streamer. */
export type Reach = { streamerId: StreamerId | null }

/** Of a source `s`. */
export function isWithin({ actor }: Ctx<Member>, { streamerId }: Reach): SQL {
  return streamerId === null ? sql`s.user_id = ${actor.userId}` : sql`s.streamer_id = ${streamerId}`
}

/** The log has what moderators do to streamers, not what members do for themselves. */
export function note(
  ctx: Ctx<Member>,
  { streamerId }: Reach,
  { act, when }: { act: AuditAct; when: SQL },
): Statement {
  return audit(ctx, {
    act,
    subject: 'streamer',
    id: streamerId ?? 0,
    when: streamerId === null ? sql`false` : when,
  })
}

/** The channel, if the caller may import for it: their own verified one, or any of the streamer. */
export function targetOf(
  { actor }: Ctx<Member>,
  { streamerId }: Reach,
  accountId: StreamingAccountId,
): SQL {
  const isTheirs =
    streamerId === null
      ? sql`p.user_id = ${actor.userId} and a.verified_at is not null`
      : sql`p.id = ${streamerId}`
  return sql`streaming_accounts a join streamers p on p.id = a.streamer_id
    where a.id = ${accountId} and ${isTheirs}`
}

export type New = {
  kind: Source['kind']
  account_id: StreamingAccountId
  url?: string
  category: Source['category']
  language: Source['language']
  timezone: string
}

/** A file's channel has one source of each sender, that the same file again finds its events by. */
export function fileSourceOf({ actor }: Ctx<Member>, accountId: StreamingAccountId): SQL {
  return sql`s.kind = 'ical_file' and s.account_id = ${accountId} and s.user_id = ${actor.userId}`
}

/** For a file the one that is there, if another import was faster. */
export async function insertSource(ctx: Ctx<Member>, reach: Reach, input: New): Promise<SourceRow> {
  const { db, now, actor, config } = ctx
  const { kind, account_id: accountId, url, category, language, timezone } = input
  const isFree = sql`(select count(*) from schedule_sources s where ${isWithin(ctx, reach)})
    < ${mostSources}`
  const isAsked = kind === 'twitch_schedule' ? sql`a.platform = 'twitch'` : sql`true`
  const [[target], alike] = await read(ctx, [
    rows<{ id: StreamingAccountId; isFree: number }>(
      db,
      sql`select a.id, ${isFree} as isFree from ${targetOf(ctx, reach, accountId)} and ${isAsked}`,
    ),
    selectSources(
      ctx,
      sql`s.kind = ${kind} and s.kind <> 'ical_file' and s.account_id = ${accountId}
        and ${isWithin(ctx, reach)}`,
    ),
  ])
  if (!target) throw new AppError('conflict', 'account_not_verified')
  // Each address is sealed otherwise each time: only here can two be told to be the same.
  if (alike.some((one) => addressOf(ctx, one) === url)) {
    throw new AppError('conflict', 'schedule_source_exists')
  }
  if (!target.isFree) throw new AppError('conflict', 'too_many_schedule_sources')
  const isFile = kind === 'ical_file'
  const before = fileSourceOf(ctx, accountId)
  const isFirst = isFile
    ? sql`not exists (select 1 from schedule_sources s where ${before})`
    : sql`true`
  const sealed = url ? encrypt(config.ENCRYPTION_KEY, url) : null
  const [[made], found] = await write(ctx, [
    rows<{ id: ScheduleSourceId }>(
      db,
      sql`insert into schedule_sources (user_id, streamer_id, account_id, kind, sealed_url, category,
          language, timezone, created_at)
        select ${actor.userId}, p.id, a.id, ${kind}, ${sealed}, ${category}, ${language},
          ${timezone}, ${now}
        from ${targetOf(ctx, reach, accountId)} and ${isAsked} and ${isFree} and ${isFirst}
        returning id`,
    ),
    selectSources(
      ctx,
      isFile ? before : sql`s.id = last_insert_rowid() and s.user_id = ${actor.userId}`,
    ),
    note(ctx, reach, { act: 'add_schedule', when: sql`changes() = 1` }),
  ])
  const row = isFile ? found[0] : made && found.find(({ id }) => id === made.id)
  if (!row) throw new AppError('conflict', 'account_not_verified')
  return row
}
