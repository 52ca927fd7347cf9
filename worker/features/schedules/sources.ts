import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Ctx, type Member, type System } from '#worker/context.ts'
import type { ScheduleSourceId, StreamerId, StreamingAccountId, UserId } from '#worker/contract.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { AppError } from '#worker/http/errors.ts'
import { encrypt } from '#worker/platform/crypto.ts'
import { UpstreamFault } from '#worker/platform/upstream.ts'
import { readCalendar } from './calendar-file.ts'
import {
  largestCalendarBytes,
  type ImportReport,
  type RunInput,
  type ScheduleFileInput,
  type ScheduleSourceInput,
  type ScheduleSourcesView,
  type ScheduleSourceView,
} from './contract.ts'
import { importItems } from './run.ts'
import { runSource } from './run-source.ts'
import { selectSources, toSourceView, type Source, type SourceRow } from './source-rows.ts'

const mostSources = 10

/** Whose sources somebody deals with: their own, or as a moderator those of a streamer. */
type Reach = { streamerId: StreamerId | null }

function isWithin({ actor }: Ctx<Member>, { streamerId }: Reach): SQL {
  return streamerId === null ? sql`s.user_id = ${actor.userId}` : sql`s.streamer_id = ${streamerId}`
}

export function selectMySources(ctx: Ctx<Member>): Statement<SourceRow[]> {
  return selectSources(ctx, isWithin(ctx, { streamerId: null }))
}

export function toSources(ctx: Ctx, found: SourceRow[]): ScheduleSourcesView {
  return { items: found.map((row) => toSourceView(ctx, row)) }
}

export async function listSources(ctx: Ctx<Member>, reach: Reach): Promise<ScheduleSourcesView> {
  const [found] = await read(ctx, [selectSources(ctx, isWithin(ctx, reach))])
  return toSources(ctx, found)
}

