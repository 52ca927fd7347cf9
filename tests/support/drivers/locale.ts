import { getLocale, overwriteGetLocale } from '#messages/runtime'
import type { Locale } from '#worker/contracts/locale.ts'

/** Has messages read in a language; what is returned puts back how they were read before. */
export function useMessagesIn(locale: () => Locale): () => void {
  const before = getLocale
  overwriteGetLocale(locale)
  return () => overwriteGetLocale(before)
}
