import { m } from '#site/lib/messages.ts'
import { html, type Html } from '#site/ui/html.ts'
import { icon } from '#site/ui/icon.ts'

/** Reports the name and picture of a member. The page loads `open.ts`. */
export function reportMember(username: string): Html {
  return html`<button
    type="button"
    class="button button-quiet button-small report-button when-scripted"
    data-report="user-${username}"
    data-report-name="${username}"
    aria-haspopup="dialog"
    aria-label="${m.report_title({ name: username })}"
  >
    ${icon('flag', 16)}
  </button>`
}
