import { getLocale } from '#messages/runtime'
import { m } from '#site/lib/messages.ts'
import { utcZoneName } from '#site/lib/time/utc-times.ts'
import { html, type Html } from '#site/ui/html.ts'

export function zoneNote(): Html {
  const [before = '', after = ''] = m.times_in_zone({ zone: '|' }).split('|')
  return html`<p class="quiet zone-note">
    ${before}<span data-time-format="zone">${utcZoneName(getLocale())}</span>${after}
  </p>`
}
