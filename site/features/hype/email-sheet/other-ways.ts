import { failureText } from '#site/lib/failure-text.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { redirectToOAuthProvider } from '#site/lib/session/authorize.ts'
import { capitalize } from '#site/lib/time/time-text.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import type { OAuthProvider } from '#worker/features/accounts/identities/contract.ts'
import { createButton, createElement } from '#site/ui/create-element.ts'
import { drawFormFailure } from './elements.ts'

function readPageProviders(): OAuthProvider[] {
  const named = document.documentElement.dataset.providers?.split(' ') ?? []
  return named as OAuthProvider[]
}

function drawProviderButton(provider: OAuthProvider, next: string, show: (text: string) => void) {
  async function leave(button: HTMLButtonElement): Promise<void> {
    button.disabled = true
    show('')
    await redirectToOAuthProvider({ provider, intent: 'login', next }).catch((error: unknown) => {
      show(failureText(error, m.oauth_unreachable))
    })
    button.disabled = false
  }
  const label = m.login_with({ provider: capitalize(provider) })
  return createButton('button button-wide', label, (button) => void leave(button))
}

/** Each leaves the page and comes back to it with the action pending. */
export function drawOtherWays(next: string): HTMLElement {
  const locale = document.documentElement.lang as Locale
  const failure = drawFormFailure()
  const providers = readPageProviders().map((one) => drawProviderButton(one, next, failure.show))
  return createElement(
    'div',
    { className: 'stack' },
    createElement('p', { className: 'divider quiet' }, m.login_or()),
    failure.root,
    ...providers,
    createElement(
      'p',
      { className: 'email-sheet-links' },
      createElement('a', { href: paths.login(locale, next) }, m.sheet_login()),
      createElement('a', { href: paths.signup(locale, next) }, m.sheet_signup()),
    ),
  )
}
