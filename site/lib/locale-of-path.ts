import type { Locale } from '#worker/contracts/locale.ts'

/** The language that an address names; English is unprefixed. */
export function localeOfPath(path: string): Locale {
  const prefix = /^\/(es|fr)(?=\/|$)/.exec(path)?.[1]
  return (prefix ?? 'en') as Locale
}
