import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { html, type Html } from '#site/ui/html.ts'
import { icon } from '#site/ui/icon.ts'
import type { Locale } from '#worker/contracts/locale.ts'

const skeletons = [1, 2, 3, 4]

/** Cached for everyone: a member's list comes when it is opened. */
export function bell(locale: Locale): Html {
  return html`<button
      type="button"
      class="account when-signed-in"
      popovertarget="bell-panel"
      aria-label="${m.notifications_title()}"
      data-bell
    >
      ${icon('bell', 22)}
      <span class="count-badge figures" aria-hidden="true" data-unread-count hidden></span>
    </button>
    <div class="menu bell-panel" id="bell-panel" role="dialog" aria-labelledby="bell-title" popover>
      <p class="display" id="bell-title">${m.notifications_title()}</p>
      <div class="bell-list" data-bell-list>${skeletons.map(bellSkeleton)}</div>
      <a class="button button-quiet button-small" href="${paths.myNotifications(locale)}#reach">
        ${m.notification_preferences_title()}
      </a>
    </div>`
}

function bellSkeleton(): Html {
  return html`<div class="bell-skeleton" aria-hidden="true">
    <p class="skeleton"></p>
    <p class="skeleton"></p>
  </div>`
}
