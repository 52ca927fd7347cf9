import { sql } from 'drizzle-orm'
import { read, write, type Ctx, type System } from '#worker/context.ts'
import { toInstant, type EventId } from '#worker/contract.ts'
import { rows } from '#worker/db/client.ts'
import { cancellation } from '#worker/features/proposals/cancellation.ts'
import { stepOf, take, type Plan } from '#worker/features/proposals/engine.ts'
import { newProposal } from '#worker/features/proposals/new-proposal.ts'
import {
  findLikeness,
  selectFacts,
  type ProposalFacts,
} from '#worker/features/proposals/proposal-rules.ts'
import { scheduleAssignments } from '#worker/features/proposals/proposal-writes.ts'
import { afterAgendaChange, moveOnAgenda } from '#worker/features/proposals/publication.ts'
import { selectAround } from '#worker/features/proposals/similar.ts'
import { selectStandings, type Standing } from '#worker/features/proposals/standing.ts'
import { AppError } from '#worker/http/errors.ts'
import { sha256 } from '#worker/platform/crypto.ts'
import type { ImportReport } from './contract.ts'
import { decideAll, isApart, mayRewrite, type Decided, type Decision } from './decide.ts'
import { fingerprintOf } from './fingerprint.ts'
import type { Announced } from './scheduled-item.ts'
import { selectKnown, toKnown, type Source } from './source-rows.ts'

/** Of each a run: the rest is done at the next. */
const mostActs = 50

type Of<Outcome extends Decision['outcome']> = Extract<Decision, { outcome: Outcome }>
type Run = {
  source: Source
  /** Of its owner; needed for new events alone. */
  facts: ProposalFacts | undefined
}

function skipped(one: Decided, reason: 'similar' | 'limit' | 'changed_by_hand'): Decided {
  return { ...one, decision: { outcome: 'skipped', reason } }
}

function isNew(one: Decided): one is Decided & { decision: Of<'created'> } {
  return one.decision.outcome === 'created'
}

/** Acts only so many a run: each asks the database, which may be asked only so often. */
function limited(decided: Decided[]): Decided[] {
  const left = { created: mostActs, updated: mostActs, cancelled: mostActs }
  return decided.map((one) => {
    const { outcome } = one.decision
    if (outcome !== 'created' && outcome !== 'updated' && outcome !== 'cancelled') return one
    left[outcome] -= 1
    return left[outcome] < 0 ? skipped(one, 'limit') : one
  })
}

/** None that is on the agenda already from elsewhere. */
async function sift(ctx: Ctx, all: Decided[], imported: Set<EventId>): Promise<Decided[]> {
  const decided = limited(all)
  const fresh = decided.filter(isNew)
  const around = await read(
    ctx,
    fresh.map(({ decision }) => selectAround(ctx, decision.input.start)),
  )
  const alike = new Set<Decided>(
    fresh.filter(({ decision }, index) => {
      const others = around[index]?.filter(({ id }) => !imported.has(id)) ?? []
      return findLikeness(decision.input, others) !== undefined
    }),
  )
  return decided.map((one) => (alike.has(one) ? skipped(one, 'similar') : one))
}

async function create(ctx: Ctx<System>, { source, facts }: Run, { uid, input }: Of<'created'>) {
  if (!facts) return
  const { userId } = source
  const draftKey = `schedule:${source.id}:${sha256(uid)}`
  const { isPublished, own, statements } = newProposal(ctx, input, { userId, draftKey, facts })
  const results: unknown[] = await write(ctx, [
    ...statements,
    rows(
      ctx.db,
      sql`insert into imported_events (source_id, uid, event_id, fingerprint)
        select ${source.id}, ${uid}, ${own}, ${fingerprintOf(input)} where true
        on conflict (source_id, uid) do nothing`,
    ),
    rows<{ id: EventId }>(ctx.db, sql`select ${own} as id`),
  ])
  const [made] = results.at(-1) as { id: EventId }[]
  if (isPublished && made) await afterAgendaChange(ctx, made.id)
}

function rewriting(
  ctx: Ctx,
  source: Source,
  { uid, input }: Of<'updated'>,
  standing: Standing,
): Plan {
  const isMoved = standing.status === 'approved' && standing.startAt !== input.start
  const facts = scheduleAssignments(input)
  return {
    set: isMoved ? sql`${facts}, previous_start_at = start_at` : facts,
    effects: (isDone) => [
      rows(
        ctx.db,
        sql`update imported_events set fingerprint = ${fingerprintOf(input)}, missing_runs = 0
          where source_id = ${source.id} and uid = ${uid} and ${isDone}`,
      ),
      ...(isMoved ? moveOnAgenda(ctx, standing.id, isDone) : []),
    ],
  }
}

