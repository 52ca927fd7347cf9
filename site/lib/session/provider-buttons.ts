import * as v from 'valibot'
import { failureText } from '#site/lib/failure-text.ts'
import { m } from '#site/lib/messages.ts'
import { OAuthProvider } from '#worker/features/accounts/identities/contract.ts'
import { redirectToOAuthProvider } from '#site/lib/session/authorize.ts'

function showFailure(text: string): void {
  const failureElement = document.querySelector('[data-authorize-failure]')
  if (!failureElement) return
  const notice = document.createElement('p')
  notice.className = 'notice notice-error'
  notice.textContent = text
  failureElement.replaceChildren(...(text ? [notice] : []))
}

async function leaveForProvider(button: HTMLButtonElement): Promise<void> {
  const provider = v.parse(OAuthProvider, button.dataset.authorize)
  showFailure('')
  button.disabled = true
  try {
    await redirectToOAuthProvider({ provider, intent: 'login', next: button.dataset.next ?? '/' })
  } catch (error) {
    showFailure(failureText(error, m.oauth_unreachable))
  } finally {
    button.disabled = false
  }
}

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest('[data-authorize]')
  if (button instanceof HTMLButtonElement) void leaveForProvider(button)
})
