import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { EventId, UserId } from '#worker/contracts/ids.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { rows, type Results, type Statement } from '#worker/db/client.ts'
import type { EventStatus } from '#worker/features/events/contract.ts'
import {
  selectEventDetails,
  toView,
  type EventDetailRow,
} from '#worker/features/events/event-rows.ts'
import type { ProposalView, ProposerView, RejectionCode } from './contract.ts'
import { lastDecision, toDecision } from './decisions.ts'
import { comparableNames, selectNearbyEventsOfEach, similarTo, toNearbyEvents } from './similar.ts'

type ProposerRow = {
  id: UserId
  username: string
  trust: number
  isEmailVerified: number
  isActive: number
  isSoftBanned: number
  createdAt: number
  pending: number
  approved: number
  rejected: number
  rejectedAsSpam: number
  /** JSON arrays, the newest first. */
  recent: string
}

const recentShown = 5

function selectProposers({ db }: Ctx, ids: SQL): Statement<ProposerRow[]> {
  return rows<ProposerRow>(
    db,
    sql`select u.id, u.username, u.trust, u.email_verified_at is not null as isEmailVerified,
        u.is_active as isActive, u.is_soft_banned as isSoftBanned, u.created_at as createdAt,
        sum(o.status = 'pending') as pending, sum(o.status = 'approved') as approved,
        sum(o.status = 'rejected') as rejected,
        sum(o.status = 'rejected' and o.rejection_code is 'spam') as rejectedAsSpam,
        (select json_group_array(json_array(r.id, r.name, r.status, r.start_at, r.rejection_code))
          from (select * from events where proposer_id = u.id
            order by id desc limit ${recentShown + 1}) r) as recent
      from users u join events o on o.proposer_id = u.id
      where u.id in (select proposer_id from events where id in (${ids})) group by u.id`,
  )
}

type DecisionRow = { id: EventId; decision: string | null }

function selectDecisions(ctx: Ctx, ids: SQL): Statement<DecisionRow[]> {
  return rows<DecisionRow>(
    ctx.db,
    sql`select e.id, ${lastDecision(ctx)} as decision from events e where e.id in (${ids})`,
  )
}

/** The statements that load proposals, by a query that yields event ids in the wanted order. */
export function selectProposals(ctx: Ctx, ids: SQL, order: SQL) {
  return [
    selectEventDetails(sql`where e.id in (${ids}) ${order}`),
    selectProposers(ctx, ids),
    selectDecisions(ctx, ids),
    selectNearbyEventsOfEach(ctx, ids),
  ] as const
}
type Loaded = [...Results<ReturnType<typeof selectProposals>>]

/** The results of `selectProposals`, whose statements must have come last. */
export function lastProposals(results: readonly unknown[]): Loaded {
  return results.slice(-4) as Loaded
}

export function toProposals(ctx: Ctx, ...loaded: Loaded): ProposalView[] {
  const [events, proposers, decisions, around] = loaded
  const neighbours = toNearbyEvents(around)
  return events.map((row) => {
    const proposer = proposers.find(({ id }) => id === row.proposerId)
    return {
      ...toView(row, ctx.now),
      proposer: proposer ? toProposer(proposer, row.id) : null,
      created_at: toInstant(row.createdAt),
      updated_at: toInstant(row.updatedAt),
      approve_at: row.approveAt === null ? null : toInstant(row.approveAt),
      decision: toDecision(decisions.find(({ id }) => id === row.id)?.decision ?? null),
      rejection:
        row.status === 'rejected'
          ? {
              reason_code: row.rejectionCode as RejectionCode | null,
              reason: row.rejectionReason,
            }
          : null,
      similar: similarTo({ ...row, participants: participantsOf(row) }, neighbours, row.id),
    }
  })
}

function participantsOf({ participants }: EventDetailRow): (string | number)[] {
  return comparableNames(
    participants.map(({ streamerId, displayName }) => streamerId ?? displayName),
  )
}

type RecentTuple = [number, string, EventStatus, number, RejectionCode | null]

function toProposer(row: ProposerRow, eventId: EventId): ProposerView {
  const { id, username, trust, pending, approved, rejected } = row
  const others = (JSON.parse(row.recent) as RecentTuple[]).filter(([other]) => other !== eventId)
  return {
    id,
    username,
    trust,
    pending,
    approved,
    rejected,
    rejected_as_spam: row.rejectedAsSpam,
    is_email_verified: Boolean(row.isEmailVerified),
    is_active: Boolean(row.isActive),
    is_soft_banned: Boolean(row.isSoftBanned),
    member_since: toInstant(row.createdAt),
    recent: others.slice(0, recentShown).map(([other, name, status, startAt, code]) => ({
      id: other,
      name,
      status,
      start: toInstant(startAt),
      rejection_code: status === 'rejected' ? code : null,
    })),
  }
}