/** One act of the clock; false where somebody was faster, or decided otherwise. */
async function act(
  ctx: Ctx<System>,
  eventId: EventId,
  planFor: (standing: Standing) => { act: 'edit' | 'cancel' | 'disable'; plan: Plan } | undefined,
): Promise<boolean> {
  const [[standing]] = await read(ctx, [selectStandings(ctx, [eventId])])
  if (!standing) return false
  const planned = planFor(standing)
  if (!planned) return false
  const { act: name, plan } = planned
  const step = stepOf(ctx, { act: name, roleOf: () => 'clock', planFor: () => plan }, standing)
  if (step instanceof AppError) return false
  const [outcome] = await take(ctx, [{ id: eventId, step }], false)
  return outcome?.refusal === undefined
}

function withdraw(ctx: Ctx<System>, eventId: EventId): Promise<boolean> {
  return act(ctx, eventId, (standing) =>
    standing.status === 'approved'
      ? { act: 'cancel', plan: cancellation(ctx, {}, standing) }
      : { act: 'disable', plan: { set: sql`approve_at = null` } },
  )
}

/** Does what was decided; what somebody changed meanwhile is left to them. */
async function apply(ctx: Ctx<System>, run: Run, one: Decided): Promise<Decided> {
  const { decision } = one
  let isDone = true
  if (decision.outcome === 'created') await create(ctx, run, decision)
  if (decision.outcome === 'cancelled') isDone = await withdraw(ctx, decision.eventId)
  if (decision.outcome === 'updated') {
    isDone = await act(ctx, decision.eventId, (standing) =>
      mayRewrite(standing.status, run.source)
        ? { act: 'edit', plan: rewriting(ctx, run.source, decision, standing) }
        : undefined,
    )
  }
  return isDone ? one : skipped(one, 'changed_by_hand')
}

function uidsOf(decided: Decided[], outcome: 'missing' | 'unchanged'): string {
  const uids = decided.flatMap(({ decision }) =>
    decision.outcome === outcome && 'uid' in decision ? [decision.uid] : [],
  )
  return JSON.stringify(uids)
}

/** One that is missing counts until it is seen again. */
async function noteMissing(ctx: Ctx, { source }: Run, decided: Decided[]): Promise<void> {
  const mark = (runs: number, uids: string) =>
    rows(
      ctx.db,
      sql`update imported_events set missing_runs = ${runs} where source_id = ${source.id}
        and missing_runs <> ${runs} and uid in (select value from json_each(${uids}))`,
    )
  const isCounted = isApart(source, ctx.now)
  await write(ctx, [
    mark(0, uidsOf(decided, 'unchanged')),
    ...(isCounted ? [mark(1, uidsOf(decided, 'missing'))] : []),
  ])
}

function toReport(decided: Decided[], isPreview: boolean): ImportReport {
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

/** The same for all of a source: they are on one channel. */
async function readFacts(ctx: Ctx, { userId }: Source, { input }: Of<'created'>) {
  const [[facts]] = await read(ctx, [selectFacts(ctx, userId, input)])
  return facts
}

/** Brings in what a source announces, or only says what would be done. */
export async function importItems(
  ctx: Ctx<System>,
  source: Source,
  announced: Announced,
  { isPreview }: { isPreview: boolean },
): Promise<ImportReport> {
  const [found] = await read(ctx, [selectKnown(ctx, source.id)])
  const known = found.map(toKnown)
  const decided = decideAll({ ...announced, known, source, now: ctx.now })
  const imported = new Set(known.flatMap(({ event }) => (event ? [event.id] : [])))
  const sifted = await sift(ctx, decided, imported)
  if (isPreview) return toReport(sifted, true)
  const [first] = sifted.filter(isNew)
  const facts = first && (await readFacts(ctx, source, first.decision))
  const run = { source, facts }
  const done: Decided[] = []
  for (const one of sifted) done.push(await apply(ctx, run, one))
  await noteMissing(ctx, run, done)
  return toReport(done, false)
}

/** Imported in nobody's hurry: the log names the clock, the events their owner. */
export function asSystem(ctx: Ctx): Ctx<System> {
  return { ...ctx, actor: { kind: 'system' } }
}