/** The channel, if the caller may import for it: their own verified one, or any of the streamer. */
function targetOf(
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

type New = {
  kind: Source['kind']
  account_id: StreamingAccountId
  url?: string
  category: Source['category']
  language: Source['language']
  timezone: string
}

/** A file's channel has one source, that the same file again finds its events by. */
async function insertSource(ctx: Ctx<Member>, reach: Reach, input: New): Promise<SourceRow> {
  const { db, now, actor, config } = ctx
  const { kind, account_id: accountId, url, category, language, timezone } = input
  const isFree = sql`(select count(*) from schedule_sources where user_id = ${actor.userId})
    < ${mostSources}`
  const isAsked = kind === 'twitch_schedule' ? sql`a.platform = 'twitch'` : sql`true`
  const [[target]] = await read(ctx, [
    rows<{ id: StreamingAccountId; isFree: number }>(
      db,
      sql`select a.id, ${isFree} as isFree from ${targetOf(ctx, reach, accountId)} and ${isAsked}`,
    ),
  ])
  if (!target) throw new AppError('conflict', 'account_not_verified')
  if (!target.isFree) throw new AppError('conflict', 'too_many_schedule_sources')
  const sealed = url ? encrypt(config.ENCRYPTION_KEY, url) : null
  const [[made], found] = await write(ctx, [
    rows<{ id: ScheduleSourceId }>(
      db,
      sql`insert into schedule_sources (user_id, streamer_id, account_id, kind, sealed_url, category,
          language, timezone, created_at)
        select ${actor.userId}, p.id, a.id, ${kind}, ${sealed}, ${category}, ${language},
          ${timezone}, ${now}
        from ${targetOf(ctx, reach, accountId)} and ${isAsked} and ${isFree} returning id`,
    ),
    selectSources(ctx, sql`s.id = last_insert_rowid() and s.user_id = ${actor.userId}`),
  ])
  const row = made && found.find(({ id }) => id === made.id)
  if (!row) throw new AppError('conflict', 'account_not_verified')
  return row
}

/** Nothing is imported from it yet. */
export async function addSource(
  ctx: Ctx<Member>,
  reach: Reach,
  input: ScheduleSourceInput,
): Promise<ScheduleSourceView> {
  return toSourceView(ctx, await insertSource(ctx, reach, input))
}

/** What it brought in stays. */
export async function removeSource(
  ctx: Ctx<Member>,
  reach: Reach,
  id: ScheduleSourceId,
): Promise<void> {
  await read(ctx, [])
  const [removed] = await write(ctx, [
    rows(
      ctx.db,
      sql`delete from schedule_sources as s where id = ${id} and ${isWithin(ctx, reach)} returning id`,
    ),
  ])
  if (removed.length === 0) throw new AppError('not_found', 'schedule_source_not_found')
}

/** Imported in nobody's hurry: the log names the clock, the events their owner. */
function asSystem(ctx: Ctx): Ctx<System> {
  return { ...ctx, actor: { kind: 'system' } }
}

/** Reads a saved source now. The first confirmed run lets the hourly job go on with it. */
export async function runNow(
  ctx: Ctx<Member>,
  reach: Reach,
  { id, confirm }: RunInput & { id: ScheduleSourceId },
): Promise<ImportReport> {
  const [[row]] = await read(ctx, [
    selectSources(ctx, sql`s.id = ${id} and s.kind <> 'ical_file' and ${isWithin(ctx, reach)}`),
  ])
  if (!row) throw new AppError('not_found', 'schedule_source_not_found')
  const outcome = await runSource(asSystem(ctx), row, { isPreview: !confirm })
  if ('fault' in outcome) {
    throw new AppError('conflict', 'schedule_unreadable', { details: { fault: outcome.fault } })
  }
  return outcome.report
}

/** A file is read once; the same one again changes what it brought in before. */
export async function importFile(
  ctx: Ctx<Member>,
  reach: Reach,
  { file, confirm, ...input }: ScheduleFileInput,
): Promise<ImportReport> {
  const source = await fileSource(ctx, reach, { ...input, kind: 'ical_file' }, confirm)
  if (file.size > largestCalendarBytes) throw new AppError('too_large', 'body_too_large')
  const items = await itemsOf(ctx, source, await file.text())
  return importItems(asSystem(ctx), source, items, { isPreview: !confirm })
}

async function itemsOf({ now }: Ctx, { timezone }: Source, text: string) {
  try {
    return await readCalendar(text, { now, timezone })
  } catch (error) {
    if (!(error instanceof UpstreamFault)) throw error
    const details = { fault: 'malformed' }
    throw new AppError('conflict', 'schedule_unreadable', { details })
  }
}

/** Found, or made where the import is confirmed; a mere look needs none. */
async function fileSource(
  ctx: Ctx<Member>,
  reach: Reach,
  input: New,
  confirm: boolean,
): Promise<Source> {
  const { category, language, timezone, account_id: accountId } = input
  const isTheirs = sql`exists (select 1 from ${targetOf(ctx, reach, accountId)})`
  const [[known], [target]] = await read(ctx, [
    selectSources(
      ctx,
      sql`s.kind = 'ical_file' and s.account_id = ${accountId} and s.user_id = ${ctx.actor.userId}
        and ${isTheirs}`,
    ),
    rows<Pick<Source, 'account' | 'platform' | 'streamerId'>>(
      ctx.db,
      sql`select a.name as account, a.platform, p.id as streamerId
        from ${targetOf(ctx, reach, accountId)}`,
    ),
  ])
  if (!target) throw new AppError('conflict', 'account_not_verified')
  if (known) return { ...known, category, language, timezone }
  if (confirm) return insertSource(ctx, reach, input)
  return {
    ...target,
    id: 0 as ScheduleSourceId,
    userId: ctx.actor.userId as UserId,
    accountId,
    kind: 'ical_file',
    sealedUrl: null,
    category,
    language,
    timezone,
    isAllowed: 1,
  }
}
