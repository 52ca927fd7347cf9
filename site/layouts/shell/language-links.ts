import { nativeLanguageName } from '#site/lib/format.ts'
import { paths } from '#site/lib/paths.ts'
import { attributes, html, type Html } from '#site/ui/html.ts'
import { locales, type Locale } from '#worker/locale/locales.ts'

/** `path` is the page's, in any language. */
type LanguageLinksProps = { locale: Locale; path: string }

export function languageLinks({ locale, path }: LanguageLinksProps): Html {
  return html`${locales.map(
    (other) =>
      html`<a
        href="${paths.inLocale(other, path)}"
        hreflang="${other}"
        lang="${other}"
        data-locale="${other}"
        ${attributes({ 'aria-current': other === locale && 'true' })}
      >
        ${nativeLanguageName(other)}
      </a>`,
  )}`
}
