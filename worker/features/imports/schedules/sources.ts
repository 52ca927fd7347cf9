import { sql } from 'drizzle-orm'
import {
  asSystem,
  read,
  readAndRecordAttempt,
  write,
  type Ctx,
  type Member,
} from '#worker/context.ts'
import type { ScheduleSourceId } from '#worker/contracts/ids.ts'
import type { Statement } from '#worker/db/client.ts'
import { scheduleSources } from '#worker/db/schema/imports.ts'
import { existing } from '#worker/db/statement.ts'
import { afterChange, remove } from '#worker/db/writes.ts'
import { assertNotThrottled, recordAttempt } from '#worker/request/attempt-limits.ts'
import { AppError } from '#worker/api/errors.ts'
import type {
  ScheduleImportReport,
  ImportSourceInput,
  ScheduleSourceInput,
  ScheduleSourcesView,
  ScheduleSourceView,
} from './contract.ts'
import {
  insertSource,
  isSourceInScope,
  auditModeratorChange,
  type SourceScope,
} from './new-source.ts'
import type { AdditionalStatementBuilder } from './import-items.ts'
import { previewSource, importFromSource } from './run-source.ts'
import { selectSources, toSourceView, type ScheduleSourceRow, s } from './source-rows.ts'

const apartMs = 60_000

export function selectMySources(ctx: Ctx<Member>): Statement<ScheduleSourceRow[]> {
  return selectSources(isSourceInScope(ctx, { streamerId: null }))
}

export function toSourcesView(ctx: Ctx, found: ScheduleSourceRow[]): ScheduleSourcesView {
  return { items: found.map((row) => toSourceView(ctx, row)) }
}

export async function listSources(
  ctx: Ctx<Member>,
  reach: SourceScope,
): Promise<ScheduleSourcesView> {
  const { found } = await read(ctx, { found: selectSources(isSourceInScope(ctx, reach)) })
  return toSourcesView(ctx, found)
}

export async function addSource(
  ctx: Ctx<Member>,
  reach: SourceScope,
  input: ScheduleSourceInput,
): Promise<ScheduleSourceView> {
  return toSourceView(ctx, await insertSource(ctx, reach, input))
}

export async function removeSource(
  ctx: Ctx<Member>,
  reach: SourceScope,
  id: ScheduleSourceId,
): Promise<void> {
  const { removed } = await write(ctx, {
    removed: afterChange(
      remove(scheduleSources, {
        where: sql`${scheduleSources.id} = ${id} and ${isSourceInScope(ctx, reach, scheduleSources)}`,
      }),
      { audit: auditModeratorChange(ctx, reach, { act: 'remove_schedule' }) },
    ),
  })
  if (!removed.hasChanged) throw new AppError('not_found', 'schedule_source_not_found')
}

/** Reads a saved source now. The first confirmed run lets the hourly job go on with it. */
export async function importSourceNow(
  ctx: Ctx<Member>,
  reach: SourceScope,
  { id, confirm }: ImportSourceInput & { id: ScheduleSourceId },
): Promise<ScheduleImportReport> {
  const found = selectSources(
    sql`${s.id} = ${id} and ${s.kind} <> 'ical_file' and ${isSourceInScope(ctx, reach)}`,
  )
  const { source } = await read(ctx, { source: existing(found, 'schedule_source_not_found') })
  // A fresh preview allows an import at once.
  const subject = `schedule_${confirm ? 'run' : 'look'}:${id}`
  const attempt = await readAndRecordAttempt(
    ctx,
    recordAttempt(ctx, { hourly: [], spaced: { subject, apartMs } }),
  )
  assertNotThrottled(ctx, attempt)
  const isNew = sql`exists (select 1 from ${s} where ${s.id} = ${id} and ${s.nextRunAt} is null)`
  const noted: AdditionalStatementBuilder = (hasChanged) =>
    auditModeratorChange(ctx, reach, {
      act: 'start_schedule',
      when: hasChanged ? sql`true` : isNew,
    })
  const outcome = confirm
    ? await importFromSource(asSystem(ctx), source, noted)
    : await previewSource(asSystem(ctx), source)
  if ('fault' in outcome) {
    throw new AppError('conflict', 'schedule_unreadable', {
      details: { fault: outcome.fault, ...outcome.where },
    })
  }
  return outcome.report
}
