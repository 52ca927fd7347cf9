import { Temporal } from 'temporal-polyfill'

export function isWeekly(starts: readonly number[], zone: string): boolean {
  const [first, ...others] = starts.map((start) =>
    Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(zone).toPlainDateTime(),
  )
  return (
    first !== undefined &&
    others.length > 0 &&
    others.every((date, index) => first.add({ weeks: index + 1 }).equals(date))
  )
}
