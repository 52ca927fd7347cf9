import * as v from 'valibot'
import { acceptedLocales, contentLanguages, locales } from '../locale/locales.ts'

/** The languages of pages, mails and responses. */
export const Locale = v.picklist(locales)
export type Locale = v.InferOutput<typeof Locale>

/** The languages that are stored: those that members choose and campaigns are written in. */
export const AcceptedLocale = v.picklist(acceptedLocales)
export type AcceptedLocale = v.InferOutput<typeof AcceptedLocale>

export const ContentLanguage = v.picklist(contentLanguages)
export type ContentLanguage = v.InferOutput<typeof ContentLanguage>
