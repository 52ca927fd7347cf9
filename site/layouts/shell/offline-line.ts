import { m } from '#site/lib/messages.ts'
import { html, type Html } from '#site/ui/html.ts'

export function offlineLine(): Html {
  return html`<div class="offline" role="status"><p data-offline hidden>${m.offline()}</p></div>`
}
