import { ownCookies, type CookieName } from '#worker/contracts/own-cookies.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { languageTags } from '#worker/locale/locales.ts'
import { m } from '#site/lib/messages.ts'
import { html, type Html } from '#site/ui/html.ts'
import { localStorageRows, sessionStorageRows } from './stored-keys.ts'

const cookiePurposes: Record<CookieName, () => string> = {
  access_token: m.cookie_access_token,
  refresh_token: m.cookie_refresh_token,
  twitch_access_token: m.cookie_twitch,
  twitch_refresh_token: m.cookie_twitch_refresh,
  oauth_google: m.cookie_oauth,
  oauth_twitch: m.cookie_oauth,
  passkey_challenge: m.cookie_passkey_challenge,
  signup: m.cookie_signup,
  known_device: m.cookie_known_device,
  locale: m.cookie_locale,
}

type Cell = Html | string

function table(heads: readonly string[], rows: readonly (readonly Cell[])[]): Html {
  return html`<table>
    <thead>
      <tr>
        ${heads.map((head) => html`<th>${head}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map(
        (cells) =>
          html`<tr>
            ${cells.map((cell) => html`<td>${cell}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`
}

function formatDuration(seconds: number, locale: Locale): string {
  const [count, unit] =
    seconds >= 172_800
      ? [seconds / 86_400, 'day']
      : seconds >= 7200
        ? [seconds / 3600, 'hour']
        : [seconds / 60, 'minute']
  const style = { style: 'unit', unit: String(unit), unitDisplay: 'long' } as const
  return new Intl.NumberFormat(languageTags[locale], style).format(Number(count))
}

const code = (name: string) => html`<code>${name}</code>`

function cookieTable(locale: Locale): Html {
  return table(
    [m.cookie_name(), m.cookie_purpose(), m.cookie_lasts(), m.cookie_readable()],
    (Object.keys(ownCookies) as CookieName[]).map((name) => [
      code(name),
      cookiePurposes[name](),
      formatDuration(ownCookies[name].seconds, locale),
      'isReadable' in ownCookies[name] ? m.cookie_readable_yes() : m.cookie_readable_no(),
    ]),
  )
}

function storageTable(rows: typeof localStorageRows): Html {
  return table(
    [m.stored_key(), m.stored_what(), m.stored_until()],
    rows.map(({ keys, what, until }) => [
      html`${keys.map((key, index) => html`${index > 0 && ', '}${code(key)}`)}`,
      what(),
      until(),
    ]),
  )
}

/** Blocks of the privacy page that its text names alone in a paragraph. */
export function fillInPrivacyTables(text: string, locale: Locale): string {
  const tables: Record<string, () => Html> = {
    cookieTable: () => cookieTable(locale),
    localStorageTable: () => storageTable(localStorageRows),
    sessionStorageTable: () => storageTable(sessionStorageRows),
  }
  return Object.entries(tables).reduce(
    (filled, [name, render]) => filled.replace(`<p>{${name}}</p>`, () => String(render())),
    text,
  )
}
