import { ownCookies, type CookieName } from '#worker/contracts/own-cookies.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { formatMinutes } from '#site/lib/format.ts'
import { m } from '#site/lib/messages.ts'
import { html, type Html } from '#site/ui/html.ts'
import { proseTable } from './prose-table.ts'
import { renderRetentionTable } from './retention-table.ts'
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

const code = (name: string) => html`<code>${name}</code>`

function cookieTable(locale: Locale): Html {
  return proseTable(
    (Object.keys(ownCookies) as CookieName[]).map((name) => [
      code(name),
      cookiePurposes[name](),
      formatMinutes(ownCookies[name].seconds / 60, locale),
      'isReadable' in ownCookies[name] ? m.cookie_readable_yes() : m.cookie_readable_no(),
    ]),
    [m.cookie_name(), m.cookie_purpose(), m.cookie_lasts(), m.cookie_readable()],
  )
}

function storageTable(rows: typeof localStorageRows): Html {
  return proseTable(
    rows.map(([keys, what, until]) => [
      html`${keys.map((key, index) => html`${index > 0 && ', '}${code(key)}`)}`,
      what(),
      until(),
    ]),
    [m.stored_key(), m.stored_what(), m.stored_until()],
  )
}

/** Blocks of the privacy page that its text names alone in a paragraph. */
export function renderPrivacyTables(locale: Locale) {
  return {
    cookieTable: cookieTable(locale),
    localStorageTable: storageTable(localStorageRows),
    sessionStorageTable: storageTable(sessionStorageRows),
    terms: renderRetentionTable(locale),
  }
}
