import { sql, type SQL } from 'drizzle-orm'
import { longestMs } from './event-rows.ts'

/** Of an event `e`: approved, not cancelled and not over; the bound on its start keeps to an index. */
export function isComing(now: number): SQL {
  return sql`e.status = 'approved' and e.cancelled_at is null and e.end_at > ${now}
    and e.start_at > ${now - longestMs}`
}
