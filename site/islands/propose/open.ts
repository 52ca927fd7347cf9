import { loginHref, readCookie } from '#site/lib/api.ts'
import { openWizard } from './open-wizard.ts'

/** Opens the wizard from any `[data-propose]` button of the page. */

const parameter = 'propose'

function leaveForLogin(): void {
  const search = new URLSearchParams(location.search)
  search.set(parameter, '1')
  location.assign(loginHref({ pathname: location.pathname, search: `?${search}` }))
}

async function openFrom(button: Element): Promise<void> {
  if (!readCookie('access_token')) return leaveForLogin()
  button.setAttribute('aria-busy', 'true')
  // Opening is quick; what follows is the wizard's own time.
  setTimeout(() => button.removeAttribute('aria-busy'), 1000)
  await openWizard()
}

/** Back from login: what the button promised. The address forgets it, so that a reload does not. */
function openOnReturn(): void {
  const url = new URL(location.href)
  if (!url.searchParams.has(parameter)) return
  url.searchParams.delete(parameter)
  history.replaceState(history.state, '', url)
  if (readCookie('access_token')) void openWizard()
}

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest('[data-propose]')
  if (button && !button.hasAttribute('aria-busy')) void openFrom(button)
})
openOnReturn()
