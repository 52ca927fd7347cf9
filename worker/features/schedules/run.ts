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
import { assignments } from '#worker/features/proposals/proposal-writes.ts'
import { afterAgendaChange, moveOnAgenda } from '#worker/features/proposals/publication.ts'
import { selectAround } from '#worker/features/proposals/similar.ts'
import { selectStandings, type Standing } from '#worker/features/proposals/standing.ts'
import { AppError } from '#worker/http/errors.ts'
import { sha256 } from '#worker/platform/crypto.ts'
import type { ImportReport } from './contract.ts'
import { decideAll, type Decided, type Decision } from './decide.ts'
import { fingerprintOf } from './fingerprint.ts'
import type { Announced } from './scheduled-item.ts'
import { selectKnown, toKnown, type Source } from './source-rows.ts'

const mostNew = 50

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

/** New ones only so many a run, and none that is on the agenda already from elsewhere. */
async function sift(ctx: Ctx, decided: Decided[], imported: Set<EventId>): Promise<Decided[]> {
  const fresh = decided.filter(isNew).slice(0, mostNew)
  const around = await read(
    ctx,
    fresh.map(({ decision }) => selectAround(ctx, decision.input.start)),
  )
  const alike = new Set(
    fresh.filter(({ decision }, index) => {
      const others = around[index]?.filter(({ id }) => !imported.has(id)) ?? []
      return findLikeness(decision.input, others) !== undefined
    }),
  )
  const kept = new Set<Decided>(fresh)
  return decided.map((one) => {
    if (!isNew(one)) return one
    if (!kept.has(one)) return skipped(one, 'limit')
    return alike.has(one) ? skipped(one, 'similar') : one
  })
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
  const facts = assignments(input)
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
  planFor: (standing: Standing) => { act: 'edit' | 'cancel' | 'disable'; plan: Plan },
): Promise<boolean> {
  const [[standing]] = await read(ctx, [selectStandings(ctx, [eventId])])
  if (!standing) return false
  const { act: name, plan } = planFor(standing)
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

async function noteMissing(ctx: Ctx, { source }: Run, { uid, runs }: Of<'missing'>) {
  await write(ctx, [
    rows(
      ctx.db,
      sql`update imported_events set missing_runs = ${runs}
        where source_id = ${source.id} and uid = ${uid} and missing_runs = ${runs - 1}`,
    ),
  ])
}

/** Does what was decided; what somebody changed meanwhile is left to them. */
async function apply(ctx: Ctx<System>, run: Run, one: Decided): Promise<Decided> {
  const { decision } = one
  let isDone = true
  if (decision.outcome === 'created') await create(ctx, run, decision)
  if (decision.outcome === 'missing') await noteMissing(ctx, run, decision)
  if (decision.outcome === 'cancelled') isDone = await withdraw(ctx, decision.eventId)
  if (decision.outcome === 'updated') {
    isDone = await act(ctx, decision.eventId, (standing) => ({
      act: 'edit',
      plan: rewriting(ctx, run.source, decision, standing),
    }))
  }
  return isDone ? one : skipped(one, 'changed_by_hand')
}

async function forgetMissing(ctx: Ctx, { source }: Run, decided: Decided[]): Promise<void> {
  const uids = decided.flatMap(({ decision }) =>
    decision.outcome === 'unchanged' ? [decision.uid] : [],
  )
  await write(ctx, [
    rows(
      ctx.db,
      sql`update imported_events set missing_runs = 0 where source_id = ${source.id}
        and missing_runs > 0 and uid in (select value from json_each(${JSON.stringify(uids)}))`,
    ),
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
  await forgetMissing(ctx, run, done)
  return toReport(done, false)
}

/** Imported in nobody's hurry: the log names the clock, the events their owner. */
export function asSystem(ctx: Ctx): Ctx<System> {
  return { ...ctx, actor: { kind: 'system' } }
}
