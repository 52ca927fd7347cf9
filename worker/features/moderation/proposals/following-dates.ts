import type { SQL } from 'drizzle-orm'
import type { EventId } from '#worker/contracts/ids.ts'
import type { StatementSet } from '#worker/db/client.ts'
import { parseLaterDates, type EventSnapshot } from './event-snapshot.ts'

export type FollowingDate = {
  id: EventId
  /** In place of the assignments of the first date. */
  set?: SQL
  effects?: StatementSet
}

export function listFollowingDates(
  snapshot: EventSnapshot,
  effectsOf: (id: EventId) => StatementSet = () => [],
): FollowingDate[] {
  return parseLaterDates(snapshot).map((id) => ({ id, effects: effectsOf(id) }))
}

export function computeNextRevision(now: number, updatedAt: number): number {
  return Math.max(now, updatedAt + 1)
}
