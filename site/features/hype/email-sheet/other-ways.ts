import '#site/lib/session/provider-buttons.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { capitalize } from '#worker/locale/date-words.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import type { OAuthProvider } from '#worker/features/accounts/identities/contract.ts'
import { createElement } from '#site/ui/create-element.ts'

function readPageProviders(): OAuthProvider[] {
  const named = document.documentElement.dataset.providers?.split(' ') ?? []
  return named as OAuthProvider[]
}

function drawProviderButton(provider: OAuthProvider, next: string): HTMLButtonElement {
  const label = m.login_with({ provider: capitalize(provider) })
  const button = createElement('button', { type: 'button', className: 'button button-wide' }, label)
  Object.assign(button.dataset, { authorize: provider, next })
  return button
}

/** Each leaves the page and comes back to it with the action pending. */
export function drawOtherWays(next: string): HTMLElement {
  const locale = document.documentElement.lang as Locale
  const failure = createElement('div', { className: 'form-failure', role: 'alert' })
  failure.dataset.authorizeFailure = ''
  return createElement(
    'div',
    { className: 'stack' },
    createElement('p', { className: 'divider quiet' }, m.login_or()),
    failure,
    ...readPageProviders().map((provider) => drawProviderButton(provider, next)),
    createElement(
      'p',
      { className: 'email-sheet-links' },
      createElement('a', { href: paths.login(locale, next) }, m.sheet_login()),
      createElement('a', { href: paths.signup(locale, next) }, m.sheet_signup()),
    ),
  )
}
