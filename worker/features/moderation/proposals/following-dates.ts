import { sql, type SQL } from 'drizzle-orm'
import type { Ctx } from '#worker/context.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import type { Statement } from '#worker/db/client.ts'
import { events } from '#worker/db/schema/events.ts'
import { command } from '#worker/db/statement.ts'
import { assignments } from '#worker/db/writes.ts'
import { insertAuditEntry } from '#worker/audit/audit-entries.ts'
import type { EventStatus } from '#worker/features/events/contract.ts'
import type { EventAction } from './contract.ts'
import { laterDatesOf, type EventSnapshot } from './event-snapshot.ts'

/** A later date of a weekly proposal, which goes where its first date goes. */
export type FollowingDate = {
  id: EventId
  /** In place of the assignments of the first date. */
  set?: SQL
  effects?: (isDone: SQL) => Statement[]
}

/** All later dates of a proposal, with what else happens to each. */
export function followingDates(
  snapshot: EventSnapshot,
  effectsOf?: (id: EventId, isDone: SQL) => Statement[],
): FollowingDate[] {
  return laterDatesOf(snapshot).map((id) =>
    effectsOf ? { id, effects: (isDone) => effectsOf(id, isDone) } : { id },
  )
}

export function nextRevision(now: number, updatedAt: number): number {
  return Math.max(now, updatedAt + 1)
}

type FirstDateStep = {
  act: EventAction
  snapshot: EventSnapshot
  status: EventStatus
  set: SQL
  reasonCode?: string | null
  reason?: string | null
}

/** Later dates are never decided for themselves: what the first date won holds for them. */
export function followFirstDate(
  ctx: Ctx,
  { act, snapshot, status, set, reasonCode, reason }: FirstDateStep,
  date: FollowingDate,
  isDone: SQL,
) {
  const { id, firstDateId } = events
  const own = assignments(events, { status, updatedAt: nextRevision(ctx.now, snapshot.updatedAt) })
  return [
    command(sql`update ${events} set ${own}, ${date.set ?? set}
      where ${id} = ${date.id} and ${firstDateId} = ${snapshot.id} and ${isDone}`),
    insertAuditEntry(ctx, {
      act,
      subject: 'event',
      id: date.id,
      from: snapshot.status,
      to: status,
      reasonCode,
      reason,
      when: sql`changes() = 1`,
    }),
  ]
}
