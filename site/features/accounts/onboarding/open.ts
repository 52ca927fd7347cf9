import { getLocale } from '#messages/runtime'
import { withStyles } from '#site/lib/rendering/with-styles.ts'
import followImportStyles from '#site/features/accounts/followed-channels/follow-import.css?url'
import formsStyles from '#site/ui/fields/forms.css?url'
import onboardingStyles from './onboarding.css?url'
import { showToast } from '#site/ui/toasts/toasts.ts'
import { accountOfToken, sessionOfToken } from '#site/lib/session/access-token.ts'
import { api, readAccessToken } from '#site/lib/api.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { storageOf } from '#site/lib/storage.ts'
import { hasSignInAct } from '#site/lib/session/resume-after-login.ts'
import {
  onboardingClosedKey,
  onboardingConfirmationKey,
  onboardingDoneKey,
  takenOverKey,
} from '#site/lib/storage-keys.ts'
import type { Outcome } from './onboarding.store.ts'
import { createOnboardingCheck } from './onboarding-check.ts'

const tab = storageOf('sessionStorage')

function confirm(): void {
  const [title, text] = [m.onboarding_done_title(), m.onboarding_done_text()]
  void showToast(m.toast_titled({ title, text }), { kind: 'success' })
}

/** A page that is loaded next shows the confirmation. */
function finish(outcome: Outcome, next: string | undefined): void {
  if (outcome === 'closed') onboarding.rememberClosed()
  else onboarding.rememberDone()
  if (outcome === 'completed' && next) tab.setItem(onboardingConfirmationKey, 'due')
  else if (outcome === 'completed') confirm()
  if (next) location.assign(next)
}

function onElsewhere(close: () => void): () => void {
  const receive = ({ key, newValue }: StorageEvent) => {
    if ((key === onboardingDoneKey || key === onboardingClosedKey) && newValue) close()
  }
  addEventListener('storage', receive)
  return () => removeEventListener('storage', receive)
}

const modalPollMs = 500

/** An open modal comes first, and so does what a page of the sign-in frame is for. */
const others = 'dialog:modal, .auth-main :is(form, [data-task])'

async function untilNothingElse(): Promise<void> {
  while (document.querySelector(others)) await wait(modalPollMs)
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

const onboarding = createOnboardingCheck({
  api,
  whoIsSignedIn() {
    const token = readAccessToken()
    return token ? { account: accountOfToken(token), session: sessionOfToken(token) } : undefined
  },
  browser: storageOf('localStorage'),
  hasSignInAct,
  async wait(milliseconds) {
    await wait(milliseconds)
    await untilNothingElse()
  },
  async showUntilClosed() {
    const part = import('./mount.tsx')
    const styles = [followImportStyles, formsStyles, onboardingStyles]
    const { mountOnboarding } = await withStyles(part, ...styles)
    await new Promise<void>((resolve, reject) => {
      function onEnd(outcome: Outcome, next: string | undefined): void {
        finish(outcome, next)
        if (!next) resolve()
      }
      mountOnboarding({ onEnd, onElsewhere }).catch(reject)
    })
  },
})

/** The account was made by another with this address: its username is that person’s choice. */
function offerUsername(): void {
  const action = {
    label: m.taken_over_action(),
    run: () => location.assign(`${paths.profile(getLocale())}#account`),
  }
  void showToast(m.taken_over_name(), { action, duration: 60_000 })
}

export async function openOnboardingIfDue(): Promise<void> {
  if (tab.getItem(takenOverKey)) {
    tab.removeItem(takenOverKey)
    offerUsername()
  }
  if (tab.getItem(onboardingConfirmationKey)) {
    tab.removeItem(onboardingConfirmationKey)
    confirm()
  }
  await onboarding.check()
}
