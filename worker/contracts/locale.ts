import * as v from 'valibot'
import { locales } from '../locale/locales.ts'

export const Locale = v.picklist(locales)
export type Locale = v.InferOutput<typeof Locale>

export const ContentLanguage = v.picklist(['en', 'es', 'fr'])
export type ContentLanguage = v.InferOutput<typeof ContentLanguage>
