/** Apart from the contracts: the script of every page imports this and must load no validator. */

/** `firstWeekday`, 1 for Monday, is for engines that do not know how a region's weeks go. */
const languages = {
  en: { tag: 'en-US', firstWeekday: 7 },
  es: { tag: 'es-ES', firstWeekday: 1 },
  fr: { tag: 'fr-FR', firstWeekday: 1 },
} as const satisfies Record<string, { tag: string; firstWeekday: number }>

export type Locale = keyof typeof languages
export const locales = Object.keys(languages) as [Locale, ...Locale[]]

export const acceptedLocales = ['en', 'es', 'fr'] as const satisfies readonly Locale[]
export type AcceptedLocale = (typeof acceptedLocales)[number]

export const contentLanguages = ['en', 'es', 'fr'] as const

function pickByLocale<Name extends 'tag' | 'firstWeekday'>(name: Name) {
  const pairs = locales.map((locale) => [locale, languages[locale][name]])
  return Object.fromEntries(pairs) as Record<Locale, (typeof languages)[Locale][Name]>
}
export const languageTags = /* @__PURE__ */ pickByLocale('tag')
export const firstWeekdays = /* @__PURE__ */ pickByLocale('firstWeekday')

export const localePattern = locales.join('|')
const prefixed = new RegExp(`^/(?:${localePattern})(?=/|$)`)

/** `/fr` of `/fr/events`; empty where an address has no prefix. */
export function localePrefix(path: string): string {
  return prefixed.exec(path)?.[0] ?? ''
}

export function isAcceptedLocale(value: string | undefined): value is AcceptedLocale {
  return acceptedLocales.some((locale) => locale === value)
}
