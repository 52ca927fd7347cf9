import { failureText } from '#site/lib/failure-text.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { redirectToOAuthProvider } from '#site/lib/session/authorize.ts'
import { capitalize } from '#site/lib/time/time-text.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import type { OAuthProvider } from '#worker/features/accounts/identities/contract.ts'
import { drawFormFailure, createSheetElement } from './elements.ts'

function readPageProviders(): OAuthProvider[] {
  const named = document.documentElement.dataset.providers?.split(' ') ?? []
  return named as OAuthProvider[]
}

function drawProviderButton(provider: OAuthProvider, next: string, show: (text: string) => void) {
  const label = m.login_with({ provider: capitalize(provider) })
  const button = createSheetElement(
    'button',
    { type: 'button', className: 'button button-wide' },
    label,
  )
  async function leave(): Promise<void> {
    button.disabled = true
    show('')
    await redirectToOAuthProvider({ provider, intent: 'login', next }).catch((error: unknown) => {
      show(failureText(error, m.oauth_unreachable))
    })
    button.disabled = false
  }
  button.addEventListener('click', () => void leave())
  return button
}

/** Each leaves the page and comes back to it with the action pending. */
export function drawOtherWays(next: string): HTMLElement {
  const locale = document.documentElement.lang as Locale
  const failure = drawFormFailure()
  const providers = readPageProviders().map((one) => drawProviderButton(one, next, failure.show))
  return createSheetElement(
    'div',
    { className: 'stack' },
    createSheetElement('p', { className: 'divider quiet' }, m.login_or()),
    failure.root,
    ...providers,
    createSheetElement(
      'p',
      { className: 'email-sheet-links' },
      createSheetElement('a', { href: paths.login(locale, next) }, m.sheet_login()),
      createSheetElement('a', { href: paths.signup(locale, next) }, m.sheet_signup()),
    ),
  )
}
