import { sql, type SQL } from 'drizzle-orm'
import { read, write, type Contributor, type Ctx, type Member } from '#worker/context.ts'
import type { EventId, UserId } from '#worker/contract.ts'
import { rows } from '#worker/db/client.ts'
import { AppError } from '#worker/http/errors.ts'
import { earnXp, reverseXp, type Earned } from '#worker/features/progress/ledger.ts'
import {
  gamificationInfo,
  selectStanding,
  type Standing,
} from '#worker/features/progress/progress.ts'
import type { HypeInput, HypeView, RelationsView } from './contract.ts'

type HypeState = { isHyped: number; hypeCount: number; isOpen: number; isVisible: number }

function selectState(ctx: Ctx, userId: UserId, eventId: EventId) {
  return rows<HypeState>(
    ctx.db,
    sql`select exists (select 1 from hypes h where h.event_id = e.id and h.user_id = ${userId}) as isHyped,
        e.hype_count as hypeCount, e.status = 'approved' as isVisible,
        (e.cancelled_at is null and e.end_at > ${ctx.now}) as isOpen
      from events e where e.id = ${eventId}`,
  )
}

/** Hypes or takes it back; the count, the ledger and the answer come from one transaction. */
export async function toggleHype(
  ctx: Ctx<Contributor>,
  { eventId, hyped }: HypeInput & { eventId: EventId },
): Promise<HypeView> {
  const { userId } = ctx.actor
  const [[state], [before]] = await read(ctx, [
    selectState(ctx, userId, eventId),
    selectStanding(ctx, userId),
  ])
  if (!state?.isVisible || !before) throw new AppError('not_found', 'event_not_found')
  const wanted = hyped ?? !state.isHyped
  if (!state.isOpen) throw new AppError('conflict', 'hype_closed')
  return wanted ? hype(ctx, eventId, before) : unhype(ctx, eventId, before)
}

function isHypedBy(userId: UserId, eventId: EventId): SQL {
  return sql`exists (select 1 from hypes where event_id = ${eventId} and user_id = ${userId})`
}

async function hype(ctx: Ctx<Contributor>, eventId: EventId, before: Standing): Promise<HypeView> {
  const { userId } = ctx.actor
  const [, earned, [state], [after = before]] = await write(ctx, [
    rows(
      ctx.db,
      sql`insert into hypes (event_id, user_id, created_at)
        select id, ${userId}, ${ctx.now} from events
        where id = ${eventId} and status = 'approved' and cancelled_at is null and end_at > ${ctx.now}
        on conflict do nothing`,
    ),
    earnXp(ctx, {
      userId,
      action: 'hype',
      subject: `event:${eventId}`,
      when: isHypedBy(userId, eventId),
    }),
    selectState(ctx, userId, eventId),
    selectStanding(ctx, userId),
  ])
  return answer(ctx, state, { before, after, earned: earned[0] })
}

async function unhype(
  ctx: Ctx<Contributor>,
  eventId: EventId,
  before: Standing,
): Promise<HypeView> {
  const { userId } = ctx.actor
  const [, , [state], [after = before]] = await write(ctx, [
    rows(ctx.db, sql`delete from hypes where event_id = ${eventId} and user_id = ${userId}`),
    reverseXp(ctx, { userId, action: 'hype', subject: `event:${eventId}` }),
    selectState(ctx, userId, eventId),
    selectStanding(ctx, userId),
  ])
  return answer(ctx, state, { before, after, earned: undefined })
}

function answer(
  ctx: Ctx,
  state: HypeState | undefined,
  change: { before: Standing; after: Standing; earned: Earned | undefined },
): HypeView {
  return {
    hyped: Boolean(state?.isHyped),
    hype_count: state?.hypeCount ?? 0,
    gamification_info: gamificationInfo(ctx, { action: 'hype', ...change }),
  }
}

/** What the signed-in person hyped (and may still see) and follows. */
export async function getRelations(ctx: Ctx<Member>): Promise<RelationsView> {
  const { userId } = ctx.actor
  const [hyped, streamers, games] = await read(ctx, [
    rows<{ id: number }>(
      ctx.db,
      sql`select event_id as id from hypes where user_id = ${userId} order by created_at desc limit 2000`,
    ),
    rows<{ id: number }>(
      ctx.db,
      sql`select streamer_id as id from streamer_follows where user_id = ${userId} limit 2000`,
    ),
    rows<{ id: number }>(
      ctx.db,
      sql`select game_id as id from game_follows where user_id = ${userId} limit 2000`,
    ),
  ])
  return {
    hyped_events: hyped.map(({ id }) => id),
    followed_streamers: streamers.map(({ id }) => id),
    followed_games: games.map(({ id }) => id),
  }
}
