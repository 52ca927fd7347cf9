import type { ZoneWords } from '#worker/locale/zone-name.ts'

/** A letter for each part: weekday, day, month, year; the longer names in capitals. */
export type DatePatternName = 'wdm' | 'wdmy' | 'dM' | 'dMy' | 'dm' | 'dmy' | 'My' | 'WdM' | 'WdMy'

/** Names in the order of `Date`; letters for parts: `{w}, {d} {m}` is `Tue, 1 Dec`, `{dd}` 01. */
export type DatePatterns = Record<DatePatternName, string> & {
  weekdays: string
  shortWeekdays: string
  months: string
  shortMonths: string
  hourCycle: 'h12' | 'h23'
  minuteSeparator: string
  /** With the space before it. */
  am: string
  pm: string
  /** `in # min(s)`: `#` is the figure, `(s)` stands where it is not one. */
  inMinutes: string
  minutesAgo: string
  inHours: string
  hoursAgo: string
  /** Around today, which is in the middle: `yesterday|today|tomorrow`. */
  namedDays: string
  inDays: string
  daysAgo: string
  /** `a la(s) #`: a clock after a weekday. */
  atClock: string
  /** `jusqu’à #|jusqu’au #`: of a clock and a date. */
  untilForms: string
} & ZoneWords

/** `regions` are separated by spaces. */
export type RegionalPatterns = [regions: string, differences: Partial<DatePatterns>]

/** The last entry that names a region wins. */
export type LanguagePatterns = DatePatterns & { regional: RegionalPatterns[] }
