import { sql } from 'drizzle-orm'
import { asSystem, read, readAndRecordAttempt, type Ctx, type Member } from '#worker/context.ts'
import type { StreamingAccountId } from '#worker/contracts/ids.ts'
import { a } from '#worker/db/aliases.ts'
import { first, selectFirst } from '#worker/db/statement.ts'
import { assertNotThrottled, recordAttempt } from '#worker/request/attempt-limits.ts'
import { AppError } from '#worker/api/errors.ts'
import { readCalendar } from './calendar-file.ts'
import { CalendarError } from './calendar-text.ts'
import { maxCalendarBytes, type ScheduleImportReport, type ScheduleFileInput } from './contract.ts'
import type { ReconcileSource } from './reconcile.ts'
import {
  isOwnFileSource,
  insertSource,
  auditModeratorChange,
  importTargetClauses,
  type SourceScope,
} from './new-source.ts'
import { importScheduledItems, previewScheduledItems } from './import-items.ts'
import { selectSources, type ScheduleSource, p } from './source-rows.ts'

const filesPerHour = 60

export async function importScheduleFile(
  ctx: Ctx<Member>,
  reach: SourceScope,
  { file, confirm, ...input }: ScheduleFileInput,
): Promise<ScheduleImportReport> {
  if (file.size > maxCalendarBytes) throw new AppError('too_large', 'body_too_large')
  const rateLimit = {
    hourly: [{ subject: `schedule_file:${ctx.actor.userId}`, limit: filesPerHour }],
  }
  const attempt = await readAndRecordAttempt(ctx, recordAttempt(ctx, rateLimit))
  assertNotThrottled(ctx, attempt)
  const announced = await readCalendarBytes(ctx, input, new Uint8Array(await file.arrayBuffer()))
  const found = await findFileSource(ctx, reach, input.account_id)
  const { category, language, timezone } = input
  const chosen = { category, language, timezone }
  const system = asSystem(ctx)
  if (!confirm) return previewScheduledItems(system, { ...found, ...chosen }, announced)
  const source =
    'id' in found ? found : await insertSource(ctx, reach, { ...input, kind: 'ical_file' })
  return importScheduledItems(system, { ...source, ...chosen }, announced, (hasChanged) =>
    auditModeratorChange(ctx, reach, {
      act: 'start_schedule',
      when: hasChanged ? sql`true` : sql`false`,
    }),
  )
}

async function readCalendarBytes(
  { now }: Ctx,
  { timezone }: Pick<ScheduleSource, 'timezone'>,
  bytes: Uint8Array<ArrayBuffer>,
) {
  try {
    return await readCalendar(bytes, { now, timezone })
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error
    const details = { fault: 'malformed', ...error.where }
    throw new AppError('conflict', 'schedule_unreadable', { details })
  }
}

type ChosenSourceField = 'category' | 'language' | 'timezone'

async function findFileSource(
  ctx: Ctx<Member>,
  reach: SourceScope,
  accountId: StreamingAccountId,
): Promise<ScheduleSource | Omit<ReconcileSource, ChosenSourceField>> {
  const { from, where } = importTargetClauses(ctx, reach, accountId)
  const { source, channel } = await read(ctx, {
    source: first(
      selectSources(
        sql`${isOwnFileSource(ctx, accountId)} and exists (select 1 from ${from} where ${where})`,
      ),
    ),
    channel: selectFirst(
      { account: a.name, platform: a.platform, streamerId: p.id },
      sql`from ${from} where ${where}`,
    ),
  })
  if (!channel) throw new AppError('conflict', 'account_not_verified')
  return source ?? { ...channel, kind: 'ical_file', isOwn: false, lastRunAt: null }
}
