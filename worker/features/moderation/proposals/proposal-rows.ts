import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { e } from '#worker/db/aliases.ts'
import type { Results, Statement } from '#worker/db/client.ts'
import { equals } from '#worker/db/conditions.ts'
import { booleanSql, instantSql, jsonRowList, type RowOf } from '#worker/db/row.ts'
import { events, participationAnswers } from '#worker/db/schema/events.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { streamers, streamingAccounts } from '#worker/db/schema/directory.ts'
import { select } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import {
  selectEventDetails,
  toEventView,
  type EventDetailRow,
} from '#worker/features/events/event-rows.ts'
import type { OriginalEvent, ProposalView, ProposerView, RejectionCode } from './contract.ts'
import { sumAnnouncedFollowersSql } from '#worker/features/notifications/fan-out/recipients.ts'
import { hasOtherReviewer, isActorReviewer, lastDecision } from './decisions.ts'
import {
  normalizeParticipantNames,
  selectNearbyEventsOfEach,
  pickSimilarEvents,
  toNearbyEvents,
} from './similar.ts'

const recentShown = 5

const proposed = alias(events, 'proposed')
const requestedEvent = alias(events, 'asked')
const recent = alias(events, 'recent')

const recentColumns = {
  id: recent.id,
  name: recent.name,
  status: recent.status,
  start: instantSql(recent.startAt),
  rejection_code: sql<RejectionCode | null>`iif(${recent.status} = 'rejected',
    ${recent.rejectionCode}, null)`,
}

const countProposalsSql = (status: 'pending' | 'approved' | 'rejected') =>
  sql<number>`sum(${equals(proposed.status, status)} and ${proposed.firstDateId} is null)`
const proposerColumns = {
  id: users.id,
  username: users.username,
  trust: users.trust,
  is_email_verified: booleanSql(sql`${users.emailVerifiedAt} is not null`),
  is_active: users.isActive,
  is_soft_banned: users.isSoftBanned,
  member_since: instantSql(users.createdAt),
  pending: countProposalsSql('pending'),
  approved: countProposalsSql('approved'),
  rejected: countProposalsSql('rejected'),
  rejected_as_spam: sql<number>`sum(${proposed.status} = 'rejected'
    and ${proposed.rejectionCode} is 'spam' and ${proposed.firstDateId} is null)`,
  recent: jsonRowList(
    recentColumns,
    sql`from (select * from ${events} where ${events.proposerId} = ${users.id} and ${events.firstDateId} is null
      order by ${events.id} desc limit ${recentShown + 1}) recent`,
  ),
}
type ProposerRow = RowOf<typeof proposerColumns>

function selectProposers(ids: SQL): Statement<ProposerRow[]> {
  return select(
    proposerColumns,
    sql`from ${users} join ${proposed} on ${proposed.proposerId} = ${users.id}
      where ${users.id} in
        (select ${events.proposerId} from ${events} where ${events.id} in (${ids}))
      group by ${users.id}`,
  )
}

function selectDecisions(ctx: Ctx, ids: SQL) {
  const userId = ctx.actor.kind === 'member' ? ctx.actor.userId : null
  return select(
    {
      id: events.id,
      decision: lastDecision(ctx),
      withdrawnAt: instantSql(events.withdrawnAt),
      reviewedAt: instantSql(events.reviewedAt),
      moderatorNote: events.moderatorNote,
      unreviewedReach: sql<number>`iif(${events.status} = 'approved' and ${events.reviewedAt} is null
        and ${events.startAt} > ${ctx.now}, ${sumAnnouncedFollowersSql(sql`${events.id}`)}, 0)`,
      needsOtherReviewer: booleanSql(sql`${events.proposerId} is ${userId}
        and ${isActorReviewer(ctx)} and ${hasOtherReviewer(userId)}`),
    },
    sql`from ${events} where ${events.id} in (${ids})`,
  )
}

function selectProposalDates(ids: SQL) {
  const firstDates = sql`select coalesce(${requestedEvent.firstDateId}, ${requestedEvent.id}) from ${requestedEvent}
    where ${requestedEvent.id} in (${ids})`
  const { id, slug, startAt, endAt, cancelledAt, firstDateId } = events
  return select(
    {
      ...{ id, slug, start: instantSql(startAt), end: instantSql(endAt) },
      ...{ cancelled_at: instantSql(cancelledAt), firstDateId },
    },
    sql`from ${events} where ${id} in (${firstDates}) or ${firstDateId} in (${firstDates})
      order by ${startAt}`,
  )
}

function toProposalDates(eventId: EventId, dates: LoadedProposals['dates']): ProposalView['dates'] {
  const firstId = dates.find(({ id }) => id === eventId)?.firstDateId ?? eventId
  const own = dates.filter(({ id, firstDateId }) => id === firstId || firstDateId === firstId)
  if (own.length < 2) return []
  return own.map(({ firstDateId: _, ...date }) => date)
}

const original = alias(events, 'original')

