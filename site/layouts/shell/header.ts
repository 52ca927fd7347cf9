import { searchBox } from '#site/features/search/search-box.ts'
import { bell } from '#site/features/notifications/bell/bell.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { attributes, html, type Html } from '#site/ui/html.ts'
import { icon, type IconName } from '#site/ui/icon.ts'
import { createMemo } from '#worker/contracts/memo.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { accountMenu } from './account-menu.ts'
import { logo } from './logo.ts'
import { offlineLine } from './offline-line.ts'
import { findAriaCurrent, siteSections } from './sections.ts'
import { settingsButton } from './settings-button.ts'

type NavSection = {
  path: string
  label: string
  icon: IconName
  current: 'page' | 'true' | undefined
}

/** Saves 30 of the 1,090 µs of an event page. */
const cached = createMemo<Html>(60)

/** Pages of a section share one markup. */
export function header(locale: Locale, pathname: string): Html {
  const { first, folded } = markCurrentSections(locale, pathname)
  const marks = [...first, ...folded].map(({ current }) => current)
  return cached(`${locale} ${marks.join()}`, () => headerMarkup(locale, first, folded))
}

function markCurrentSections(locale: Locale, pathname: string) {
  const { first, more } = siteSections(locale)
  const discover = {
    path: paths.discover(locale),
    label: m.nav_discover(),
    icon: 'compass',
  } as const
  const folded = [discover, ...more]
  const all = [...first, ...folded].map(({ path }) => path)
  const mark = <One extends { path: string }>(section: One) => {
    return { ...section, current: findAriaCurrent(pathname, section.path, all) }
  }
  return { first: first.map(mark), folded: folded.map(mark) }
}

function headerMarkup(locale: Locale, first: NavSection[], folded: NavSection[]): Html {
  return html`<header class="header">
    <div class="header-row">
      ${logo(locale)} ${mainNavigation(first, folded)}
      <div class="header-actions">
        ${searchBox(locale)} ${proposeButton()} ${settingsButton('header-settings')} ${bell(locale)}
        ${accountMenu(locale)}
      </div>
    </div>
    ${offlineLine()}
  </header>`
}

function mainNavigation(first: NavSection[], folded: NavSection[]): Html {
  const [, ...unfolded] = folded
  const isInFolded = folded.some(({ current }) => current)
  return html`<nav class="header-nav wide-only" aria-label="${m.nav_main()}">
    ${first.map((section) => sectionLink(section))}
    ${unfolded.map((section) => sectionLink(section, 'unfolded'))}
    <button
      type="button"
      class="folded"
      popovertarget="sections-menu"
      ${attributes({ 'aria-current': isInFolded && 'true' })}
    >
      ${m.nav_explore()} ${icon('chevron', 18)}
    </button>
    <div class="menu sections-menu" id="sections-menu" popover>
      <div class="menu-links">${folded.map(menuLink)}</div>
    </div>
  </nav>`
}

function sectionLink({ path, label, current }: NavSection, name?: string): Html {
  return html`<a
    ${attributes({ class: name })}
    href="${path}"
    ${attributes({ 'aria-current': current })}
  >
    ${label}
  </a>`
}

function menuLink({ path, label, icon: name, current }: NavSection): Html {
  return html`<a href="${path}" ${attributes({ 'aria-current': current })}>
    ${icon(name)} ${label}
  </a>`
}

function proposeButton(): Html {
  return html`<button
    type="button"
    class="button header-propose when-scripted"
    data-propose
    aria-haspopup="dialog"
    aria-label="${m.nav_propose()}"
  >
    ${icon('plus', 20)} <span class="propose-word">${m.nav_propose_short()}</span>
  </button>`
}
