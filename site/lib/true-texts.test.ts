import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const locales = ['en', 'es', 'fr'] as const
type Locale = (typeof locales)[number]
type ByLocale = Partial<Record<Locale, RegExp>>

function readMessages(locale: Locale): Record<string, unknown> {
  const text = readFileSync(`project.inlang/messages/${locale}.json`, 'utf8')
  return JSON.parse(text) as Record<string, unknown>
}
const messages = { en: readMessages('en'), es: readMessages('es'), fr: readMessages('fr') }
const readPage = (page: string, locale: Locale) =>
  readFileSync(`site/content/${page}/${locale}.md`, 'utf8')

function findOtherTexts(read: (locale: Locale) => string, patterns: ByLocale, isSaid: boolean) {
  return locales.filter((locale) => {
    const pattern = patterns[locale]
    return pattern && pattern.test(read(locale)) !== isSaid
  })
}

/** Words by message, without which it would not be true. */
const said: Record<string, Record<Locale, RegExp>> = {
  // A sign-up by password opens by its mail alone: the link or a code.
  signup_sent_hint: { en: /with a code/, es: /con un código/, fr: /avec un code/ },
  verify_expired_hint: { en: /with a code/, es: /con un código/, fr: /inscrivez-vous/ },
  // Only mail depends on the address.
  verify_done: { en: /by email/, es: /por correo/, fr: /par e-mail/ },
  mail_verify_text: { en: /finish/, es: /terminar/, fr: /terminer/ },
  reminder_channels: {
    en: /email.*devices.*Discord/,
    es: /correo.*dispositivos.*Discord/,
    fr: /e-mail.*appareils.*Discord/,
  },
}
test.each(Object.entries(said))('%s says what is true', (key, patterns) => {
  expect(findOtherTexts((locale) => String(messages[locale][key]), patterns, true)).toEqual([])
})

test('the question about error reports does not call what reaches the server anonymous', () => {
  const patterns = { en: /anonym/, es: /anónim/, fr: /anonym/ }
  const read = (locale: Locale) => String(messages[locale]['consent_text'])
  expect(findOtherTexts(read, patterns, false)).toEqual([])
  const title = { en: /cookie/i, es: /cookie/i, fr: /cookie/i }
  const readTitle = (locale: Locale) => String(messages[locale]['consent_title'])
  expect(findOtherTexts(readTitle, title, false)).toEqual([])
})

test('at the cap of points only the points pause, not what was done', () => {
  const patterns = { en: /try again/i, es: /inténtalo|vuelve a intentar/i, fr: /réessay/i }
  const read = (locale: Locale) => String(messages[locale]['points_cap_reached'])
  expect(findOtherTexts(read, patterns, false)).toEqual([])
})

test.each<[page: string, what: string, patterns: ByLocale, isSaid: boolean]>([
  ['faq', 'that approval needs a verified address', { en: /must be verified/ }, true],
  ['faq', 'that proposals come before it', { en: /propose before/ }, false],
  [
    'faq',
    'where an account is deleted',
    { en: /“Your data”/, es: /«Tus datos»/, fr: /Vos données/ },
    true,
  ],
  ['faq', 'that somebody is somebody', { fr: /quand je suis quelqu’un/ }, false],
  ['terms-and-conditions', 'that members are confident', { es: /mucha confianza/ }, false],
])('%s says it, or no longer: %s', (page, _, patterns, isSaid) => {
  expect(findOtherTexts((locale) => readPage(page, locale), patterns, isSaid)).toEqual([])
})
