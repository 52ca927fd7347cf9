import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { EventId, UserId } from '#worker/contracts/ids.ts'
import { type Change, inOrder, type StatementRecord, type StatementSet } from '#worker/db/client.ts'
import { events } from '#worker/db/schema/events.ts'
import { insert } from '#worker/db/writes.ts'
import { auditChange } from '#worker/audit/audit-entries.ts'
import { pickEventValues } from '#worker/features/events/fields.ts'
import { slugOf } from '#worker/contracts/slugs.ts'
import { earnXp } from '#worker/features/gamification/ledger/ledger.ts'
import type { EventInput } from './contract.ts'
import { isWithinLimits, mayPublishWithoutReview, countOtherParticipants } from './limits.ts'
import type { ProposalContext } from './proposal-rules.ts'
import { insertParticipants } from './proposal-writes.ts'
import { announceNewEvent } from '#worker/features/notifications/fan-out/broadcasts.ts'
import { notifyParticipants } from './publication.ts'
import type { TimeSpan } from '#worker/contracts/weekly-dates.ts'

/** From this trust on, a proposal approves itself after a while in which moderators may object. */
export const minFastTrackTrust = 80
export const fastTrackDelayMs = 30 * 60_000

type PublicationState = {
  status: 'pending' | 'approved'
  approveAt: number | null
  approvedAt: number | null
}

/** Owners of a verified account publish at once, the trusted later, others after a review. */
function decidePublication(
  ctx: Ctx,
  input: EventInput,
  { facts: context, laterDates = [] }: Pick<Draft, 'facts' | 'laterDates'>,
): PublicationState {
  const { now } = ctx
  const review = { status: 'pending', approveAt: null, approvedAt: null } as const
  const publishRequest = {
    otherParticipants: countOtherParticipants(input, context),
    dates: 1 + laterDates.length,
  }
  if (!mayPublishWithoutReview(ctx, context, publishRequest)) return review
  if (context.isOwnAccount) return { status: 'approved', approveAt: null, approvedAt: now }
  return context.trust >= minFastTrackTrust
    ? { ...review, approveAt: now + fastTrackDelayMs }
    : review
}

/** The slug, or the first of `slug-2`, `slug-3`… that no event has. */
function findFreeSlugSql(slug: string): SQL<string> {
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
  /** Brought in by a schedule, which has limits of its own. */
  isFromSchedule?: boolean
  laterDates?: TimeSpan[]
  /** Only write it where this holds in the same transaction. */
  when?: SQL
}
type NewProposal = {
  isPublished: boolean
  /** Now, or on the fast track. */
  isPublishing: boolean
  /** Yields the event's id once the statements ran. */
  own: SQL
  statements: StatementSet
}

type LaterDateValues = PublicationState & { own: SQL; seriesId: string | null; userId: UserId }

function insertLaterDate(
  ctx: Ctx,
  input: EventInput,
  { own, seriesId, userId, ...outcome }: LaterDateValues,
): Change<undefined, StatementRecord> {
  const written = sql`(select max(${events.id}) from ${events}
    where ${events.firstDateId} = ${own})`
  return auditChange(
    ctx,
    insert(events, {
      ...pickEventValues(input),
      ...outcome,
      slug: findFreeSlugSql(slugOf(input.name)),
      proposerId: userId,
      seriesId,
      firstDateId: own as SQL<EventId>,
      createdAt: ctx.now,
      updatedAt: ctx.now,
    }),
    { act: 'propose', subject: 'event', id: written, to: outcome.status },
    { participants: insertParticipants(written, input) },
  )
}

export function buildProposal(
  ctx: Ctx,
  input: EventInput,
  { userId, draftKey, facts, laterDates = [], isFromSchedule = false, when = sql`true` }: Draft,
): NewProposal {
  const { now } = ctx
  const publication = decidePublication(ctx, input, { facts, laterDates })
  const { status, approveAt, approvedAt } = publication
  const own = sql`(select ${events.id} from ${events}
    where ${events.proposerId} = ${userId} and ${events.draftKey} = ${draftKey})`
  const isPublishing = status === 'approved' || approveAt !== null
  const dates = 1 + laterDates.length
  const isAllowed = isWithinLimits(ctx, { userId, isPublishing, isFromSchedule, dates })
  const seriesId = laterDates.length > 0 ? crypto.randomUUID() : null
  const statements = inOrder([
    // The second of two that race writes nothing.
    auditChange(
      ctx,
      insert(
        events,
        {
          ...pickEventValues(input),
          slug: findFreeSlugSql(slugOf(input.name)),
          status,
          approveAt,
          approvedAt,
          proposerId: userId,
          draftKey,
          seriesId,
          createdAt: now,
          updatedAt: now,
        },
        {
          where: sql`${when} and ${isAllowed}`,
          onConflict: sql`(proposer_id, draft_key) do nothing`,
        },
      ),
      { act: 'propose', subject: 'event', id: own, to: status },
      {
        participants: insertParticipants(own, input),
        laterDates: laterDates.map((times) =>
          insertLaterDate(ctx, { ...input, ...times }, { own, seriesId, userId, ...publication }),
        ),
      },
    ),
    inOrder(
      earnXp(ctx, {
        userId,
        action: 'own_event_published',
        subject: sql`'event:' || ${own}`,
        when: sql`exists (select 1 from ${events}
        where ${events.id} = ${own} and ${events.status} = 'approved')`,
      }),
    ),
    announceNewEvent(ctx, own),
    notifyParticipants(ctx, own),
  ])
  return { isPublished: status === 'approved', isPublishing, own, statements }
}
