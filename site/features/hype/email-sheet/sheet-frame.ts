import { m } from '#site/lib/messages.ts'
import { html, type Html } from '#site/ui/html.ts'

/** Written into every page and shown by its inline script; the title stands in for each action's. */
export function sheetFrame(): Html {
  const name = '{}'
  return html`<dialog
    class="dialog email-sheet"
    id="email-sheet"
    aria-labelledby="email-sheet-title"
    data-title-hype="${m.pending_hype({ name })}"
    data-title-hype-all="${m.pending_hype_all({ name })}"
    data-title-follow="${m.pending_follow({ name })}"
    data-title-calendar="${m.pending_calendar({ name })}"
    data-title-propose="${m.pending_propose()}"
  >
    <header role="none">
      <h2 id="email-sheet-title" tabindex="-1">${m.login_title()}</h2>
      <button form="email-sheet-close" class="button button-quiet button-small">
        ${m.close()}
      </button>
    </header>
    <form method="dialog" id="email-sheet-close"></form>
    <div class="stack email-sheet-steps"></div>
  </dialog>`
}
