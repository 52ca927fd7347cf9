import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import type { Statement } from '#worker/db/client.ts'
import { booleanSql, type RowOf } from '#worker/db/row.ts'
import { events } from '#worker/db/schema/events.ts'
import { users } from '#worker/db/schema/accounts.ts'
import { select } from '#worker/db/statement.ts'
import { alias } from '#worker/db/write-sql.ts'
import { hasOtherReviewer, isFastTrack, isActorReviewer, lastDecision } from './decisions.ts'
import { deriveEventState, type EventState } from './transitions.ts'

const proposer = alias(users, 'proposer')
const laterDate = alias(events, 'later_date')
const requestedEvent = alias(events, 'asked')

const snapshotColumns = {
  id: events.id,
  status: events.status,
  approveAt: events.approveAt,
  cancelledAt: events.cancelledAt,
  reviewedAt: events.reviewedAt,
  withdrawnAt: events.withdrawnAt,
  startAt: events.startAt,
  endAt: events.endAt,
  /** Where the event was when it last left the agenda. */
  previousStartAt: events.previousStartAt,
  /** Null except in the later dates of a weekly proposal. */
  firstDateId: events.firstDateId,
  laterDates: sql<string>`(select json_group_array(${laterDate.id}) from ${laterDate}
    where ${laterDate.firstDateId} = ${events.id})`,
  /** Rises with every change of the event. */
  updatedAt: events.updatedAt,
  rejectionCode: events.rejectionCode,
  isFastTrack,
  proposerId: events.proposerId,
  isVerified: booleanSql(sql`${proposer.id} is null or ${proposer.emailVerifiedAt} is not null`),
  isActive: booleanSql(sql`coalesce(${proposer.isActive}, 0)`),
  isSoftBanned: booleanSql(sql`coalesce(${proposer.isSoftBanned}, 0)`),
  trust: sql<number>`coalesce(${proposer.trust}, 0)`,
}

function snapshotColumnsFor(ctx: Ctx) {
  const userId = ctx.actor.kind === 'member' ? ctx.actor.userId : null
  return {
    ...snapshotColumns,
    decision: lastDecision(ctx),
    /** The time zone of whoever acts. */
    timeZone: sql<string | null>`(select ${users.timeZone} from ${users}
      where ${users.id} = ${userId})`,
    isActorReviewer: booleanSql(isActorReviewer(ctx)),
    hasOtherReviewer: booleanSql(hasOtherReviewer(userId)),
  }
}
export type EventSnapshot = RowOf<ReturnType<typeof snapshotColumnsFor>>

export function toIdList(ids: EventId[]): SQL {
  return sql`select value from json_each(${JSON.stringify(ids)})`
}

function selectSnapshots(ctx: Ctx, ids: SQL): Statement<EventSnapshot[]> {
  return select(
    snapshotColumnsFor(ctx),
    sql`from ${events} left join ${proposer} on ${proposer.id} = ${events.proposerId}
      where ${events.id} in (${ids})`,
  )
}

export function selectEventSnapshots(ctx: Ctx, ids: EventId[]): Statement<EventSnapshot[]> {
  return selectSnapshots(ctx, toIdList(ids))
}

/** First dates stand for the weekly proposals that the events belong to. */
export function selectProposalSnapshots(ctx: Ctx, ids: EventId[]): Statement<EventSnapshot[]> {
  return selectSnapshots(
    ctx,
    sql`select coalesce(${requestedEvent.firstDateId}, ${requestedEvent.id}) from ${requestedEvent}
      where ${requestedEvent.id} in (${toIdList(ids)})`,
  )
}

export function parseLaterDates({ laterDates }: EventSnapshot): EventId[] {
  return JSON.parse(laterDates) as EventId[]
}

export function findProposalSnapshot(
  snapshots: EventSnapshot[],
  id: EventId,
): EventSnapshot | undefined {
  return snapshots.find((snapshot) => snapshot.id === id || parseLaterDates(snapshot).includes(id))
}

export function deriveEventStateAt(
  { status, approveAt, cancelledAt, withdrawnAt, endAt }: EventSnapshot,
  { now }: Pick<Ctx, 'now'>,
): EventState {
  return deriveEventState({
    status,
    isApproving: approveAt !== null,
    isCancelled: cancelledAt !== null,
    isOver: endAt <= now,
    isWithdrawn: withdrawnAt !== null,
  })
}
