import { sql } from 'drizzle-orm'
import type { users } from '#worker/db/schema/accounts.ts'
import type { DateFormatId, HourCycle } from '#worker/features/accounts/contract.ts'

type TimeFormatColumns = Pick<
  typeof users,
  'timeZone' | 'hourCycle' | 'dateFormat' | 'isDateFormatChosen'
>

/** Null is as the language has it; each date format that can be chosen has a clock of 24 hours. */
export function timeFormatColumns(chosen: TimeFormatColumns) {
  const { timeZone, hourCycle, dateFormat, isDateFormatChosen } = chosen
  return {
    timeZone,
    hourCycle: sql<HourCycle | null>`coalesce(${hourCycle}, iif(${isDateFormatChosen}, 'h23', null))`,
    dateFormat: sql<DateFormatId | null>`iif(${isDateFormatChosen}, ${dateFormat}, null)`,
  }
}
