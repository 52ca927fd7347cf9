import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { locales, type Locale } from '#worker/locale/locales.ts'

/** The reader's language for API texts: the best of Accept-Language (the site sends its page's), else English. */
export function acceptedLocale(header: string | null | undefined): Locale {
  return preferredLocale(header) ?? 'en'
}

/** The first of our languages that a browser asks for, if any. */
export function preferredLocale(header: string | null | undefined): Locale | undefined {
  const wanted = (header ?? '')
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const quality = parameters.map((p) => /^\s*q=([\d.]+)/.exec(p)?.[1]).find(Boolean)
      return { language: tag.split('-')[0], quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
  return wanted
    .map(({ language }) => locales.find((locale) => locale === language))
    .find((locale) => locale !== undefined)
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
