import { getLocale } from '#messages/runtime'
import { m } from '#site/lib/messages.ts'
import { utcZoneName } from '#site/lib/time/utc-times.ts'
import { fillMessage, html, type Html } from '#site/ui/html.ts'

export function zoneNote(): Html {
  const zone = html`<span data-time-format="zone">${utcZoneName(getLocale())}</span>`
  return html`<p class="quiet zone-note">
    ${fillMessage(({ at }) => m.times_in_zone({ zone: at }), zone)}
  </p>`
}
