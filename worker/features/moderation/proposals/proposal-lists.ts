import { sql, type SQL } from 'drizzle-orm'
import { read, type Ctx, type Member, type Moderator } from '#worker/context.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import { e } from '#worker/db/aliases.ts'
import { pageLimit, selectTotal } from '#worker/db/admin-page.ts'
import { contains } from '#worker/db/conditions.ts'
import { events } from '#worker/db/schema/events.ts'
import { users } from '#worker/db/schema/accounts.ts'
import type { Statement } from '#worker/db/client.ts'
import { mapResult, select, selectFirst } from '#worker/db/statement.ts'
import { AppError } from '#worker/api/errors.ts'
import {
  moderationCountLimit,
  type ProposalCounts,
  type ProposalsPage,
  type ProposalsQuery,
  type ProposalView,
} from './contract.ts'
import { type MyEventsQuery } from './member-contract.ts'
import { selectProposals, toProposals } from './proposal-rows.ts'

const sortKeys: Record<string, SQL> = {
  created: sql`${events.createdAt}`,
  start: sql`${events.startAt}`,
  name: sql`${events.name} collate nocase`,
  trust: sql`coalesce(${users.trust}, -1)`,
}

function buildProposalOrder({ sort, status }: ProposalsQuery): SQL {
  const sortedBy = sort ?? (status === 'pending' ? 'created' : '-created')
  const direction = sql.raw(sortedBy.startsWith('-') ? 'desc' : 'asc')
  const key = sortKeys[sortedBy.replace('-', '')]
  // In the order of their ids, which no list has to be sorted by, all events stand as proposed.
  const isAsProposed = status === 'all' && sortedBy.endsWith('created')
  return isAsProposed
    ? sql`${events.id} ${direction}`
    : sql`${key} ${direction}, ${events.id} ${direction}`
}

/** A weekly proposal is one entry; once approved, each date is an event of its own. */
const isEntry = sql`(${events.firstDateId} is null or ${events.status} = 'approved')`

function isEventUnreviewed(now: number): SQL {
  return sql`${events.status} = 'approved' and ${events.reviewedAt} is null
    and ${events.cancelledAt} is null and ${events.endAt} > ${now}`
}

function isInProposalList(status: ProposalsQuery['status'], now: number): SQL {
  if (status === 'all') return isEntry
  return status === 'unreviewed'
    ? sql`${isEventUnreviewed(now)} and ${isEntry}`
    : sql`${events.status} = ${status} and ${isEntry}`
}

function buildProposalsCondition({ status, q }: ProposalsQuery, now: number): SQL {
  const isOfStatus = isInProposalList(status, now)
  if (q === '') return isOfStatus
  const [, id] = /^#(\d{1,15})$/.exec(q) ?? []
  if (id) return sql`${isOfStatus} and ${events.id} = ${Number(id)}`
  const places = [events.name, events.streamingAccountName, users.username]
  const isFound = places.map((searchedColumn) => contains(searchedColumn, q.replace(/^@/, '')))
  return sql`${isOfStatus} and (${sql.join(isFound, sql` or `)})`
}

const none: ProposalCounts = { pending: 0, unreviewed: 0, approved: 0, rejected: 0, disabled: 0 }

function countProposalsSql(status: keyof ProposalCounts, now: number): SQL<number> {
  const isWaiting = status === 'pending' ? sql` and ${events.approveAt} is null` : sql``
  return sql<number>`(select count(*) from (select 1 from ${events}
    where ${isInProposalList(status, now)}${isWaiting} limit ${moderationCountLimit}))`
}

function selectProposalCounts({ now }: Ctx): Statement<ProposalCounts> {
  const columns = {
    pending: countProposalsSql('pending', now),
    unreviewed: countProposalsSql('unreviewed', now),
    approved: countProposalsSql('approved', now),
    rejected: countProposalsSql('rejected', now),
    disabled: countProposalsSql('disabled', now),
  }
  return mapResult(select(columns, sql``), ([row]) => row ?? none)
}

export async function listProposals(
  ctx: Ctx<Moderator>,
  query: ProposalsQuery,
): Promise<ProposalsPage> {
  const from = sql`${events} left join ${users} on ${users.id} = ${events.proposerId}
    where ${buildProposalsCondition(query, ctx.now)}`
  const ids = sql`select ${events.id} from ${from} order by ${buildProposalOrder(query)} ${pageLimit(query)}`
  const { counts, total, sorted, proposals } = await read(ctx, {
    counts: selectProposalCounts(ctx),
    total: selectTotal(from),
    sorted: selectFirst({ ids: sql<string>`json_group_array(id)` }, sql`from (${ids})`),
    proposals: selectProposals(ctx, ids, sql``),
  })
  const places = JSON.parse(sorted?.ids ?? '[]') as number[]
  const { page, per_page } = query
  const items = toProposals(ctx, proposals).toSorted(
    (a, b) => places.indexOf(a.id) - places.indexOf(b.id),
  )
  return { items, page, per_page, total, counts }
}

export async function getProposalCounts(ctx: Ctx<Moderator>): Promise<ProposalCounts> {
  const { counts } = await read(ctx, { counts: selectProposalCounts(ctx) })
  return counts
}

export function getProposal(ctx: Ctx<Moderator>, eventId: EventId): Promise<ProposalView> {
  return getSingleProposal(
    ctx,
    sql`select ${events.id} from ${events} where ${events.id} = ${eventId}`,
  )
}

export function getMyEvent(ctx: Ctx<Member>, eventId: EventId): Promise<ProposalView> {
  return getSingleProposal(
    ctx,
    sql`select ${events.id} from ${events}
      where ${events.id} = ${eventId} and ${events.proposerId} = ${ctx.actor.userId}`,
  )
}

async function getSingleProposal(ctx: Ctx, ids: SQL): Promise<ProposalView> {
  const [proposal] = toProposals(ctx, await read(ctx, selectProposals(ctx, ids, sql``)))
  if (!proposal) throw new AppError('not_found', 'event_not_found')
  return proposal
}

export function selectMyEvents(ctx: Ctx<Member>, { period, limit }: MyEventsQuery) {
  const { now, actor } = ctx
  const isInPeriod = {
    all: sql`true`,
    upcoming: sql`${events.endAt} > ${now}`,
    past: sql`${events.endAt} <= ${now}`,
  }[period]
  const direction = sql.raw(period === 'upcoming' ? 'asc' : 'desc')
  const ids = sql`select ${events.id} from ${events}
    where ${events.proposerId} = ${actor.userId} and ${isInPeriod} and ${isEntry}
    order by ${events.startAt} ${direction}, ${events.id} ${direction} limit ${limit}`
  return selectProposals(ctx, ids, sql`order by ${e.startAt} ${direction}, ${e.id} ${direction}`)
}

export async function listMyEvents(
  ctx: Ctx<Member>,
  query: MyEventsQuery,
): Promise<{ items: ProposalView[]; next_cursor: null }> {
  const loaded = await read(ctx, selectMyEvents(ctx, query))
  return { items: toProposals(ctx, loaded), next_cursor: null }
}
