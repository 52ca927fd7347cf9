import { locales, type Locale } from '#worker/locale/locales.ts'

export function localeStaticPaths(): { params: { locale: Locale | undefined } }[] {
  return [undefined, ...locales].map((locale) => ({ params: { locale } }))
}
