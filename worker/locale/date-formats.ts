import { createMemo } from '#worker/contracts/memo.ts'
import { languageTags, type Locale } from './locales.ts'

/** Each takes tens of kilobytes. */
const formats = createMemo<Intl.DateTimeFormat>(200)

/** Cached: to make a format takes a hundred times as long as to write a date with it. */
export function dateFormat(tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return formats(`${tag} ${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(tag, options))
}

/** "Central European Time", as the language calls it at that time; `UTC`. */
export function zoneName(timeZone: string, { locale, at }: { locale: Locale; at: number }): string {
  const write = (timeZoneName: 'longGeneric' | 'long') =>
    dateFormat(languageTags[locale], { timeZone, timeZoneName })
      .formatToParts(at)
      .find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
  const generic = write('longGeneric')
  if (/^(?:GMT|UTC)[+−-]00:00$/.test(generic)) return 'UTC'
  // French has "heure : Royaume-Uni" where it knows no name for all the year.
  return generic.includes(':') && !/[+−-]\d/.test(generic) ? write('long') : generic
}
