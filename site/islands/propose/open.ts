import { loginHref, readCookie } from '#site/lib/api.ts'
import { openWizard } from './open-wizard.ts'
import { promiseReturn, takePromise } from './return-here.ts'

/** Opens the wizard from any `[data-propose]` button of the page. */

function leaveForLogin(): void {
  promiseReturn(true)
  const login = loginHref(location)
  // Going back from login is a change of mind.
  promiseReturn(false)
  location.assign(login)
}

async function openFrom(button: Element): Promise<void> {
  if (!readCookie('access_token')) return leaveForLogin()
  button.setAttribute('aria-busy', 'true')
  // Opening is quick; what follows is the wizard's own time.
  setTimeout(() => button.removeAttribute('aria-busy'), 1000)
  await openWizard()
}

/** Back from login: what the button promised. */
function openOnReturn(): void {
  if (takePromise() && readCookie('access_token')) void openWizard()
}

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest('[data-propose]')
  if (button && !button.hasAttribute('aria-busy')) void openFrom(button)
})
openOnReturn()
