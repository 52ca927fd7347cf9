import { locales, type Locale } from '#worker/locale/locales.ts'

/** The forms of a page's address that are written at build time: without a language, and with each. */
export function localeStaticPaths(): { params: { locale: Locale | undefined } }[] {
  return [undefined, ...locales].map((locale) => ({ params: { locale } }))
}
