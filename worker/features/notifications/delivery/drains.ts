import { sql } from 'drizzle-orm'
import type { DeliveryLane } from '#worker/contracts/delivery-lanes.ts'
import { literal } from '#worker/db/conditions.ts'
import { laneDrains } from '#worker/db/schema/reminders.ts'
import { prepare, type Params } from '#worker/db/statement.ts'
import { buildSetSql, excluded, insert } from '#worker/db/writes.ts'

/** A page that comes later begins another drain. */
const longestPauseMs = 10_000
/** Fewer do not tell of the lane's limit. */
export const fewestOfPage = 50

type SentPage = { lane: DeliveryLane; beganAt: number; endedAt: number; count: number }

/** Adds a page to the drain of its lane that goes on. */
export const recordSentPage = prepare((page: Params<SentPage>) => {
  const { lane, beganAt, endedAt, count } = laneDrains
  const current = sql<number>`(select ${beganAt} from ${laneDrains} where ${lane} = ${page.lane}
    and ${endedAt} between ${page.beganAt} - ${literal(longestPauseMs)} and ${page.endedAt} + ${literal(longestPauseMs)}
    order by ${beganAt} desc limit 1)`
  return insert(
    laneDrains,
    {
      lane: page.lane,
      beganAt: sql<number>`coalesce(${current}, ${page.beganAt})`,
      endedAt: page.endedAt,
      count: page.count,
    },
    {
      onConflict: sql`(lane, began_at) do update set ${buildSetSql(laneDrains, {
        endedAt: sql<number>`max(${endedAt}, ${excluded(endedAt)})`,
        count: sql<number>`${count} + ${excluded(count)}`,
      })}`,
    },
  )
})
