import * as v from 'valibot'
import { locales } from '../locale/locales.ts'

export const Locale = v.picklist(locales)
export type Locale = v.InferOutput<typeof Locale>

export const Language = v.picklist(['en', 'es', 'fr'])
export type Language = v.InferOutput<typeof Language>
