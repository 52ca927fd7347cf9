import type { SQL } from 'drizzle-orm'
import type { EventId } from '#worker/contracts/ids.ts'
import type { StatementSet } from '#worker/db/client.ts'
import { parseLaterDates, type EventSnapshot } from './event-snapshot.ts'

/** A later date of a weekly proposal, which goes where its first date goes. */
export type FollowingDate = {
  id: EventId
  /** In place of the assignments of the first date. */
  set?: SQL
  effects?: StatementSet
}

/** All later dates of a proposal, with what else happens to each. */
export function listFollowingDates(
  snapshot: EventSnapshot,
  effectsOf: (id: EventId) => StatementSet = () => [],
): FollowingDate[] {
  return parseLaterDates(snapshot).map((id) => ({ id, effects: effectsOf(id) }))
}

export function computeNextRevision(now: number, updatedAt: number): number {
  return Math.max(now, updatedAt + 1)
}
