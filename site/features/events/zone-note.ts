import { m } from '#site/lib/messages.ts'
import { html, type Html } from '#site/ui/html.ts'

export function zoneNote(): Html {
  return html`<p class="quiet zone-note">
    ${m.times_in()} <span data-time-format="zone">UTC</span>
  </p>`
}
