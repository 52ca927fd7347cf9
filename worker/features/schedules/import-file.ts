import { sql } from 'drizzle-orm'
import { read, readCounting, type Ctx, type Member } from '#worker/context.ts'
import type { ScheduleSourceId, UserId } from '#worker/contract.ts'
import { rows } from '#worker/db/client.ts'
import { assertOpen, knock } from '#worker/features/accounts/throttle.ts'
import { AppError } from '#worker/http/errors.ts'
import { UpstreamFault } from '#worker/platform/upstream.ts'
import { readCalendar } from './calendar-file.ts'
import { largestCalendarBytes, type ImportReport, type ScheduleFileInput } from './contract.ts'
import { fileSourceOf, insertSource, targetOf, type New, type Reach } from './new-source.ts'
import { asSystem, importItems } from './run.ts'
import { selectSources, type Source } from './source-rows.ts'

const filesPerHour = 60

/** A file is read once; the same one again changes what it brought in before. */
export async function importFile(
  ctx: Ctx<Member>,
  reach: Reach,
  { file, confirm, ...input }: ScheduleFileInput,
): Promise<ImportReport> {
  if (file.size > largestCalendarBytes) throw new AppError('too_large', 'body_too_large')
  const door = { hourly: [{ subject: `schedule_file:${ctx.actor.userId}`, limit: filesPerHour }] }
  const [[opening]] = await readCounting(ctx, knock(ctx, door))
  assertOpen(ctx, opening)
  const announced = await readText(ctx, input, await file.text())
  const source = await fileSource(ctx, reach, { ...input, kind: 'ical_file' }, confirm)
  return importItems(asSystem(ctx), source, announced, { isPreview: !confirm })
}

async function readText({ now }: Ctx, { timezone }: Pick<Source, 'timezone'>, text: string) {
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
    selectSources(ctx, sql`${fileSourceOf(ctx, accountId)} and ${isTheirs}`),
    rows<Pick<Source, 'account' | 'platform' | 'streamerId'>>(
      ctx.db,
      sql`select a.name as account, a.platform, p.id as streamerId
        from ${targetOf(ctx, reach, accountId)}`,
    ),
  ])
  if (!target) throw new AppError('conflict', 'account_not_verified')
  if (known) return { ...known, category, language, timezone }
  if (confirm) return { ...(await insertSource(ctx, reach, input)), category, language, timezone }
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
    isOwn: 0,
    lastRunAt: null,
  }
}
