import { m } from '#site/lib/messages.ts'
import { html, type Html } from '#site/ui/html.ts'

/** Message to all members, above each page until it is read; the session fills it. */
export function announcementLine(): Html {
  return html`<aside
    class="offer announcement-line"
    aria-label="${m.announcement_line()}"
    data-announcement
    hidden
  >
    <p></p>
    <a class="button button-small">${m.announcement_open()}</a>
    <button type="button" class="button button-quiet button-small">${m.announcement_done()}</button>
  </aside>`
}
