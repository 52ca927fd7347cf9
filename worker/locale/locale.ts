import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { parseAccept } from 'hono/utils/accept'
import { locales, type Locale } from '#worker/locale/locales.ts'

/** The reader's language for API texts: the best of Accept-Language (the site sends its page's), else English. */
export function acceptedLocale(header: string | null | undefined): Locale {
  return preferredLocale(header) ?? 'en'
}

/** The first of our languages that a browser asks for, if any. */
export function preferredLocale(header: string | null | undefined): Locale | undefined {
  return parseAccept((header ?? '').slice(0, 500))
    .filter(({ q }) => q > 0)
    .map(({ type }) => type.toLowerCase().split('-')[0])
    .find(isLocale)
}

export function isLocale(value: string | undefined): value is Locale {
  return locales.some((locale) => locale === value)
}

/** Where a page of ours is in a language; English is unprefixed. */
export function localePath(locale: Locale, path: string): string {
  return locale === 'en' ? path : `/${locale}${path}`
}

/** The stored choice, else the browser's, if either is one of our languages. */
export function chosenLocale(c: Context): Locale | undefined {
  const stored = getCookie(c, 'locale')
  return isLocale(stored) ? stored : preferredLocale(c.req.header('Accept-Language'))
}
