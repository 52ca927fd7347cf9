import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { dayText, type TimeContext } from '#site/lib/time/time-text.ts'
import { zoneOf } from '#site/lib/time/wall-clock.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import type { SearchedDay } from '#worker/features/events/search/contract.ts'

type Reader = Pick<TimeContext, 'tag' | 'timeZone'>

/** The list of events of the night or day that a search names. */
export function dayLink(
  { range, day }: SearchedDay,
  locale: Locale,
  reader: Reader,
): { label: string; href: string } {
  const zone = zoneOf(reader)
  const tz = zone === 'UTC' ? undefined : zone
  if (range === 'tonight') {
    return { label: m.search_tonight(), href: paths.events(locale, { range, tz }) }
  }
  return {
    label: m.search_on_day({ day: dayText(day, reader, 'WdM') }),
    href: paths.events(locale, { from: day, to: day, tz }),
  }
}
