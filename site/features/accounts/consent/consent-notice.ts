import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { html, type Html } from '#site/ui/html.ts'
import type { Locale } from '#worker/contracts/locale.ts'

export function consentNotice(locale: Locale): Html {
  return html`<section class="consent" aria-label="${m.consent_title()}" tabindex="-1">
    <div class="consent-row">
      <p>${m.consent_text()} <a href="${paths.privacy(locale)}">${m.footer_privacy()}</a></p>
      <div class="consent-choice">
        <button type="button" class="button" data-consent="necessary">
          ${m.consent_necessary()}
        </button>
        <button type="button" class="button" data-consent="functional">
          ${m.consent_functional()}
        </button>
      </div>
    </div>
  </section>`
}
