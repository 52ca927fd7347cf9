import { createMemo } from '#worker/contracts/memo.ts'
import type { Locale } from './locales.ts'
import { writeZoneName } from './zone-name.ts'
import { zoneWords } from './zone-words.ts'

/** Each takes tens of kilobytes. */
const formats = createMemo<Intl.DateTimeFormat>(200)

/** Cached: to make a format takes a hundred times as long as to write a date with it. */
export function dateFormat(tag: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return formats(`${tag} ${JSON.stringify(options)}`, () => new Intl.DateTimeFormat(tag, options))
}

export function zoneName(timeZone: string, locale: Locale): string {
  return writeZoneName(timeZone, zoneWords[locale])
}
