/** Apart from the contracts, as every page's script needs these and should not load a validator. */

export const locales = ['en', 'es', 'fr'] as const
export type Locale = (typeof locales)[number]

/** How each language writes dates, numbers and lists, in pages, feeds and mails alike. */
export const languageTags = {
  en: 'en-US',
  es: 'es-ES',
  fr: 'fr-FR',
} as const satisfies Record<Locale, string>
