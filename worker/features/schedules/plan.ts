import { read, type Ctx, type System } from '#worker/context.ts'
import { toInstant, type EventId, type ScheduleSourceId } from '#worker/contract.ts'
import { findDuplicates } from '#worker/features/proposals/proposal-rules.ts'
import { selectAround } from '#worker/features/proposals/similar.ts'
import type { ImportReport, SkipReason } from './contract.ts'
import { decideAll, type Decided, type Decision, type Target } from './decide.ts'
import type { Announced } from './scheduled-item.ts'
import { selectKnown, toKnown, type Known } from './source-rows.ts'

/** Of each a run: the rest is done at the next. */
const mostActs = 50

type Of<Outcome extends Decision['outcome']> = Extract<Decision, { outcome: Outcome }>
export type Created = Decided & { decision: Of<'created'> }
export type Changed = Decided & { decision: Of<'updated' | 'cancelled'> }

export function isNew(one: Decided): one is Created {
  return one.decision.outcome === 'created'
}

export function isChange(one: Decided): one is Changed {
  return one.decision.outcome === 'updated' || one.decision.outcome === 'cancelled'
}

export function skipped(one: Decided, reason: SkipReason): Decided {
  return { ...one, decision: { outcome: 'skipped', reason } }
}

/** Acts only so many a run: each asks the database, which may be asked only so often. */
function limited(decided: Decided[]): Decided[] {
  const left = { created: mostActs, updated: mostActs, cancelled: mostActs }
  return decided.map((one) => {
    if (!isNew(one) && !isChange(one)) return one
    const { outcome } = one.decision
    left[outcome] -= 1
    return left[outcome] < 0 ? skipped(one, 'limit') : one
  })
}

/** Those that the agenda has already, by a page of entries. */
async function alikeOf(ctx: Ctx, page: Created[], isBeside: (id: EventId) => boolean) {
  const around = await read(
    ctx,
    page.map(({ decision }) => selectAround(ctx, decision.input.start)),
  )
  return page.filter(({ decision }, index) => {
    const others = around[index]?.filter(({ id }) => !isBeside(id)) ?? []
    return findDuplicates(decision.input, others) !== undefined
  })
}

/**
 * None that is on the agenda already, from elsewhere or as what the source may have moved; what it
 * lists itself may be near. Only so many are looked at as can be brought in.
 */
async function sift(ctx: Ctx, decided: Decided[], known: Known[]): Promise<Decided[]> {
  const missing = new Set(
    decided.flatMap(({ decision }) => (decision.outcome === 'missing' ? [decision.eventId] : [])),
  )
  const beside = new Set(
    known.flatMap(({ event }) => (event && !missing.has(event.id) ? [event.id] : [])),
  )
  const fresh = decided.filter(isNew)
  const alike = new Set<Decided>()
  for (let seen = 0; seen < fresh.length && seen - alike.size < mostActs; seen += mostActs) {
    const page = fresh.slice(seen, seen + mostActs)
    for (const one of await alikeOf(ctx, page, (id) => beside.has(id))) alike.add(one)
  }
  return decided.map((one) => (alike.has(one) ? skipped(one, 'similar') : one))
}

type Plan = { decided: Decided[]; known: Known[] }

/** What is to be done about each entry. */
export async function planImport(
  ctx: Ctx<System>,
  source: Target & { id?: ScheduleSourceId },
  announced: Announced,
): Promise<Plan> {
  const [found] = await read(ctx, [selectKnown(ctx, source.id)])
  const known = found.map(toKnown)
  const decided = decideAll({ ...announced, known, source, now: ctx.now })
  return { decided: limited(await sift(ctx, decided, known)), known }
}

export function toReport(decided: Decided[], isPreview: boolean): ImportReport {
  return {
    is_preview: isPreview,
    items: decided.map(({ name, startAt, decision }) => ({
      name,
      start: startAt === null ? null : toInstant(startAt),
      outcome: decision.outcome,
      reason: decision.outcome === 'skipped' ? decision.reason : null,
    })),
  }
}
