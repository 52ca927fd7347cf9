import { sql } from 'drizzle-orm'
import { read, write, type Ctx, type System } from '#worker/context.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import type { Statement } from '#worker/db/client.ts'
import { notNullable } from '#worker/db/row.ts'
import { events } from '#worker/db/schema/events.ts'
import { importedEvents } from '#worker/db/schema/imports.ts'
import { first } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { assignments, excluded, insert } from '#worker/db/writes.ts'
import { newProposal } from '#worker/features/moderation/proposals/new-proposal.ts'
import {
  selectProposalContext,
  type ProposalContext,
} from '#worker/features/moderation/proposals/proposal-rules.ts'
import { publishEventsTogether } from '#worker/features/moderation/proposals/publication.ts'
import { sha256 } from '#worker/auth/crypto.ts'
import type { ReconciledEntry } from './reconcile.ts'
import { fingerprintOf } from './fingerprint.ts'
import type { CreatedEntry } from './plan.ts'
import { isImportStillTracked, type Source } from './source-rows.ts'

/** So many new events are written at once. */
const perWrite = 10

const i = alias(importedEvents, 'i')
const e = alias(events, 'e')

/** Written once, whoever runs beside: what has an event that is not long over gets no other. */
function creation(
  ctx: Ctx<System>,
  source: Source,
  facts: ProposalContext,
  one: CreatedEntry,
): Creation {
  const { uid, decision } = one
  const { id, userId } = source
  const draftKey = `schedule:${id}:${sha256(uid)}:${ctx.now}`
  const before = sql`select 1 from ${i} left join ${e} on ${e.id} = ${i.eventId}
    where ${i.sourceId} = ${id} and ${i.uid} = ${uid} and ${isImportStillTracked(ctx.now)}`
  const when = sql`not exists (${before})`
  const { isPublished, own, statements } = newProposal(ctx, decision.input, {
    userId,
    draftKey,
    facts,
    when,
  })
  const link = first(
    insert(
      importedEvents,
      {
        sourceId: id,
        uid,
        eventId: sql<EventId>`${own}`,
        fingerprint: fingerprintOf(decision.input),
      },
      {
        where: when,
        onConflict: sql`(source_id, uid) do update set ${assignments(importedEvents, {
          eventId: excluded(importedEvents.eventId),
          fingerprint: excluded(importedEvents.fingerprint),
          missingRuns: 0,
        })}`,
        returning: { eventId: notNullable(importedEvents.eventId) },
      },
    ),
  )
  return { entry: one, isPublished, statements: { event: statements, link } }
}

type Creation = {
  entry: ReconciledEntry
  isPublished: boolean
  statements: { event: Statement[]; link: Statement<{ eventId: EventId } | undefined> }
}
type Made = Creation & { id: EventId }

/** Those that were written. */
async function writeTogether(ctx: Ctx, creations: Creation[]): Promise<Made[]> {
  const results = await write(
    ctx,
    creations.map(({ statements }) => statements),
  )
  return creations.flatMap((one, index) => {
    const link = results[index]?.link
    return link ? [{ ...one, id: link.eventId }] : []
  })
}

/** Those that could not be brought in. */
export async function createScheduledEvents(
  ctx: Ctx<System>,
  source: Source,
  fresh: CreatedEntry[],
): Promise<ReconciledEntry[]> {
  const [first] = fresh
  if (!first) return []
  // The same for all of a source: they are on one channel.
  const [[facts]] = await read(ctx, [
    selectProposalContext(ctx, source.userId, first.decision.input),
  ])
  if (!facts) return fresh
  const creations = fresh
    .toSorted((a, b) => a.decision.input.start - b.decision.input.start)
    .map((one) => creation(ctx, source, facts, one))
  const made: Made[] = []
  for (let at = 0; at < creations.length; at += perWrite) {
    made.push(...(await writeTogether(ctx, creations.slice(at, at + perWrite))))
  }
  const published = made.filter(({ isPublished }) => isPublished)
  await publishEventsTogether(
    ctx,
    published.map(({ id }) => id),
  )
  const written = new Set(made.map(({ entry }) => entry))
  return fresh.filter((one) => !written.has(one))
}
