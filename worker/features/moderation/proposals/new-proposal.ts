import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import type { Statement } from '#worker/db/client.ts'
import { events } from '#worker/db/schema/events.ts'
import { insert } from '#worker/db/writes.ts'
import { insertAuditEntry } from '#worker/features/moderation/audit/audit.ts'
import { eventValues } from '#worker/features/events/fields.ts'
import { slugOf } from '#worker/features/events/slugs.ts'
import { earnXp } from '#worker/features/gamification/ledger/ledger.ts'
import type { EventInput } from './contract.ts'
import type { ProposalContext } from './proposal-rules.ts'
import { insertParticipants } from './proposal-writes.ts'
import { announceNewEvent } from './publication.ts'

/** From this trust on, a proposal approves itself after a while in which moderators may object. */
export const fastTrackTrust = 80
const fastTrackMs = 30 * 60_000

type Publication = {
  status: 'pending' | 'approved'
  approveAt: number | null
  approvedAt: number | null
}

/** Who publishes: the owner of a verified account at once, the trusted after half an hour, others after review. */
function publication(context: ProposalContext, now: number): Publication {
  if (!context.isEmailVerified) return { status: 'pending', approveAt: null, approvedAt: null }
  if (context.isOwnAccount) return { status: 'approved', approveAt: null, approvedAt: now }
  const isTrusted = context.trust >= fastTrackTrust
  return { status: 'pending', approveAt: isTrusted ? now + fastTrackMs : null, approvedAt: null }
}

/** The slug, or the first of `slug-2`, `slug-3`… that no event has. */
function freeSlug(slug: string): SQL<string> {
  const stem = slug.slice(0, 73).replace(/-+$/, '')
  return sql<string>`iif(exists (select 1 from ${events} where ${events.slug} = ${slug}), ${stem} || '-' || (
      with recursive tried (n) as (
        select 2 union all
        select n + 1 from tried
          where exists (select 1 from ${events} where ${events.slug} = ${stem} || '-' || n)
      ) select max(n) from tried), ${slug})`
}

type Draft = {
  userId: UserId
  draftKey: string
  facts: ProposalContext
  /** Only write it where this holds in the same transaction. */
  when?: SQL
}
type NewProposal = {
  isPublished: boolean
  /** Yields the event's id once the statements ran. */
  own: SQL
  statements: Statement[]
}

/** The same draft twice is one event. */
export function newProposal(
  ctx: Ctx,
  input: EventInput,
  { userId, draftKey, facts, when = sql`true` }: Draft,
): NewProposal {
  const { now } = ctx
  const { status, approveAt, approvedAt } = publication(facts, now)
  const own = sql`(select ${events.id} from ${events}
    where ${events.proposerId} = ${userId} and ${events.draftKey} = ${draftKey})`
  const wasWritten = sql`changes() = 1`
  const statements = [
    insert(
      events,
      {
        ...eventValues(input),
        slug: freeSlug(slugOf(input.name)),
        status,
        approveAt,
        approvedAt,
        proposerId: userId,
        draftKey,
        createdAt: now,
        updatedAt: now,
      },
      { where: when, onConflict: sql`(proposer_id, draft_key) do nothing` },
    ),
    // Each hangs on the one before: of two that race, the second writes nothing.
    insertAuditEntry(ctx, {
      act: 'propose',
      subject: 'event',
      id: own,
      to: status,
      when: wasWritten,
    }),
    insertParticipants(sql`(select ${own} where ${wasWritten})`, input),
    ...earnXp(ctx, {
      userId,
      action: 'own_event_published',
      subject: sql`'event:' || ${own}`,
      when: sql`exists (select 1 from ${events}
        where ${events.id} = ${own} and ${events.status} = 'approved')`,
    }),
    announceNewEvent(ctx, own, sql`true`),
  ]
  return { isPublished: status === 'approved', own, statements }
}
