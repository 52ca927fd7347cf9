import { api, readAccessToken } from '#site/lib/api.ts'
import { paths } from '#site/lib/paths.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { openWizard } from './open-wizard.ts'
import { askForEmailAddress } from '#site/features/hype/email-sheet/open.ts'
import { markPendingActionPerformed } from '#site/lib/session/resume-after-login.ts'
import { addProposeParameter, takeProposeParameter } from '#site/lib/session/return-url.ts'

async function askGuestForEmail(): Promise<void> {
  const onSignedIn = () => void openWizard()
  const sheetOptions = {
    action: 'propose',
    subject: '',
    name: '',
    start: undefined,
    onSignedIn,
  } as const
  await askForEmailAddress(sheetOptions).catch(() => {
    const next = addProposeParameter(location)
    location.assign(paths.signup(document.documentElement.lang as Locale, next))
  })
}

async function openWizardFrom(button: Element): Promise<void> {
  if (!readAccessToken()) return askGuestForEmail()
  button.setAttribute('aria-busy', 'true')
  // Opening is quick; what follows is the wizard's own time.
  setTimeout(() => button.removeAttribute('aria-busy'), 1000)
  await openWizard()
}

/** Changes during which the session ended. */
async function reopenEditedProposal(id: number): Promise<void> {
  const proposal = await api.get('users/me/events/:id', { params: { id } }).catch(() => undefined)
  const sent = proposal && (await openWizard(proposal))
  // The page shows the proposal from before.
  if (sent) location.reload()
}

function openWizardAfterSignIn(): void {
  const proposal = takeProposeParameter()
  if (!proposal || !readAccessToken()) return
  markPendingActionPerformed()
  void (proposal === 'new' ? openWizard() : reopenEditedProposal(proposal))
}

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest('[data-propose]')
  if (button && !button.hasAttribute('aria-busy')) void openWizardFrom(button)
})
openWizardAfterSignIn()
