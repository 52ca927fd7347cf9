import { AsyncLocalStorage } from 'node:async_hooks'
import type { Context } from 'hono'
import { getCookie } from 'hono/cookie'
import { parseAccept } from 'hono/utils/accept'
import { isAcceptedLocale, locales, type AcceptedLocale, type Locale } from './locales.ts'
import { overwriteGetLocale } from '#messages/runtime'

/** The locale of API texts. The site sends its page's locale as Accept-Language. */
export function acceptLanguageLocaleOrDefault(header: string | null | undefined): Locale {
  return acceptLanguageLocale(header) ?? 'en'
}

export function acceptLanguageLocale(header: string | null | undefined): Locale | undefined {
  return parseAccept((header ?? '').slice(0, 500))
    .filter(({ q }) => q > 0)
    .map(({ type }) => type.toLowerCase().split('-')[0])
    .find(isLocale)
}

export function isLocale(value: string | undefined): value is Locale {
  return locales.some((locale) => locale === value)
}

export function localePath(locale: Locale, path: string): string {
  return locale === 'en' ? path : `/${locale}${path}`
}

function readRequestLocale(c: Context): Locale | undefined {
  const stored = getCookie(c, 'locale')
  return isLocale(stored) ? stored : acceptLanguageLocale(c.req.header('Accept-Language'))
}

export function chooseMemberLocale(c: Context): AcceptedLocale {
  const locale = readRequestLocale(c)
  return isAcceptedLocale(locale) ? locale : 'fr'
}

const scope = new AsyncLocalStorage<Locale>()
overwriteGetLocale(() => scope.getStore() ?? 'en')

/** Pages call `m.key()` without a locale: it is the one of the request being rendered. */
export function withLocale<Result>(locale: Locale, run: () => Result): Result {
  return scope.run(locale, run)
}
