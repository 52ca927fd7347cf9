import { sql, type SQL } from 'drizzle-orm'
import { read, type Ctx, type Member, type Moderator } from '#worker/context.ts'
import type { AdminPage, EventId } from '#worker/contract.ts'
import { rows } from '#worker/db/client.ts'
import { AppError } from '#worker/http/errors.ts'
import type { MyEventsQuery, ProposalsQuery, ProposalView } from './contract.ts'
import { selectProposals, toProposals } from './proposal-rows.ts'

/** The moderators' queue: waiting ones with the oldest first, decided ones with the newest first. */
export async function listProposals(
  ctx: Ctx<Moderator>,
  { status, page, per_page }: ProposalsQuery,
): Promise<AdminPage<ProposalView>> {
  const where = status === 'all' ? sql`true` : sql`status = ${status}`
  const direction = sql.raw(status === 'pending' ? 'asc' : 'desc')
  const ids = sql`select id from events where ${where}
    order by created_at ${direction}, id ${direction} limit ${per_page} offset ${(page - 1) * per_page}`
  const [[count], events, proposers, neighbours] = await read(ctx, [
    rows<{ total: number }>(ctx.db, sql`select count(*) as total from events where ${where}`),
    ...selectProposals(ctx, ids, sql`order by e.created_at ${direction}, e.id ${direction}`),
  ])
  return {
    items: toProposals(ctx, events, proposers, neighbours),
    page,
    per_page,
    total: count?.total ?? 0,
  }
}

export function getProposal(ctx: Ctx<Moderator>, eventId: EventId): Promise<ProposalView> {
  return getOne(ctx, sql`select id from events where id = ${eventId}`)
}

export function getMyEvent(ctx: Ctx<Member>, eventId: EventId): Promise<ProposalView> {
  return getOne(
    ctx,
    sql`select id from events where id = ${eventId} and proposer_id = ${ctx.actor.userId}`,
  )
}

async function getOne(ctx: Ctx, ids: SQL): Promise<ProposalView> {
  const [events, proposers, neighbours] = await read(ctx, selectProposals(ctx, ids, sql``))
  const [proposal] = toProposals(ctx, events, proposers, neighbours)
  if (!proposal) throw new AppError('not_found', 'event_not_found')
  return proposal
}

/** The statements that load what the signed-in member proposed, in every state. */
export function selectMyEvents(ctx: Ctx<Member>, { period, limit }: MyEventsQuery) {
  const { now, actor } = ctx
  const isWanted = {
    all: sql`true`,
    upcoming: sql`end_at > ${now}`,
    past: sql`end_at <= ${now}`,
  }[period]
  const direction = sql.raw(period === 'upcoming' ? 'asc' : 'desc')
  const ids = sql`select id from events where proposer_id = ${actor.userId} and ${isWanted}
    order by start_at ${direction}, id ${direction} limit ${limit}`
  return selectProposals(ctx, ids, sql`order by e.start_at ${direction}, e.id ${direction}`)
}

export async function listMyEvents(
  ctx: Ctx<Member>,
  query: MyEventsQuery,
): Promise<{ items: ProposalView[]; next_cursor: null }> {
  const [events, proposers, neighbours] = await read(ctx, selectMyEvents(ctx, query))
  return { items: toProposals(ctx, events, proposers, neighbours), next_cursor: null }
}
