import * as v from 'valibot'
import { acceptedLocales, contentLanguages, locales } from '../locale/locales.ts'

export const Locale = v.picklist(locales)
export type Locale = v.InferOutput<typeof Locale>

export const AcceptedLocale = v.picklist(acceptedLocales)
export type AcceptedLocale = v.InferOutput<typeof AcceptedLocale>

/** Entries of an object with a text in each language. */
export function schemaPerLocale<Schema extends v.GenericSchema>(schema: Schema) {
  const entries = acceptedLocales.map((locale) => [locale, schema])
  return Object.fromEntries(entries) as Record<AcceptedLocale, Schema>
}

export const ContentLanguage = v.picklist(contentLanguages)
export type ContentLanguage = v.InferOutput<typeof ContentLanguage>
