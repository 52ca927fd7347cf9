import './search-box.css'
import './search-panel.css'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { html, type Html } from '#site/ui/html.ts'
import { icon } from '#site/ui/icon.ts'
import type { Locale } from '#worker/contracts/locale.ts'

export function searchBox(locale: Locale): Html {
  const action = paths.search(locale)
  return html`<div class="search-place">
      <div class="search-box" data-search>
        <form class="search-form" action="${action}" role="search" aria-label="${m.search_title()}">
          <input
            class="input search-input"
            type="search"
            name="q"
            maxlength="200"
            placeholder="${m.search_placeholder()}"
            aria-label="${m.search_label()}"
            autocomplete="off"
            autocapitalize="none"
            spellcheck="false"
            enterkeyhint="search"
            aria-keyshortcuts="/"
          />
          <button type="submit" class="search-submit" aria-label="${m.search_submit()}">
            ${icon('search')}
          </button>
          <kbd class="search-key when-scripted" aria-hidden="true"> / </kbd>
        </form>
      </div>
    </div>
    <a class="search-open" href="${action}" aria-label="${m.search_title()}" data-search-open>
      ${icon('search', 22)}
    </a>
    <dialog class="search-dialog" aria-label="${m.search_title()}" data-search-dialog>
      <button type="button" class="button button-quiet button-small" data-search-close>
        ${m.close()}
      </button>
    </dialog>`
}
