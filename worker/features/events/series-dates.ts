import { sql, type Column, type SQL } from 'drizzle-orm'
import { leastSeriesDates } from '#worker/contracts/folding.ts'
import { equals, literal } from '#worker/db/conditions.ts'
import { events } from '#worker/db/schema/events.ts'
import { alias } from '#worker/db/write-sql.ts'
import type { InstantOrSql } from './upcoming-or-live.ts'

export const x = alias(events, 'x')
const most = Math.max(leastSeriesDates('s:'), leastSeriesDates(''))

export function isUpcomingDate(seriesKey: Column | SQL, now: InstantOrSql): SQL {
  return sql`${x.seriesKey} = ${seriesKey} and ${equals(x.status, 'approved')}
    and ${x.cancelledAt} is null and ${x.startAt} > ${now}`
}

export function isSeries(seriesKey: Column | SQL, dates: SQL): SQL {
  return sql`(select count(*) from (select 1 from ${x} where ${dates} limit ${literal(most)}))
    >= iif(${seriesKey} like 's:%', ${literal(leastSeriesDates('s:'))}, ${literal(leastSeriesDates(''))})`
}
