import { sql, type SQL } from 'drizzle-orm'
import { dayMs } from '#worker/contracts/durations.ts'
import { e } from '#worker/db/aliases.ts'
import { literal } from '#worker/db/conditions.ts'
import { prepare, type Params } from '#worker/db/statement.ts'
import { isApproved, selectEventsByIds } from '#worker/features/events/event-rows.ts'
import type { InstantOrSql } from '#worker/features/events/upcoming-or-live.ts'
import { selectStoredOrChosenPicks, type PickQuery } from './section-picks.ts'

const bigDays = 30
const shown = 3

function isBiggestCandidate(now: InstantOrSql): SQL {
  return sql`${isApproved} and ${e.cancelledAt} is null and ${e.timeCertainty} <> 'tba'
    and ${e.startAt} > ${now} and ${e.startAt} < ${now} + ${literal(bigDays * dayMs)}`
}

export const chooseBiggestEvents: PickQuery = ({ now, most, atMost }) =>
  sql`select ${e.id} as id, -${e.hypeCount} as place from ${e} where ${isBiggestCandidate(now)}
    order by place, ${e.startAt}, ${e.id} limit ${atMost(most)}`

export const selectBiggestEvents = prepare(({ now }: Params<{ now: number }>) => {
  // The plus keeps to the ids at hand.
  const order = sql`+${e.hypeCount} desc, ${e.startAt}, ${e.id}`
  const picked = selectStoredOrChosenPicks('biggest', { now, choice: chooseBiggestEvents, shown })
  return selectEventsByIds(
    sql`select ${e.id} as id from (${picked}) choice
      cross join ${e} on ${e.id} = choice.id where ${isBiggestCandidate(now)}
      order by ${order} limit ${literal(shown)}`,
    order,
  )
})
