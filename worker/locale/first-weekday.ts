import { languageTags, type Locale } from './locales.ts'

/** For engines that do not know how a region's weeks go. */
const fallback: Record<Locale, number> = { en: 7, es: 1, fr: 1 }

/** The day that begins a week of the calendar: 1 for Monday to 7 for Sunday. */
export function firstWeekday(
  locale: Locale,
  tag: Partial<Pick<Intl.Locale, 'getWeekInfo'>> = new Intl.Locale(languageTags[locale]),
): number {
  return tag.getWeekInfo?.().firstDay ?? fallback[locale]
}
