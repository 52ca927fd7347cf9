import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import { toInstant, type UserId } from '#worker/contract.ts'
import { rows, type Results, type Statement } from '#worker/db/client.ts'
import type { ProposalView, RejectionCode } from './contract.ts'
import { selectEventDetails, toView, type EventDetailRow } from './event-rows.ts'
import { comparableNames, selectAroundEach, similarTo } from './similar.ts'

type ProposerRow = {
  id: UserId
  username: string
  trust: number
  isEmailVerified: number
  approved: number
  rejected: number
}

function selectProposers({ db }: Ctx, ids: SQL): Statement<ProposerRow[]> {
  return rows<ProposerRow>(
    db,
    sql`select u.id, u.username, u.trust, u.email_verified_at is not null as isEmailVerified,
        (select count(*) from events where proposer_id = u.id and status = 'approved') as approved,
        (select count(*) from events where proposer_id = u.id and status = 'rejected') as rejected
      from users u where u.id in (select proposer_id from events where id in (${ids}))`,
  )
}

/** The statements that load proposals, by a query that yields event ids in the wanted order. */
export function selectProposals(ctx: Ctx, ids: SQL, order: SQL) {
  return [
    selectEventDetails(ctx.db, sql`where e.id in (${ids}) ${order}`),
    selectProposers(ctx, ids),
    selectAroundEach(ctx, ids),
  ] as const
}

/** The results of `selectProposals`, whose statements must have come last. */
export function lastProposals(
  results: readonly unknown[],
): [...Results<ReturnType<typeof selectProposals>>] {
  return results.slice(-3) as [...Results<ReturnType<typeof selectProposals>>]
}

type Neighbours = Awaited<ReturnType<typeof selectAroundEach>>

export function toProposals(
  ctx: Ctx,
  events: EventDetailRow[],
  proposers: ProposerRow[],
  neighbours: Neighbours,
): ProposalView[] {
  return events.map((row) => {
    const proposer = proposers.find(({ id }) => id === row.proposerId)
    const participants = comparableNames(
      (JSON.parse(row.participants) as [number | null, string][]).map(([id, name]) => id ?? name),
    )
    return {
      ...toView(row, ctx.now),
      proposer: proposer
        ? { ...toProposer(proposer), is_email_verified: Boolean(proposer.isEmailVerified) }
        : null,
      created_at: toInstant(row.createdAt),
      approve_at: row.approveAt === null ? null : toInstant(row.approveAt),
      rejection:
        row.status === 'rejected'
          ? {
              reason_code: row.rejectionCode as RejectionCode | null,
              reason: row.rejectionReason,
            }
          : null,
      similar: similarTo(
        { ...row, participants },
        neighbours.filter(({ nearId }) => nearId === row.id),
      ),
    }
  })
}

function toProposer({ id, username, trust, approved, rejected }: ProposerRow) {
  return { id, username, trust, approved, rejected }
}
