import { sql } from 'drizzle-orm'
import { read, write, type Ctx, type System } from '#worker/context.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import { rows } from '#worker/db/client.ts'
import { newProposal } from '#worker/features/moderation/proposals/new-proposal.ts'
import {
  selectProposalContext,
  type ProposalContext,
} from '#worker/features/moderation/proposals/proposal-rules.ts'
import { afterJointPublication } from '#worker/features/moderation/proposals/publication.ts'
import { sha256 } from '#worker/auth/crypto.ts'
import type { ReconciledEntry } from './reconcile.ts'
import { fingerprintOf } from './fingerprint.ts'
import type { Created } from './plan.ts'
import { isRemembered, type Source } from './source-rows.ts'

/** So many new events are written at once. */
const perWrite = 10

/** Written once, whoever runs beside: what has an event that is not long over gets no other. */
function creation(ctx: Ctx<System>, source: Source, facts: ProposalContext, one: Created) {
  const { uid, decision } = one
  const { id, userId } = source
  const draftKey = `schedule:${id}:${sha256(uid)}:${ctx.now}`
  const before = sql`select 1 from imported_events i left join events e on e.id = i.event_id
    where i.source_id = ${id} and i.uid = ${uid} and ${isRemembered(ctx)}`
  const when = sql`not exists (${before})`
  const { isPublished, own, statements } = newProposal(ctx, decision.input, {
    userId,
    draftKey,
    facts,
    when,
  })
  const link = rows<{ id: EventId }>(
    ctx.db,
    sql`insert into imported_events (source_id, uid, event_id, fingerprint)
      select ${id}, ${uid}, ${own}, ${fingerprintOf(decision.input)} where ${when}
      on conflict (source_id, uid) do update set event_id = excluded.event_id,
        fingerprint = excluded.fingerprint, missing_runs = 0
      returning event_id as id`,
  )
  return { one, isPublished, statements: [...statements, link] }
}

type Creation = ReturnType<typeof creation>
type Made = Creation & { id: EventId }

/** Those that were written. */
async function writeTogether(ctx: Ctx, creations: Creation[]): Promise<Made[]> {
  const results: unknown[] = await write(
    ctx,
    creations.flatMap(({ statements }) => statements),
  )
  let end = 0
  return creations.flatMap((one) => {
    end += one.statements.length
    const [link] = results[end - 1] as { id: EventId }[]
    return link ? [{ ...one, id: link.id }] : []
  })
}

/** Those that could not be brought in. */
export async function createAll(
  ctx: Ctx<System>,
  source: Source,
  fresh: Created[],
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
  await afterJointPublication(
    ctx,
    published.map(({ id }) => id),
  )
  const written = new Set(made.map(({ one }) => one))
  return fresh.filter((one) => !written.has(one))
}
