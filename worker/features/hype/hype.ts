import { sql } from 'drizzle-orm'
import { asContributor, read, selectRestriction, type Ctx, type Member } from '#worker/context.ts'
import type { EventId, UserId } from '#worker/contracts/ids.ts'
import { toInstant } from '#worker/contracts/time.ts'
import { rows } from '#worker/db/client.ts'
import type { TimeCertainty } from '#worker/features/events/contract.ts'
import { reminderWindow } from '#worker/features/notifications/reminders.ts'
import { AppError } from '#worker/api/errors.ts'
import {
  setReaction,
  unsetReaction,
  type Reaction,
} from '#worker/features/gamification/ledger/reactions.ts'
import { selectProgress } from '#worker/features/gamification/ledger/progress.ts'
import type { HypeInput, HypeView, RelationsView } from './contract.ts'

type HypeState = {
  isHyped: number
  hypeCount: number
  isOpen: number
  isVisible: number
  startAt: number
  certainty: TimeCertainty
}

function selectState(ctx: Ctx, userId: UserId, eventId: EventId) {
  return rows<HypeState>(
    ctx.db,
    sql`select exists (select 1 from hypes h where h.event_id = e.id and h.user_id = ${userId}) as isHyped,
        e.hype_count as hypeCount, e.start_at as startAt, e.time_certainty as certainty, e.status = 'approved' as isVisible,
        (e.cancelled_at is null and e.end_at > ${ctx.now}) as isOpen
      from events e where e.id = ${eventId}`,
  )
}

function hypeOf(ctx: Ctx<Member>, eventId: EventId): Reaction<HypeState> {
  const { userId } = ctx.actor
  return {
    action: 'hype',
    subject: `event:${eventId}`,
    isSet: sql`exists (select 1 from hypes where event_id = ${eventId} and user_id = ${userId})`,
    set: sql`insert into hypes (event_id, user_id, created_at)
      select id, ${userId}, ${ctx.now} from events
      where id = ${eventId} and status = 'approved' and cancelled_at is null and end_at > ${ctx.now}
      on conflict do nothing`,
    unset: sql`delete from hypes where event_id = ${eventId} and user_id = ${userId}`,
    selectState: () => selectState(ctx, userId, eventId),
  }
}

function remindersOf({ now }: Ctx, { isHyped, certainty, startAt }: HypeState): string[] {
  if (!isHyped || certainty !== 'exact') return []
  return ([24, 1] as const)
    .map((hours) => startAt - reminderWindow(hours).fromMs)
    .filter((at) => at > now)
    .map(toInstant)
}

/** Hypes, which is for contributors, or takes it back. */
export async function toggleHype(
  ctx: Ctx<Member>,
  { eventId, hyped }: HypeInput & { eventId: EventId },
): Promise<HypeView> {
  const { userId } = ctx.actor
  const [[known], [before], [restriction]] = await read(ctx, [
    selectState(ctx, userId, eventId),
    selectProgress(ctx, userId),
    selectRestriction(ctx),
  ])
  if (!known?.isVisible || !before) throw new AppError('not_found', 'event_not_found')
  const contributor = (hyped ?? !known.isHyped) && asContributor(ctx, restriction)
  if (!known.isOpen) throw new AppError('conflict', 'hype_closed')
  const hype = hypeOf(ctx, eventId)
  const { state, ...progress } = contributor
    ? await setReaction(contributor, hype, before)
    : await unsetReaction(ctx, hype, before)
  return {
    hyped: Boolean(state?.isHyped),
    hype_count: state?.hypeCount ?? 0,
    reminders: state ? remindersOf(ctx, state) : [],
    ...progress,
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
