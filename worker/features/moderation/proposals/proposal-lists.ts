import { sql, type SQL } from 'drizzle-orm'
import { read, type Ctx, type Member, type Moderator } from '#worker/context.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import { rows } from '#worker/db/client.ts'
import { contains } from '#worker/db/contains.ts'
import { AppError } from '#worker/api/errors.ts'
import type { MyEventsQuery, ProposalsQuery, ProposalView } from './contract.ts'
import { selectProposals, toProposals } from './proposal-rows.ts'

/** What a list is sorted by; what is alike stands as it was proposed. */
const sortKeys: Record<string, SQL> = {
  created: sql`e.created_at`,
  start: sql`e.start_at`,
  name: sql`e.name collate nocase`,
  trust: sql`coalesce(u.trust, -1)`,
}

function orderBy({ sort, status }: ProposalsQuery): SQL {
  const wanted = sort ?? (status === 'pending' ? 'created' : '-created')
  const direction = sql.raw(wanted.startsWith('-') ? 'desc' : 'asc')
  const key = sortKeys[wanted.replace('-', '')]
  // In the order of their ids, which no list has to be sorted by, all events stand as proposed.
  const isAsProposed = status === 'all' && wanted.endsWith('created')
  return isAsProposed ? sql`e.id ${direction}` : sql`${key} ${direction}, e.id ${direction}`
}

function whereOf({ status, q }: ProposalsQuery): SQL {
  const isOfStatus = status === 'all' ? sql`true` : sql`e.status = ${status}`
  if (q === '') return isOfStatus
  const places = [sql`e.name`, sql`e.streaming_account_name`, sql`u.username`]
  const isFound = places.map((place) => contains(place, q.replace(/^@/, '')))
  return sql`${isOfStatus} and (${sql.join(isFound, sql` or `)})`
}

/** The moderators' queue, unless sorted otherwise what waits with the oldest first, the decided with the newest. */
export async function listProposals(
  ctx: Ctx<Moderator>,
  query: ProposalsQuery,
): Promise<AdminPage<ProposalView>> {
  const { page, per_page } = query
  const from = sql`from events e left join users u on u.id = e.proposer_id where ${whereOf(query)}`
  const order = orderBy(query)
  const ids = sql`select e.id ${from} order by ${order}
    limit ${per_page} offset ${(page - 1) * per_page}`
  const [[count], [sorted], ...loaded] = await read(ctx, [
    rows<{ total: number }>(ctx.db, sql`select count(*) as total ${from}`),
    rows<{ ids: string }>(ctx.db, sql`select json_group_array(id) as ids from (${ids})`),
    ...selectProposals(ctx, ids, sql``),
  ])
  const places = JSON.parse(sorted?.ids ?? '[]') as number[]
  const items = toProposals(ctx, ...loaded)
  return {
    items: items.toSorted((a, b) => places.indexOf(a.id) - places.indexOf(b.id)),
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
  const [proposal] = toProposals(ctx, ...(await read(ctx, selectProposals(ctx, ids, sql``))))
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
  const loaded = await read(ctx, selectMyEvents(ctx, query))
  return { items: toProposals(ctx, ...loaded), next_cursor: null }
}
