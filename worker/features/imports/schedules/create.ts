import { sql } from 'drizzle-orm'
import { read, write, type Ctx, type System } from '#worker/context.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import { e } from '#worker/db/aliases.ts'
import { inOrder, type Statement, type StatementSet } from '#worker/db/client.ts'
import { notNullable } from '#worker/db/row.ts'
import { importedEvents } from '#worker/db/schema/imports.ts'
import { first } from '#worker/db/statement.ts'
import { buildSetSql, excluded, insert } from '#worker/db/writes.ts'
import { scheduleDraftPrefix } from '#worker/contracts/proposal-limits.ts'
import { buildProposal } from '#worker/features/moderation/proposals/new-proposal.ts'
import {
  selectProposalContext,
  type ProposalContext,
} from '#worker/features/moderation/proposals/proposal-rules.ts'
import { publishEventsTogether } from '#worker/features/moderation/proposals/publication.ts'
import { sha256 } from '#worker/auth/crypto.ts'
import type { ReconciledEntry } from './reconcile.ts'
import { computeFingerprint } from './fingerprint.ts'
import type { CreatedEntry } from './plan.ts'
import { isImportStillTracked, type ScheduleSource, i } from './source-rows.ts'

const perWrite = 10

/** Written once, whoever runs beside: what has an event that is not long over gets no other. */
function buildEventCreation(
  ctx: Ctx<System>,
  source: ScheduleSource,
  facts: ProposalContext,
  one: CreatedEntry,
): EventCreation {
  const { uid, decision } = one
  const { id, userId } = source
  const draftKey = `${scheduleDraftPrefix}${id}:${sha256(uid)}:${ctx.now}`
  const before = sql`select 1 from ${i} left join ${e} on ${e.id} = ${i.eventId}
    where ${i.sourceId} = ${id} and ${i.uid} = ${uid} and ${isImportStillTracked(ctx.now)}`
  const when = sql`not exists (${before})`
  const { isPublished, isPublishing, own, statements } = buildProposal(ctx, decision.input, {
    userId,
    draftKey,
    facts,
    isFromSchedule: true,
    when,
  })
  const link = first(
    insert(
      importedEvents,
      {
        sourceId: id,
        uid,
        eventId: sql<EventId>`${own}`,
        fingerprint: computeFingerprint(decision.input),
      },
      {
        where: when,
        onConflict: sql`(source_id, uid) do update set ${buildSetSql(importedEvents, {
          eventId: excluded(importedEvents.eventId),
          fingerprint: excluded(importedEvents.fingerprint),
          missingRuns: 0,
          missingSince: null,
          takenOffAt: null,
        })}`,
        returning: { eventId: notNullable(importedEvents.eventId) },
      },
    ),
  )
  return { entry: one, isPublished, isPublishing, event: statements, link }
}

type EventCreation = {
  entry: ReconciledEntry
  isPublished: boolean
  isPublishing: boolean
  event: StatementSet
  link: Statement<{ eventId: EventId } | undefined>
}
type WrittenEventCreation = EventCreation & { id: EventId }

async function writeCreations(
  ctx: Ctx,
  creations: EventCreation[],
): Promise<WrittenEventCreation[]> {
  const results = await write(
    ctx,
    creations.map(({ event, link }) => inOrder({ event, link })),
  )
  return creations.flatMap((one, index) => {
    const link = results[index]?.link
    return link ? [{ ...one, id: link.eventId }] : []
  })
}

type UncreatedEntries = {
  /** An event of theirs was made by another run. */
  taken: ReconciledEntry[]
  /** More wait for a review than may: they are brought in once there is room. */
  overLimit: ReconciledEntry[]
}

/** Entries within the publishing limits are published, the others wait for a review. */
function buildCreationsWithinLimits(
  ctx: Ctx<System>,
  source: ScheduleSource,
  facts: ProposalContext,
  fresh: CreatedEntry[],
): { creations: EventCreation[]; overLimit: ReconciledEntry[] } {
  const creations: EventCreation[] = []
  const overLimit: ReconciledEntry[] = []
  let { publishedToday, importedPending } = facts
  for (const one of fresh.toSorted((a, b) => a.decision.input.start - b.decision.input.start)) {
    const candidate = buildEventCreation(ctx, source, { ...facts, publishedToday }, one)
    if (candidate.isPublishing) publishedToday += 1
    else importedPending += 1
    const isOverLimit =
      !candidate.isPublishing && importedPending > ctx.config.PROPOSAL_LIMITS.importedPending
    if (isOverLimit) overLimit.push(one)
    else creations.push(candidate)
  }
  return { creations, overLimit }
}

export async function createScheduledEvents(
  ctx: Ctx<System>,
  source: ScheduleSource,
  fresh: CreatedEntry[],
): Promise<UncreatedEntries> {
  const [first] = fresh
  if (!first) return { taken: [], overLimit: [] }
  // All of a source are on one channel.
  const [[facts]] = await read(ctx, [
    selectProposalContext(ctx, source.userId, first.decision.input),
  ])
  if (!facts) return { taken: fresh, overLimit: [] }
  const { creations, overLimit } = buildCreationsWithinLimits(ctx, source, facts, fresh)
  const written: WrittenEventCreation[] = []
  for (let at = 0; at < creations.length; at += perWrite) {
    written.push(...(await writeCreations(ctx, creations.slice(at, at + perWrite))))
  }
  const published = written.filter(({ isPublished }) => isPublished)
  await publishEventsTogether(
    ctx,
    published.map(({ id }) => id),
  )
  const writtenEntries = new Set(written.map(({ entry }) => entry))
  const taken = creations.flatMap(({ entry }) => (writtenEntries.has(entry) ? [] : [entry]))
  return { taken, overLimit }
}
