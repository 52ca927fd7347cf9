import { formatCount } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { capitalize, withOrdinal } from '#site/lib/time/time-text.ts'
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

const dayFormats = new Map<Locale, Intl.DateTimeFormat>()

/** `Friday, November 20, 2026` */
export function fullDateText(day: string, locale: Locale): string {
  let format = dayFormats.get(locale)
  if (!format) {
    format = new Intl.DateTimeFormat(languageTags[locale], {
      dateStyle: 'full',
      timeZone: 'UTC',
    })
    dayFormats.set(locale, format)
  }
  return capitalize(withOrdinal(format.format(new Date(day)), locale))
}

export function dayLabel(day: string, count: number, locale: Locale): string {
  const events = count === 0 ? m.calendar_no_events() : eventCountText(count, locale)
  return `${fullDateText(day, locale)}, ${events}`
}
