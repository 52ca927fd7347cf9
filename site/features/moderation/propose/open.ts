import { api, readAccessToken } from '#site/lib/api.ts'
import { paths } from '#site/lib/paths.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { openWizard } from './open-wizard.ts'
import { askForEmailAddress } from '#site/features/hype/email-sheet/open.ts'
import { markPendingActionPerformed } from '#site/lib/session/resume-after-login.ts'
import { addProposeParameter, takeProposeParameter } from '#site/lib/session/return-url.ts'

async function askGuestForEmail(sharedText = ''): Promise<void> {
  const onSignedIn = () => void openWizard(undefined, { sharedText })
  const sheetOptions = {
    action: 'propose',
    subject: sharedText,
    name: '',
    start: undefined,
    onSignedIn,
  } as const
  await askForEmailAddress(sheetOptions).catch(() => {
    const next = addProposeParameter(location, sharedText)
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

/** After a login, or from a link shared with the site. */
function openWizardFromAddress(): void {
  const proposal = takeProposeParameter()
  if (!proposal) return
  const isSignedIn = readAccessToken() !== undefined
  if ('id' in proposal) {
    if (isSignedIn) void reopenEditedProposal(proposal.id)
  } else if (isSignedIn) void openWizard(undefined, proposal)
  else if (proposal.sharedText) void askGuestForEmail(proposal.sharedText)
  if (isSignedIn) markPendingActionPerformed()
}

document.addEventListener('click', ({ target }) => {
  const button = target instanceof Element && target.closest('[data-propose]')
  if (button && !button.hasAttribute('aria-busy')) void openWizardFrom(button)
})
openWizardFromAddress()
