import { sql } from 'drizzle-orm'
import { write, type Ctx, type System } from '#worker/context.ts'
import type { ScheduleSourceId } from '#worker/contracts/ids.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import { changeAll } from './change.ts'
import type { ImportReport } from './contract.ts'
import { createAll } from './create.ts'
import { isSeparateRun, isListedIn, type ReconciledEntry, type Target } from './reconcile.ts'
import { isChange, isNew, planImport, skipped, toReport } from './plan.ts'
import type { FeedSnapshot } from './scheduled-item.ts'
import type { ImportedEntry, Source } from './source-rows.ts'

type Marks = { decided: ReconciledEntry[]; seen: ImportedEntry[] }

/** What goes by another name does so from now on; one that is missing counts until it is seen again. */
function mark(ctx: Ctx, source: Source, { decided, seen }: Marks): Statement[] {
  const { db, now } = ctx
  const isOf = sql`source_id = ${source.id}`
  const moved = decided.flatMap(({ uid, formerUid }) => (formerUid ? [{ uid, formerUid }] : []))
  const missing = decided.filter(({ decision }) => decision.outcome === 'missing')
  const count = (runs: number, list: { uid: string }[]) => {
    const uids = JSON.stringify(list.map(({ uid }) => uid))
    return rows(
      db,
      sql`update imported_events set missing_runs = ${runs} where ${isOf}
        and missing_runs <> ${runs} and uid in (select value from json_each(${uids}))`,
    )
  }
  return [
    rows(
      db,
      sql`update or replace imported_events set uid = m.value ->> 'uid', missing_runs = 0
        from json_each(${JSON.stringify(moved)}) m where ${isOf} and uid = m.value ->> 'formerUid'`,
    ),
    count(0, seen),
    ...(isSeparateRun(source, now) ? [count(1, missing)] : []),
  ]
}

/** Says what a source would bring in; it need not be there yet. */
export async function previewItems(
  ctx: Ctx<System>,
  source: Target & { id?: ScheduleSourceId },
  announced: FeedSnapshot,
): Promise<ImportReport> {
  const { decided } = await planImport(ctx, source, announced)
  return toReport(decided, true)
}

export type Alongside = (hasChanged: boolean) => Statement

/** Brings in what a source announces, and writes something alongside. */
export async function importItems(
  ctx: Ctx<System>,
  source: Source,
  announced: FeedSnapshot,
  alongside?: Alongside,
): Promise<ImportReport> {
  const { decided, known } = await planImport(ctx, source, announced)
  const left = new Set([
    ...(await changeAll(ctx, source, decided.filter(isChange))),
    ...(await createAll(ctx, source, decided.filter(isNew))),
  ])
  const done = decided.map((one) => (left.has(one) ? skipped(one, 'changed_by_hand') : one))
  const isListed = isListedIn(announced)
  const seen = known.filter(({ uid }) => isListed(uid))
  const hasChanged = done.some((one) => isNew(one) || isChange(one))
  await write(ctx, [
    ...mark(ctx, source, { decided: done, seen }),
    ...(alongside ? [alongside(hasChanged)] : []),
  ])
  return toReport(done, false)
}
