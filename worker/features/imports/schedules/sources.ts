import { sql } from 'drizzle-orm'
import { asSystem, read, readCounting, write, type Ctx, type Member } from '#worker/context.ts'
import type { ScheduleSourceId } from '#worker/contracts/ids.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { assertNotThrottled, recordAttempt } from '#worker/features/accounts/throttle.ts'
import { AppError } from '#worker/api/errors.ts'
import type {
  ImportReport,
  RunInput,
  ScheduleSourceInput,
  ScheduleSourcesView,
  ScheduleSourceView,
} from './contract.ts'
import { insertSource, isInScope, auditForStaff, type SourceScope } from './new-source.ts'
import type { Alongside } from './import-items.ts'
import { previewSource, runSource } from './run-source.ts'
import { selectSources, toSourceView, type SourceRow } from './source-rows.ts'

/** Of one source. */
const apartMs = 60_000

export function selectMySources(ctx: Ctx<Member>): Statement<SourceRow[]> {
  return selectSources(ctx, isInScope(ctx, { streamerId: null }))
}

export function toSources(ctx: Ctx, found: SourceRow[]): ScheduleSourcesView {
  return { items: found.map((row) => toSourceView(ctx, row)) }
}

export async function listSources(
  ctx: Ctx<Member>,
  reach: SourceScope,
): Promise<ScheduleSourcesView> {
  const [found] = await read(ctx, [selectSources(ctx, isInScope(ctx, reach))])
  return toSources(ctx, found)
}

/** Nothing is imported from it yet. */
export async function addSource(
  ctx: Ctx<Member>,
  reach: SourceScope,
  input: ScheduleSourceInput,
): Promise<ScheduleSourceView> {
  return toSourceView(ctx, await insertSource(ctx, reach, input))
}

/** What it brought in stays. */
export async function removeSource(
  ctx: Ctx<Member>,
  reach: SourceScope,
  id: ScheduleSourceId,
): Promise<void> {
  const [removed] = await write(ctx, [
    rows(
      ctx.db,
      sql`delete from schedule_sources as s where id = ${id} and ${isInScope(ctx, reach)} returning id`,
    ),
    auditForStaff(ctx, reach, { act: 'remove_schedule', when: sql`changes() = 1` }),
  ])
  if (removed.length === 0) throw new AppError('not_found', 'schedule_source_not_found')
}

/** Reads a saved source now. The first confirmed run lets the hourly job go on with it. */
export async function runNow(
  ctx: Ctx<Member>,
  reach: SourceScope,
  { id, confirm }: RunInput & { id: ScheduleSourceId },
): Promise<ImportReport> {
  const [[row]] = await read(ctx, [
    selectSources(ctx, sql`s.id = ${id} and s.kind <> 'ical_file' and ${isInScope(ctx, reach)}`),
  ])
  if (!row) throw new AppError('not_found', 'schedule_source_not_found')
  // Who looked may bring in at once.
  const subject = `schedule_${confirm ? 'run' : 'look'}:${id}`
  const [[opening]] = await readCounting(
    ctx,
    recordAttempt(ctx, { hourly: [], spaced: { subject, apartMs } }),
  )
  assertNotThrottled(ctx, opening)
  const isNew = sql`exists (select 1 from schedule_sources where id = ${id} and next_run_at is null)`
  const noted: Alongside = (hasChanged) =>
    auditForStaff(ctx, reach, { act: 'start_schedule', when: hasChanged ? sql`true` : isNew })
  const outcome = confirm
    ? await runSource(asSystem(ctx), row, noted)
    : await previewSource(asSystem(ctx), row)
  if ('fault' in outcome) {
    throw new AppError('conflict', 'schedule_unreadable', { details: { fault: outcome.fault } })
  }
  return outcome.report
}
