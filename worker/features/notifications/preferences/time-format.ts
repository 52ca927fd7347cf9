import { sql } from 'drizzle-orm'
import type { users } from '#worker/db/schema/accounts.ts'
import type { DateFormatId, HourCycle } from '#worker/features/accounts/contract.ts'

/** Each date format that can be chosen has a clock of 24 hours; null is as the language has it. */
export function chosenHourCycle({
  hourCycle,
  isDateFormatChosen,
}: Pick<typeof users, 'hourCycle' | 'isDateFormatChosen'>) {
  return sql<HourCycle | null>`coalesce(${hourCycle}, iif(${isDateFormatChosen}, 'h23', null))`
}

/** Null is as the language has it. */
export function chosenDateFormat({
  dateFormat,
  isDateFormatChosen,
}: Pick<typeof users, 'dateFormat' | 'isDateFormatChosen'>) {
  return sql<DateFormatId | null>`iif(${isDateFormatChosen}, ${dateFormat}, null)`
}
