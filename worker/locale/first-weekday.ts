import { firstWeekdays, languageTags, type Locale } from './locales.ts'

/** The day that begins a week of the calendar: 1 for Monday to 7 for Sunday. */
export function firstWeekday(
  locale: Locale,
  tag: Partial<Pick<Intl.Locale, 'getWeekInfo'>> = new Intl.Locale(languageTags[locale]),
): number {
  return tag.getWeekInfo?.().firstDay ?? firstWeekdays[locale]
}
