import { brand } from '#site/lib/brand.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { attributes, html, type Html } from '#site/ui/html.ts'
import { icon } from '#site/ui/icon.ts'
import { createMemo } from '#worker/contracts/memo.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { languageLinks } from './language-links.ts'
import { logo } from './logo.ts'
import { siteSections } from './sections.ts'

type FooterLink = { label: string; who?: string } & (
  { path: string } | { opens: 'propose' | 'open-settings' | 'open-consent' }
)
type FooterColumn = { title: string; links: FooterLink[] }

/** Saves 24 of the 1,090 µs of an event page. */
const cached = createMemo<Html>(10)

/** Only the links to its other languages belong to a page. */
export function footer(
  { locale, path }: { locale: Locale; path: string },
  hasDemoData: boolean,
): Html {
  const about = cached(`${locale} about ${hasDemoData}`, () =>
    footerAboutAndLinks(locale, hasDemoData),
  )
  const themes = cached(`${locale} themes`, themeChoice)
  return html`<footer class="footer">
    <div class="footer-row">
      ${about}
      <div class="footer-display">
        <nav class="tabs" aria-label="${m.language_label()}">
          ${languageLinks({ locale, path })}
        </nav>
        ${themes}
      </div>
    </div>
  </footer>`
}

function footerAboutAndLinks(locale: Locale, hasDemoData: boolean): Html {
  const login = paths.login(locale)
  return html`<div class="footer-about">
      ${logo(locale)}
      <p class="quiet">${m.tagline()}</p>
      ${hasDemoData && html`<p class="quiet">${m.footer_demo()}</p>`}
    </div>
    <nav class="footer-columns" aria-label="${m.nav_footer()}">
      ${buildFooterColumns(locale).map(
        ({ title, links }) =>
          html`<div>
            <h2 class="footer-title">${title}</h2>
            <ul>
              ${links.map((link) => footerLinkItem(link, login))}
            </ul>
          </div>`,
      )}
      ${brandLinksColumn()}
    </nav>`
}

function footerLinkItem(link: FooterLink, login: string): Html {
  return html`<li ${attributes({ class: link.who })}>
    ${
      'path' in link
        ? html`<a href="${link.path}" ${attributes({ 'data-login': link.path === login })}>
            ${link.label}
          </a>`
        : html`<button type="button" ${attributes({ [`data-${link.opens}`]: true })}>
            ${link.label}
          </button>`
    }
  </li>`
}

function brandLinksColumn(): Html | undefined {
  const links = [
    ...brand.socials.map(({ label, url }) => ({ path: url, label })),
    ...(brand.appStore ? [{ path: brand.appStore.url, label: m.footer_app_store() }] : []),
  ]
  if (links.length === 0) return undefined
  return html`<div>
    <h2 class="footer-title">${m.footer_elsewhere()}</h2>
    <ul>
      ${links.map(({ path, label }) => html`<li><a href="${path}" rel="me noopener">${label}</a></li>`)}
    </ul>
  </div>`
}

function themeChoice(): Html {
  const themes = [
    { value: 'system', label: m.theme_system() },
    { value: 'light', label: m.theme_light() },
    { value: 'dark', label: m.theme_dark() },
  ] as const
  return html`<div class="tabs when-scripted" role="group" aria-label="${m.theme_label()}">
    ${themes.map(
      ({ value, label }) =>
        html`<button
          type="button"
          data-theme-choice="${value}"
          aria-pressed="${value === 'system' ? 'true' : 'false'}"
        >
          ${icon(value, 18)} ${label}
        </button>`,
    )}
  </div>`
}

function buildFooterColumns(locale: Locale): FooterColumn[] {
  const { first, more } = siteSections(locale)
  const [groups, ...catalogue] = more
  return [
    {
      title: m.footer_agenda(),
      links: [
        ...first,
        groups,
        { path: paths.feed('events', 'ics', locale), label: m.footer_ics() },
        { path: paths.feed('events', 'rss', locale), label: m.footer_rss() },
      ],
    },
    {
      title: m.nav_explore(),
      links: [{ path: paths.discover(locale), label: m.nav_discover() }, ...catalogue],
    },
    { title: m.footer_community(), links: buildCommunityLinks(locale) },
    {
      title: m.footer_about(),
      links: [
        { path: paths.faq(locale), label: m.footer_faq() },
        { path: paths.downloadIos(locale), label: m.footer_ios() },
        { path: paths.privacy(locale), label: m.footer_privacy() },
        { path: paths.terms(locale), label: m.footer_terms() },
        { path: paths.dataDeletion(locale), label: m.footer_deletion() },
        { path: paths.legalNotice(locale), label: m.footer_legal_notice() },
        { path: paths.accessibility(locale), label: m.footer_accessibility() },
        { path: paths.status(locale), label: m.status_page_title() },
        { path: paths.licenses, label: m.footer_licenses() },
        { path: paths.apiDocs, label: m.footer_api() },
      ],
    },
  ]
}

function buildCommunityLinks(locale: Locale): FooterLink[] {
  return [
    { path: paths.signup(locale), label: m.nav_signup(), who: 'when-signed-out' },
    { path: paths.login(locale), label: m.nav_login(), who: 'when-signed-out' },
    { path: paths.profile(locale), label: m.nav_profile(), who: 'when-signed-in' },
    { opens: 'propose', label: m.nav_propose(), who: 'when-scripted' },
    { opens: 'open-settings', label: m.settings_title(), who: 'when-scripted' },
    { opens: 'open-consent', label: m.footer_cookies(), who: 'when-scripted' },
  ]
}
