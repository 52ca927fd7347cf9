import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Contributor, type Ctx } from '#worker/context.ts'
import { rows } from '#worker/db/client.ts'
import { audit } from '#worker/features/audit/audit.ts'
import { slugOf } from '#worker/features/events/slugs.ts'
import { earnXp } from '#worker/features/progress/ledger.ts'
import { AppError } from '#worker/http/errors.ts'
import type { EventInput, ProposalView } from './contract.ts'
import { fastTrackMs, fastTrackTrust } from './fast-track.ts'
import { getMyEvent } from './proposal-lists.ts'
import { lastProposals, selectProposals, toProposals } from './proposal-rows.ts'
import { findFault, findLikeness, selectFacts, type ProposalFacts } from './proposal-rules.ts'
import { insertParticipants } from './proposal-writes.ts'
import { afterAgendaChange, announceNew } from './publication.ts'
import { selectAround } from './similar.ts'

/** Who publishes: the owner of a verified account at once, the trusted after half an hour, others after review. */
function publication(facts: ProposalFacts, now: number) {
  if (!facts.isEmailVerified) return { status: 'pending', approveAt: null, approvedAt: null }
  if (facts.isOwnAccount) return { status: 'approved', approveAt: null, approvedAt: now }
  const isTrusted = facts.trust >= fastTrackTrust
  return { status: 'pending', approveAt: isTrusted ? now + fastTrackMs : null, approvedAt: null }
}

/** The slug, or the first of `slug-2`, `slug-3`… that no event has. */
function freeSlug(slug: string): SQL {
  const stem = slug.slice(0, 73).replace(/-+$/, '')
  return sql`iif(exists (select 1 from events where slug = ${slug}), ${stem} || '-' || (
      with recursive tried (n) as (
        select 2 union all
        select n + 1 from tried where exists (select 1 from events where slug = ${stem} || '-' || n)
      ) select max(n) from tried), ${slug})`
}

/**
 * A new event from a member: straight to the agenda for their own verified account, else to review.
 * A draft that was sent before, from another tab for instance, is answered with what it became.
 */
export async function propose(ctx: Ctx<Contributor>, input: EventInput): Promise<ProposalView> {
  const [[facts], around] = await read(ctx, [
    selectFacts(ctx, input),
    selectAround(ctx, input.start),
  ])
  if (!facts) throw new AppError('unauthenticated', 'session_ended')
  if (facts.sentAs) return getMyEvent(ctx, facts.sentAs)
  const refusal = findFault(ctx, input, facts) ?? findLikeness(input, around)
  if (refusal) throw refusal
  const { db, now } = ctx
  const { userId } = ctx.actor
  const { status, approveAt, approvedAt } = publication(facts, now)
  const draftKey = input.draft_key ?? crypto.randomUUID()
  const own = sql`(select id from events where proposer_id = ${userId} and draft_key = ${draftKey})`
  const wasWritten = sql`changes() = 1`
  const results = await write(ctx, [
    rows(
      db,
      sql`insert into events (slug, name, description, start_at, end_at, timezone, time_certainty,
          language, platform, streaming_account_name, game_id, category, thumbnail_path, proof_url,
          additional_info, status, approve_at, approved_at, proposer_id, draft_key, created_at,
          updated_at)
        select ${freeSlug(slugOf(input.name))},
          ${input.name}, ${input.description}, ${input.start}, ${input.end}, ${input.timezone},
          ${input.time_certainty}, ${input.language}, ${input.platform},
          ${input.streaming_account_name}, ${input.game_id ?? null}, ${input.category},
          ${input.thumbnail_path ?? null}, ${input.proof_url}, ${input.additional_info ?? null},
          ${status}, ${approveAt}, ${approvedAt}, ${userId}, ${draftKey}, ${now}, ${now}
        where true on conflict (proposer_id, draft_key) do nothing`,
    ),
    // Each hangs on the one before: of two that race, the second writes nothing.
    audit(ctx, { act: 'propose', subject: 'event', id: own, to: status, when: wasWritten }),
    insertParticipants(ctx, sql`(select ${own} where ${wasWritten})`, input),
    earnXp(ctx, {
      userId,
      action: 'own_event_published',
      subject: sql`'event:' || ${own}`,
      when: sql`exists (select 1 from events where id = ${own} and status = 'approved')`,
    }),
    announceNew(ctx, own, sql`true`),
    ...selectProposals(ctx, own, sql``),
  ])
  const [proposal] = toProposals(ctx, ...lastProposals(results))
  if (!proposal) throw new AppError('not_found', 'event_not_found')
  if (status === 'approved') await afterAgendaChange(ctx, proposal.id)
  return proposal
}
