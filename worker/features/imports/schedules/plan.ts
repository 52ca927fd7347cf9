import { read, type Ctx, type System } from '#worker/context.ts'
import type { EventId, ScheduleSourceId } from '#worker/contracts/ids.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { findDuplicateRefusal } from '#worker/features/moderation/proposals/proposal-rules.ts'
import { selectNearbyEvents } from '#worker/features/moderation/proposals/similar.ts'
import type { ScheduleImportReport, SkipReason } from './contract.ts'
import {
  reconcile,
  type ReconciledEntry,
  type ReconcileDecision,
  type ReconcileSource,
} from './reconcile.ts'
import type { FeedSnapshot } from './scheduled-item.ts'
import { selectImportedEntries, toImportedEntry, type ImportedEntry } from './source-rows.ts'

/** For each outcome; the rest is done at the next run. */
const maxActionsPerRun = 50

type DecisionOf<Outcome extends ReconcileDecision['outcome']> = Extract<
  ReconcileDecision,
  { outcome: Outcome }
>
export type CreatedEntry = ReconciledEntry & { decision: DecisionOf<'created'> }
export type ChangedEntry = ReconciledEntry & {
  decision: DecisionOf<'updated' | 'restored' | 'cancelled'>
}

export function isCreatedEntry(one: ReconciledEntry): one is CreatedEntry {
  return one.decision.outcome === 'created'
}

export function isChangedEntry(one: ReconciledEntry): one is ChangedEntry {
  return ['updated', 'restored', 'cancelled'].includes(one.decision.outcome)
}

export function skipEntry(one: ReconciledEntry, reason: SkipReason): ReconciledEntry {
  return { ...one, decision: { outcome: 'skipped', reason } }
}

/** Each asks the database, which may be asked only so often a run. */
function limitActionsPerRun(decided: ReconciledEntry[]): ReconciledEntry[] {
  const done = new Map<string, number>()
  return decided.map((one) => {
    if (!isCreatedEntry(one) && !isChangedEntry(one)) return one
    const { outcome } = one.decision
    const before = done.get(outcome) ?? 0
    done.set(outcome, before + 1)
    return before >= maxActionsPerRun ? skipEntry(one, 'limit') : one
  })
}

async function findEventsListedElsewhere(
  ctx: Ctx,
  page: CreatedEntry[],
  isBeside: (id: EventId) => boolean,
) {
  const around = await read(
    ctx,
    page.map(({ decision }) => selectNearbyEvents(ctx, decision.input.start)),
  )
  return page.filter(({ decision }, index) => {
    const others = around[index]?.filter(({ id }) => !isBeside(id)) ?? []
    return findDuplicateRefusal(decision.input, [decision.input], others) !== undefined
  })
}

/** Entries of one source may be near each other. Looks at as many as can be brought in. */
async function skipDuplicateEntries(
  ctx: Ctx,
  decided: ReconciledEntry[],
  known: ImportedEntry[],
): Promise<ReconciledEntry[]> {
  const missing = new Set(
    decided.flatMap(({ decision }) => (decision.outcome === 'missing' ? [decision.eventId] : [])),
  )
  const beside = new Set(
    known.flatMap(({ event }) => (event && !missing.has(event.id) ? [event.id] : [])),
  )
  const fresh = decided.filter(isCreatedEntry)
  const alike = new Set<ReconciledEntry>()
  for (
    let seen = 0;
    seen < fresh.length && seen - alike.size < maxActionsPerRun;
    seen += maxActionsPerRun
  ) {
    const page = fresh.slice(seen, seen + maxActionsPerRun)
    for (const one of await findEventsListedElsewhere(ctx, page, (id) => beside.has(id)))
      alike.add(one)
  }
  return decided.map((one) => (alike.has(one) ? skipEntry(one, 'similar') : one))
}

type ImportPlan = { decided: ReconciledEntry[]; known: ImportedEntry[] }

export async function planImport(
  ctx: Ctx<System>,
  source: ReconcileSource & { id?: ScheduleSourceId },
  announced: FeedSnapshot,
): Promise<ImportPlan> {
  const { found } = await read(ctx, {
    found: selectImportedEntries({ sourceId: source.id ?? null, now: ctx.now }),
  })
  const known = found.map(toImportedEntry)
  const decided = reconcile({ ...announced, known, source, now: ctx.now })
  return { decided: limitActionsPerRun(await skipDuplicateEntries(ctx, decided, known)), known }
}

export function toScheduleReport(
  decided: ReconciledEntry[],
  { items, passedOver = [] }: FeedSnapshot,
  isPreview: boolean,
): ScheduleImportReport {
  const zones = new Map(items.map(({ uid, assumedTimezone }) => [uid, assumedTimezone]))
  const others = passedOver.map((one): ReconciledEntry => {
    return { ...one, decision: { outcome: 'skipped', reason: one.reason ?? 'past' } }
  })
  return {
    is_preview: isPreview,
    items: [...decided, ...others].map(({ uid, name, startAt, decision }) => ({
      name,
      start: startAt === null ? null : toInstant(startAt),
      outcome: decision.outcome,
      reason: decision.outcome === 'skipped' ? decision.reason : null,
      assumed_timezone: zones.get(uid) ?? null,
    })),
  }
}
