import { sql } from 'drizzle-orm'
import { write, type Ctx, type System } from '#worker/context.ts'
import type { ScheduleSourceId } from '#worker/contracts/ids.ts'
import type { Statement } from '#worker/db/client.ts'
import { importedEvents } from '#worker/db/schema/imports.ts'
import { createCommand } from '#worker/db/statement.ts'
import { buildSetSql, update } from '#worker/db/writes.ts'
import { sendQueuedDeliveries } from '#worker/outbox/lanes.ts'
import { insertNotificationDeliveries } from '#worker/outbox/notify.ts'
import { updateScheduledEvents } from './change.ts'
import type { ScheduleImportReport } from './contract.ts'
import { createScheduledEvents } from './create.ts'
import {
  massCancellationHoldMs,
  isLongAfterLastRun,
  createListedUidCheck,
  type ReconciledEntry,
  type ReconcileSource,
} from './reconcile.ts'
import { isChangedEntry, isCreatedEntry, planImport, skipEntry, toScheduleReport } from './plan.ts'
import type { FeedSnapshot } from './scheduled-item.ts'
import type { ImportedEntry, ScheduleSource } from './source-rows.ts'

type EntryMarks = { decided: ReconciledEntry[]; seen: ImportedEntry[] }

/** Renamed entries are renamed; missing ones are counted until they are seen again. */
function markEntries(ctx: Ctx, source: ScheduleSource, { decided, seen }: EntryMarks): Statement[] {
  const isOfSource = sql`${importedEvents.sourceId} = ${source.id}`
  const moved = decided.flatMap(({ uid, formerUid }) => (formerUid ? [{ uid, formerUid }] : []))
  const missing = decided.filter(({ decision }) => decision.outcome === 'missing')
  const { uid: ofEntry, missingSince } = importedEvents
  const setMissingRuns = (missingRuns: number, list: { uid: string }[]) => {
    const uids = JSON.stringify(list.map(({ uid }) => uid))
    return update(
      importedEvents,
      {
        missingRuns,
        missingSince: sql<number | null>`iif(${missingRuns} = 0, null,
          coalesce(${missingSince}, ${ctx.now}))`,
      },
      {
        where: sql`${isOfSource} and (${importedEvents.missingRuns} <> ${missingRuns}
            or ${missingRuns} = (${missingSince} is null))
          and ${ofEntry} in (select value from json_each(${uids}))`,
      },
    )
  }
  const renamed = buildSetSql(importedEvents, {
    uid: sql<string>`m.value ->> 'uid'`,
    missingRuns: 0,
    missingSince: null,
  })
  return [
    createCommand(sql`update or replace ${importedEvents} set ${renamed}
      from json_each(${JSON.stringify(moved)}) m
      where ${isOfSource} and ${ofEntry} = m.value ->> 'formerUid'`),
    setMissingRuns(0, seen),
    ...(isLongAfterLastRun(source, ctx.now) ? [setMissingRuns(1, missing)] : []),
  ]
}

export async function previewScheduledItems(
  ctx: Ctx<System>,
  source: ReconcileSource & { id?: ScheduleSourceId },
  announced: FeedSnapshot,
): Promise<ScheduleImportReport> {
  const { decided } = await planImport(ctx, source, announced)
  return toScheduleReport(decided, announced, true)
}

/** Once for each gap: by the first reading that had it. */
function notifyOfHeldEntries(
  ctx: Ctx,
  source: ScheduleSource,
  decided: ReconciledEntry[],
  known: ImportedEntry[],
) {
  const isHeld = new Set(
    decided.flatMap(({ uid, decision }) =>
      decision.outcome === 'missing' && decision.isHeld ? [uid] : [],
    ),
  )
  const held = known.filter(({ uid }) => isHeld.has(uid))
  if (held.length === 0 || !isLongAfterLastRun(source, ctx.now)) return []
  const since = Math.min(...held.map(({ missingSince }) => missingSince ?? ctx.now))
  return [
    insertNotificationDeliveries(ctx, {
      kind: 'entries_missing',
      key: `entries_missing:${source.id}:${since}`,
      users: sql`${source.userId}`,
      payload: {
        account: source.account,
        count: held.length,
        until: since + massCancellationHoldMs,
      },
      deadlineAt: since + massCancellationHoldMs,
    }),
  ]
}

export type AdditionalStatementBuilder = (hasChanged: boolean) => Statement

export async function importScheduledItems(
  ctx: Ctx<System>,
  source: ScheduleSource,
  announced: FeedSnapshot,
  alongside?: AdditionalStatementBuilder,
): Promise<ScheduleImportReport> {
  const { decided, known } = await planImport(ctx, source, announced)
  const unchanged = await updateScheduledEvents(ctx, source, decided.filter(isChangedEntry))
  const { taken, overLimit } = await createScheduledEvents(
    ctx,
    source,
    decided.filter(isCreatedEntry),
  )
  const left = new Set([...unchanged, ...taken])
  const done = decided.map((one) => {
    if (overLimit.includes(one)) return skipEntry(one, 'limit')
    return left.has(one) ? skipEntry(one, 'changed_by_hand') : one
  })
  const isListed = createListedUidCheck(announced)
  const seen = known.filter(({ uid }) => isListed(uid))
  const hasChanged = done.some((one) => isCreatedEntry(one) || isChangedEntry(one))
  const { queued } = await write(ctx, {
    marked: markEntries(ctx, source, { decided: done, seen }),
    alongside: alongside ? [alongside(hasChanged)] : [],
    queued: notifyOfHeldEntries(ctx, source, done, known),
  })
  await sendQueuedDeliveries(ctx, queued.flat())
  return toScheduleReport(done, announced, false)
}
