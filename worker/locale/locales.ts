/** Separate from the contracts: the script of every page imports this and must not load a validator. */

export const locales = ['en', 'es', 'fr'] as const
export type Locale = (typeof locales)[number]

/** For dates, numbers and lists in pages, feeds and mails. */
export const languageTags = {
  en: 'en-US',
  es: 'es-ES',
  fr: 'fr-FR',
} as const satisfies Record<Locale, string>
