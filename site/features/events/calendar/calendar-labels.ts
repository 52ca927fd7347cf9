import { formatCount } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { capitalize, withOrdinal, type TimeContext } from '#site/lib/time/time-text.ts'
import { languageTags, type Locale } from '#worker/locale/locales.ts'

export function eventCountText(count: number, locale: Locale): string {
  return m.calendar_count({ count, shown: formatCount(count, locale) })
}

/** `November 2026`; in a sentence as the language writes it. */
export function monthText(month: string, locale: Locale): string {
  return new Intl.DateTimeFormat(languageTags[locale], {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${month}-01`))
}

const dayFormats = new Map<string, Intl.DateTimeFormat>()

/** `Friday, November 20, 2026`, as the reader's region writes it. */
export function fullDateText(day: string, { tag }: Pick<TimeContext, 'tag'>): string {
  let format = dayFormats.get(tag)
  if (!format) {
    format = new Intl.DateTimeFormat(tag, { dateStyle: 'full', timeZone: 'UTC' })
    dayFormats.set(tag, format)
  }
  return capitalize(withOrdinal(format.format(new Date(day)), tag))
}

export function dayLabel(
  day: string,
  count: number,
  { locale, reader }: { locale: Locale; reader: TimeContext },
): string {
  const events = count === 0 ? m.calendar_no_events() : eventCountText(count, locale)
  return `${fullDateText(day, reader)}, ${events}`
}
