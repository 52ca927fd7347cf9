import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { html, type Html } from '#site/ui/html.ts'
import { icon } from '#site/ui/icon.ts'
import { locales, type Locale } from '#worker/locale/locales.ts'

type LanguageOfferProps = { locale: Locale; path: string }

/** The script before the first paint shows the reader's language, if any. */
export function languageOffer({ locale, path }: LanguageOfferProps): Html {
  const others = locales.filter((other) => other !== locale)
  return html`${others.map((other) => languageOfferAside(other, path))}`
}

function languageOfferAside(locale: Locale, path: string): Html {
  return html`<aside
    class="offer"
    lang="${locale}"
    data-offer-in="${locale}"
    aria-label="${m.language_label({}, { locale })}"
  >
    <p>${m.language_offer({}, { locale })}</p>
    <a class="button button-small" href="${paths.inLocale(locale, path)}" data-locale="${locale}">
      ${m.language_offer_accept({}, { locale })}
    </a>
    <button
      type="button"
      class="button button-quiet button-icon"
      data-offer-dismiss
      aria-label="${m.close({}, { locale })}"
    >
      ${icon('close')}
    </button>
  </aside>`
}