function selectOriginalEvents(ctx: Ctx, ids: SQL) {
  return select(
    {
      duplicateId: events.id,
      id: original.id,
      name: sql<string | null>`iif(${original.status} = 'approved' or ${isActorReviewer(ctx)},
        ${original.name}, null)`,
      slug: sql<string | null>`iif(${original.status} = 'approved', ${original.slug}, null)`,
    },
    sql`from ${events} join ${original} on ${original.id} = ${events.duplicateOfId}
      where ${events.id} in (${ids})`,
  )
}

const account = alias(streamingAccounts, 'account')
const owner = alias(streamers, 'owner')

export function selectEventsOnOwnChannel(ids: SQL) {
  return select(
    { id: events.id },
    sql`from ${events} where ${events.id} in (${ids}) and exists (
      select 1 from ${account} join ${owner} on ${owner.id} = ${account.streamerId}
      where ${owner.userId} = ${events.proposerId} and ${account.verifiedAt} is not null
        and ${account.platform} = ${events.platform}
        and ${account.nameKey} = lower(${events.streamingAccountName}))`,
  )
}

function selectRemovedParticipants(ids: SQL) {
  const { eventId, displayName, answeredAt, answer } = participationAnswers
  return select(
    { eventId, display_name: displayName, at: instantSql(answeredAt) },
    sql`from ${participationAnswers} where ${eventId} in (${ids}) and ${equals(answer, 'removed')}
      order by ${answeredAt}`,
  )
}

function toRemovedParticipants(
  id: EventId,
  removals: LoadedProposals['removals'],
): ProposalView['removed_participants'] {
  return removals
    .filter(({ eventId }) => eventId === id)
    .map(({ eventId: _, ...removal }) => removal)
}

function toOriginalEvent(
  eventId: EventId,
  originals: LoadedProposals['originals'],
): OriginalEvent | null {
  const original = originals.find(({ duplicateId }) => duplicateId === eventId)
  return original ? { id: original.id, name: original.name, slug: original.slug } : null
}

/** @param ids a query that yields event ids */
export function selectProposals(ctx: Ctx, ids: SQL, order: SQL) {
  return {
    events: selectEventDetails(sql`where ${e.id} in (${ids}) ${order}`),
    proposers: selectProposers(ids),
    decisions: selectDecisions(ctx, ids),
    nearby: selectNearbyEventsOfEach(ctx, ids),
    originals: selectOriginalEvents(ctx, ids),
    onOwnChannel: selectEventsOnOwnChannel(ids),
    removals: selectRemovedParticipants(ids),
    dates: selectProposalDates(ids),
  }
}
type LoadedProposals = Results<ReturnType<typeof selectProposals>>

export function toProposals(ctx: Ctx, loaded: LoadedProposals): ProposalView[] {
  const { proposers, decisions } = loaded
  const nearby = toNearbyEvents(loaded.nearby)
  return loaded.events.map((row) => {
    const proposer = proposers.find(({ id }) => id === row.proposerId)
    const own = decisions.find(({ id }) => id === row.id)
    const { decision = null, withdrawnAt = null, moderatorNote = null } = own ?? {}
    return {
      ...toEventView(row, ctx.now),
      moderator_note: moderatorNote,
      proposer: proposer ? toProposer(proposer, row.id) : null,
      created_at: toInstant(row.createdAt),
      updated_at: toInstant(row.updatedAt),
      approve_at: row.approveAt === null ? null : toInstant(row.approveAt),
      withdrawn_at: withdrawnAt,
      decision: decision && { by: decision.by, at: decision.at, act: decision.act },
      rejection:
        row.status === 'rejected'
          ? {
              reason_code: row.rejectionCode as RejectionCode | null,
              reason: row.rejectionReason,
              duplicate_of: toOriginalEvent(row.id, loaded.originals),
            }
          : null,
      dates: toProposalDates(row.id, loaded.dates),
      is_on_own_channel: loaded.onOwnChannel.some(({ id }) => id === row.id),
      ...toReviewFields(ctx, own),
      removed_participants: toRemovedParticipants(row.id, loaded.removals),
      similar: pickSimilarEvents(
        { ...row, participants: listParticipantKeys(row) },
        nearby,
        row.id,
      ),
    }
  })
}

function toReviewFields(ctx: Ctx, own: LoadedProposals['decisions'][number] | undefined) {
  const { reviewedAt = null, unreviewedReach: reach = 0, needsOtherReviewer = false } = own ?? {}
  return {
    reviewed_at: reviewedAt,
    waiting_followers: reach > ctx.config.PROPOSAL_LIMITS.unreviewedRecipients ? reach : null,
    needs_other_reviewer: needsOtherReviewer,
  }
}

function listParticipantKeys({ participants }: EventDetailRow): (string | number)[] {
  return normalizeParticipantNames(
    participants.map(({ streamer_id: id, display_name: name }) => id ?? name),
  )
}

function toProposer(row: ProposerRow, eventId: EventId): ProposerView {
  const others = row.recent.filter(({ id }) => id !== eventId)
  return { ...row, recent: others.slice(0, recentShown) }
}
