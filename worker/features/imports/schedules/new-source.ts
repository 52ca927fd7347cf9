import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Ctx, type Member } from '#worker/context.ts'
import type { ScheduleSourceId, StreamerId, StreamingAccountId } from '#worker/contracts/ids.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { audit } from '#worker/features/moderation/audit/audit.ts'
import type { AuditAction } from '#worker/features/moderation/audit/contract.ts'
import { AppError } from '#worker/api/errors.ts'
import { encrypt } from '#worker/auth/crypto.ts'
import { addressOf, selectSources, type Source, type SourceRow } from './source-rows.ts'

const maxSources = 10

/** Whose sources somebody deals with: their own, or as a moderator those of a streamer. */
export type SourceScope = { streamerId: StreamerId | null }

/** Of a source `s`. */
export function isInScope({ actor }: Ctx<Member>, { streamerId }: SourceScope): SQL {
  const isMine = sql`s.user_id = ${actor.userId}
    and s.streamer_id in (select id from streamers where user_id = ${actor.userId})`
  return streamerId === null ? sql`(${isMine})` : sql`s.streamer_id = ${streamerId}`
}

/** The log has what moderators do to streamers, not what members do for themselves. */
export function auditForStaff(
  ctx: Ctx<Member>,
  { streamerId }: SourceScope,
  { act, when }: { act: AuditAction; when: SQL },
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
  { streamerId }: SourceScope,
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

/** Those that one of the kind may repeat: a file's is one, of others only those at the same address. */
function findListedElsewhere(
  ctx: Ctx<Member>,
  reach: SourceScope,
  { kind, account_id: accountId }: New,
): SQL {
  return kind === 'ical_file'
    ? fileSourceOf(ctx, accountId)
    : sql`s.kind = ${kind} and s.account_id = ${accountId} and ${isInScope(ctx, reach)}`
}

/** The channel `a` of the streamer `p`, where it can have one of the kind, and there is room for another. */
function placeOf(ctx: Ctx<Member>, reach: SourceScope, { kind, account_id: accountId }: New) {
  const isAsked = kind === 'twitch_schedule' ? sql`a.platform = 'twitch'` : sql`true`
  const isFree = sql`(select count(*) from schedule_sources s where ${isInScope(ctx, reach)})
    < ${maxSources}`
  return { target: sql`${targetOf(ctx, reach, accountId)} and ${isAsked}`, isFree }
}

/** The last that is there, by which a write tells whether another came since. */
async function lastAlike(ctx: Ctx<Member>, reach: SourceScope, input: New): Promise<number> {
  const { target, isFree } = placeOf(ctx, reach, input)
  const [[found], alike] = await read(ctx, [
    rows<{ isFree: number }>(ctx.db, sql`select ${isFree} as isFree from ${target}`),
    selectSources(ctx, findListedElsewhere(ctx, reach, input)),
  ])
  if (!found) throw new AppError('conflict', 'account_not_verified')
  const isFile = input.kind === 'ical_file'
  // Each address is sealed otherwise each time: only here can two be told to be the same.
  if (!isFile && alike.some((one) => addressOf(ctx, one) === input.url)) {
    throw new AppError('conflict', 'schedule_source_exists')
  }
  if (!found.isFree) throw new AppError('conflict', 'too_many_schedule_sources')
  return isFile ? 0 : (alike.at(-1)?.id ?? 0)
}

/** For a file the one that is there, if another import was faster. */
export async function insertSource(
  ctx: Ctx<Member>,
  reach: SourceScope,
  input: New,
): Promise<SourceRow> {
  const { db, now, actor, config } = ctx
  const { kind, url, category, language, timezone } = input
  const last = await lastAlike(ctx, reach, input)
  const { target, isFree } = placeOf(ctx, reach, input)
  const newer = sql`${findListedElsewhere(ctx, reach, input)} and s.id > ${last}`
  const sealed = url ? encrypt(config.ENCRYPTION_KEY, url) : null
  const [[made], [first]] = await write(ctx, [
    rows<{ id: ScheduleSourceId }>(
      db,
      sql`insert into schedule_sources (user_id, streamer_id, account_id, kind, sealed_url, category,
          language, timezone, created_at)
        select ${actor.userId}, p.id, a.id, ${kind}, ${sealed}, ${category}, ${language},
          ${timezone}, ${now}
        from ${target} and ${isFree}
          and not exists (select 1 from schedule_sources s where ${newer})
        returning id`,
    ),
    selectSources(ctx, newer),
    auditForStaff(ctx, reach, { act: 'add_schedule', when: sql`changes() = 1` }),
  ])
  if (first && (made || kind === 'ical_file')) return first
  throw new AppError('conflict', first ? 'schedule_source_exists' : 'account_not_verified')
}
