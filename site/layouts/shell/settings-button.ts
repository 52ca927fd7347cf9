import { m } from '#site/lib/messages.ts'
import { classes, html, type Html } from '#site/ui/html.ts'
import { icon } from '#site/ui/icon.ts'

export function settingsButton(name?: string): Html {
  return html`<button
    type="button"
    class="${classes('button button-quiet button-icon when-scripted', name)}"
    data-open-settings
    aria-haspopup="dialog"
    aria-label="${m.settings_title()}"
  >
    ${icon('display', 22)}
  </button>`
}
