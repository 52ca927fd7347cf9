import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { EventId, UserId } from '#worker/contracts/ids.ts'
import { rows, type Statement } from '#worker/db/client.ts'
import type { EventStatus } from '#worker/features/events/contract.ts'
import { isFastTrack, isActorReviewer, lastDecision } from './decisions.ts'
import { stateOf, type State } from './transitions.ts'

/** All that an act on an event is decided by, read before it and again where it lost a race. */
export type EventSnapshot = {
  id: EventId
  status: EventStatus
  approveAt: number | null
  cancelledAt: number | null
  startAt: number
  endAt: number
  /** Where the event was when it last left the agenda. */
  previousStartAt: number | null
  /** Rises with every change of the event. */
  updatedAt: number
  rejectionCode: string | null
  isFastTrack: number
  proposerId: UserId | null
  /** Of the proposer, where there is one. */
  isVerified: number
  isActive: number
  isSoftBanned: number
  trust: number
  /** JSON, see `readDecision`. */
  decision: string | null
  /** Of whoever acts, who may hear when something was decided; whether that is a moderator. */
  timeZone: string | null
  isActorReviewer: number
}

export function idList(ids: EventId[]): SQL {
  return sql`select value from json_each(${JSON.stringify(ids)})`
}

export function selectEventSnapshots(ctx: Ctx, ids: EventId[]): Statement<EventSnapshot[]> {
  const userId = ctx.actor.kind === 'member' ? ctx.actor.userId : null
  return rows<EventSnapshot>(
    ctx.db,
    sql`select e.id, e.status, e.approve_at as approveAt, e.cancelled_at as cancelledAt,
        e.start_at as startAt, e.end_at as endAt, e.previous_start_at as previousStartAt,
        e.updated_at as updatedAt, e.rejection_code as rejectionCode,
        ${isFastTrack} as isFastTrack, e.proposer_id as proposerId,
        u.id is null or u.email_verified_at is not null as isVerified,
        coalesce(u.is_active, 0) as isActive, coalesce(u.is_soft_banned, 0) as isSoftBanned,
        coalesce(u.trust, 0) as trust, ${lastDecision(ctx)} as decision,
        (select timezone_name from users where id = ${userId}) as timeZone,
        ${isActorReviewer(ctx)} as isActorReviewer
      from events e left join users u on u.id = e.proposer_id where e.id in (${idList(ids)})`,
  )
}

export function stateAt(
  { status, approveAt, cancelledAt, endAt }: EventSnapshot,
  { now }: Pick<Ctx, 'now'>,
): State {
  return stateOf({
    status,
    isApproving: approveAt !== null,
    isCancelled: cancelledAt !== null,
    isOver: endAt <= now,
  })
}
