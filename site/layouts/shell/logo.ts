import { brand } from '#site/lib/brand.ts'
import { paths } from '#site/lib/paths.ts'
import { html, type Html } from '#site/ui/html.ts'
import type { Locale } from '#worker/contracts/locale.ts'

export function logo(locale: Locale): Html {
  return html`<a class="logo" href="${paths.home(locale)}">
    <span class="bolt"></span>
    ${brand.name}
  </a>`
}
