import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { attributes, html, type Html } from '#site/ui/html.ts'
import { icon, type IconName } from '#site/ui/icon.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { findAriaCurrent } from './sections.ts'

/** `who`: classes of base.css that hide the tab from everybody else, before the first paint. */
type Tab = { path: string; label: string; icon: IconName; who?: string; href?: string }

export function tabBar(locale: Locale, pathname: string): Html {
  const tabs = buildTabs(locale)
  const all = tabs.map(({ path }) => path).filter((path) => path !== paths.home(locale))
  return html`<nav class="tab-bar" aria-label="${m.nav_tabs()}">
    ${tabs.map((tab) => tabLink(tab, findAriaCurrent(pathname, tab.path, all)))}
  </nav>`
}

function tabLink(tab: Tab, current: string | undefined): Html {
  return html`<a
    ${attributes({ class: tab.who })}
    href="${tab.href ?? tab.path}"
    ${attributes({ 'aria-current': current })}
  >
    ${icon(tab.icon, 24)} ${tab.label}
  </a>`
}

function buildTabs(locale: Locale): Tab[] {
  return [
    { path: paths.home(locale), label: m.nav_home(), icon: 'home' },
    { path: paths.calendar(locale), label: m.nav_calendar(), icon: 'calendar' },
    { path: paths.discover(locale), label: m.nav_explore(), icon: 'compass' },
    {
      path: paths.profile(locale),
      href: paths.myAgenda(locale),
      label: m.nav_profile(),
      icon: 'account',
      who: 'when-signed-in',
    },
    {
      path: paths.login(locale),
      href: paths.login(locale, paths.myAgenda(locale)),
      label: m.nav_profile(),
      icon: 'account',
      who: 'when-signed-out',
    },
    {
      path: paths.achievements(locale),
      label: m.nav_rewards(),
      icon: 'trophy',
      who: 'when-signed-in when-rewarded',
    },
    {
      path: paths.adminPanel(locale),
      label: m.nav_admin_short(),
      icon: 'shield',
      who: 'when-moderator',
    },
  ]
}
