import { paths } from './paths.ts'
import type { Locale } from '#worker/contracts/locale.ts'

/** Links of a text to pages of the site, written as `/faq`, lead to the page in the reader's language. */
export function localizeLinks(html: string, locale: Locale): string {
  return html.replace(
    /(<a\b[^>]*? href=")(\/(?!\/|media\/|api\/)[^"#?]*)/g,
    (_, before: string, path: string) => before + paths.inLocale(locale, path),
  )
}
