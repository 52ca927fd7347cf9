import { sql, type Column, type SQL } from 'drizzle-orm'
import { minSeriesDates } from '#worker/contracts/folding.ts'
import { equals, literal } from '#worker/db/conditions.ts'
import { events } from '#worker/db/schema/events.ts'
import { alias } from '#worker/db/write-sql.ts'
import type { InstantOrSql } from './upcoming-or-live.ts'

export const seriesDate = alias(events, 'x')
const most = Math.max(minSeriesDates('s:'), minSeriesDates(''))

export function isUpcomingSeriesDate(seriesKey: Column | SQL, now: InstantOrSql): SQL {
  return sql`${seriesDate.seriesKey} = ${seriesKey} and ${equals(seriesDate.status, 'approved')}
    and ${seriesDate.cancelledAt} is null and ${seriesDate.startAt} > ${now}`
}

export function isSeries(seriesKey: Column | SQL, dates: SQL): SQL {
  return sql`(select count(*) from (select 1 from ${seriesDate} where ${dates} limit ${literal(most)}))
    >= iif(${seriesKey} like 's:%', ${literal(minSeriesDates('s:'))}, ${literal(minSeriesDates(''))})`
}
