import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { html, type Html } from '#site/ui/html.ts'
import { icon } from '#site/ui/icon.ts'
import type { Locale } from '#worker/contracts/locale.ts'

export function accountMenu(locale: Locale): Html {
  return html`${guestLinks(locale)}
    <button type="button" class="account when-signed-in" popovertarget="account-menu">
      ${icon('account', 22)}
      <span class="visually-hidden">${m.account_menu()}</span>
    </button>
    <div class="menu" id="account-menu" popover>
      <nav class="menu-links" aria-label="${m.account_menu()}">
        <a href="${paths.myAgenda(locale)}"> ${icon('agenda')} ${m.my_agenda_title()} </a>
        <a href="${paths.myNotifications(locale)}"> ${icon('bell')} ${m.notifications_title()} </a>
        <a href="${paths.profile(locale)}"> ${icon('account')} ${m.nav_profile()} </a>
        <a class="when-rewarded" href="${paths.achievements(locale)}">
          ${icon('trophy')} ${m.nav_rewards()}
        </a>
        <a class="when-moderator" href="${paths.adminPanel(locale)}">
          ${icon('shield')} ${m.nav_admin()}
        </a>
        <button type="button" data-open-settings aria-haspopup="dialog">
          ${icon('display')} ${m.settings_title()}
        </button>
        <button type="button" data-logout>${icon('leave')} ${m.nav_logout()}</button>
      </nav>
    </div>`
}

function guestLinks(locale: Locale): Html {
  return html`<a
      class="button button-quiet header-login when-signed-out"
      href="${paths.login(locale)}"
      data-login
    >
      ${m.nav_login()}
    </a>
    <a class="button button-primary header-signup when-signed-out" href="${paths.signup(locale)}">
      ${m.nav_signup()}
    </a>`
}
