import type { TimeContext } from './time-text.ts'
import { dateFormatKey, hourCycleKey, timeZoneKey } from '#site/lib/storage-keys.ts'

function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0
  } catch {
    return false
  }
}

/** In order of preference. Some browsers on Linux name one that formats refuse: `en-US@posix`. */
export function readBrowserLanguages(): string[] {
  return navigator.languages.filter(isLanguageTag)
}

function readStoredValue(name: string): string | undefined {
  try {
    return localStorage.getItem(name) ?? undefined
  } catch {
    return undefined
  }
}

/** A zone that the browser does not know would stop every time of the page. */
function readStoredTimeZone(): string | undefined {
  const timeZone = readStoredValue(timeZoneKey)
  if (timeZone === undefined) return undefined
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return timeZone
  } catch {
    return undefined
  }
}

function readStoredHourCycle(): string | undefined {
  return readStoredValue(hourCycleKey)?.match(/^h(?:12|23)$/)?.[0]
}

export function currentTimeContext(): TimeContext {
  const { lang } = document.documentElement
  const tag = readBrowserLanguages().find((tag) => tag.slice(0, 2) === lang) ?? lang
  return {
    tag,
    timeZone: readStoredTimeZone(),
    dateFormat: readStoredValue(dateFormatKey),
    hourCycle: readStoredHourCycle(),
    now: Date.now(),
  }
}

/** Islands, the calendar and ranges of days are made for one zone: only a reload shows another. */
export function isPageBoundToTimeZone(): boolean {
  return document.querySelector('astro-island, .calendar, a[data-zoned]') !== null
}
