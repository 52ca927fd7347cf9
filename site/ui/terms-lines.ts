import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { operator } from '#worker/contracts/operator.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { html, type Html } from './html.ts'

/** In a new tab: the page holds what was typed. */
function legalLink(address: string, label: string): Html {
  return html`<a href="${address}" target="_blank" rel="noopener"
    >${label}<span class="visually-hidden">${m.editor_new_tab()}</span></a
  >`
}

function termsLink(locale: Locale): Html {
  return legalLink(paths.terms(locale), m.signup_terms_link())
}

/** Under every way of making an account: what doing so accepts. */
export function signupTerms(locale: Locale): Html {
  const words = m.signup_terms({ terms: '|', privacy: '|', age: operator.digitalAge })
  const [start = '', middle = '', end = ''] = words.split('|')
  const policy = legalLink(paths.privacy(locale), m.signup_privacy_link())
  return html`${start}${termsLink(locale)}${middle}${policy}${end}`
}

/** Where a picture or a text is given: what is done with it. */
export function uploadLicense(locale: Locale): Html {
  const [start = '', end = ''] = m.upload_license({ terms: '|' }).split('|')
  return html`${start}${termsLink(locale)}${end}`
}
