import { api, loginHref, readCookie } from '#site/lib/api.ts'
import type { ProposalView } from '#worker/features/proposals/contract.ts'
import { openWizard } from './open-wizard.ts'
import { promiseReturn, takePromise } from './return-here.ts'

/** Opens the wizard from any `[data-propose]` button of the page. */

function leaveForLogin(): void {
  promiseReturn('new')
  const login = loginHref(location)
  // Going back from login is a change of mind.
  takePromise()
  location.assign(login)
}

async function openFrom(button: Element): Promise<void> {
  if (!readCookie('access_token')) return leaveForLogin()
  button.setAttribute('aria-busy', 'true')
  // Opening is quick; what follows is the wizard's own time.
  setTimeout(() => button.removeAttribute('aria-busy'), 1000)
  await openWizard()
}

/** The changes during which the session ended. */
async function reopenEdit(id: number): Promise<void> {
  // Nothing opens where there is no such proposal of theirs any more.
  const proposal = await api.get<ProposalView>(`users/me/events/${id}`).catch(() => undefined)
  const sent = proposal && (await openWizard(proposal))
  // The page was written before.
  if (sent) location.reload()
}

/** Back from login: what was promised then. */
function openOnReturn(): void {
  const promised = takePromise()
  if (!promised || !readCookie('access_token')) return
  void (promised === 'new' ? openWizard() : reopenEdit(promised))
}

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest('[data-propose]')
  if (button && !button.hasAttribute('aria-busy')) void openFrom(button)
})
openOnReturn()
