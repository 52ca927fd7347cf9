import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { html, type Html } from '#site/ui/html.ts'
import type { Locale } from '#worker/contracts/locale.ts'

/** Where accounts are made, below pages without the footer. */
export function legalLinks(locale: Locale): Html {
  const links = [
    { path: paths.legalNotice(locale), label: m.footer_legal_notice() },
    { path: paths.privacy(locale), label: m.footer_privacy() },
    { path: paths.terms(locale), label: m.footer_terms() },
    { path: paths.accessibility(locale), label: m.footer_accessibility() },
  ]
  return html`<nav class="legal-links quiet" aria-label="${m.nav_footer()}">
    ${links.map(({ path, label }) => html`<a href="${path}">${label}</a>`)}
  </nav>`
}
