import { formatCount } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { dayText, type TimeContext } from '#site/lib/time/time-text.ts'
import { capitalize } from '#worker/locale/date-words.ts'
import { languageTags, type Locale } from '#worker/locale/locales.ts'

export function eventCountText(count: number, locale: Locale): string {
  return m.calendar_count({ count, shown: formatCount(count, locale) })
}

/** `November 2026`; in a sentence as the language writes it. */
export function monthText(month: string, locale: Locale): string {
  return dayText(`${month}-01`, { tag: languageTags[locale] }, 'My')
}

/** `Friday, November 20, 2026`, as the reader's region writes it. */
export function fullDateText(day: string, reader: Pick<TimeContext, 'tag' | 'dateFormat'>): string {
  return capitalize(dayText(day, reader, 'WdMy'))
}
