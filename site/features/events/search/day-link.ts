import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { withOrdinal } from '#site/lib/time/time-text.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import type { SearchedDay } from '#worker/features/events/search/contract.ts'

type Reader = { tag: string; timeZone: string }

/** The list of events of the night or day that a search names. */
export function dayLink(
  { range, day }: SearchedDay,
  locale: Locale,
  { tag, timeZone }: Reader,
): { label: string; href: string } {
  const tz = timeZone === 'UTC' ? undefined : timeZone
  if (range === 'tonight') {
    return { label: m.search_tonight(), href: paths.events(locale, { range, tz }) }
  }
  const format = new Intl.DateTimeFormat(tag, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  })
  return {
    label: m.search_on_day({ day: withOrdinal(format.format(Date.parse(day)), tag) }),
    href: paths.events(locale, { from: day, to: day, tz }),
  }
}
