import { getLocale } from '#messages/runtime'
import { withStyles } from '#site/lib/rendering/with-styles.ts'
import followImportStyles from '#site/features/accounts/followed-channels/follow-import.css?url'
import formsStyles from '#site/ui/fields/forms.css?url'
import onboardingStyles from './onboarding.css?url'
import { showToast } from '#site/ui/toasts/toasts.ts'
import { m } from '#site/lib/messages.ts'
import { paths } from '#site/lib/paths.ts'
import { openStorage } from '#site/lib/storage.ts'
import { hasPerformedPendingAction } from '#site/lib/session/resume-after-login.ts'
import { startApi } from '#site/lib/session/start.ts'
import { onboardingConfirmationKey, accountTakeoverKey } from '#site/lib/storage-keys.ts'
import { createOnboardingCheck } from './onboarding-check.ts'
import { findSignedInSession } from './onboarding-memory.ts'

const tab = openStorage('sessionStorage')

function showDoneToast(): void {
  void showToast(m.onboarding_done(), { kind: 'success' })
}

const modalPollMs = 500

/** An open modal comes first, and so does what a page of the sign-in frame is for. */
const precedingTasks = 'dialog:modal, .auth-main :is(form, [data-task])'

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

const onboarding = createOnboardingCheck({
  api: startApi,
  whoIsSignedIn: findSignedInSession,
  browser: openStorage('localStorage'),
  hasSignInAct: hasPerformedPendingAction,
  async wait(milliseconds) {
    await wait(milliseconds)
    while (document.querySelector(precedingTasks)) await wait(modalPollMs)
  },
  async showUntilClosed(step) {
    const onboardingModule = import('./mount.tsx')
    const styles = [followImportStyles, formsStyles, onboardingStyles]
    const { mountOnboarding } = await withStyles(onboardingModule, ...styles)
    await new Promise<void>((resolve, reject) => {
      mountOnboarding((outcome, next) => {
        onboarding.remember(outcome)
        // A page that is loaded next shows the confirmation.
        if (outcome === 'completed' && next) tab.setItem(onboardingConfirmationKey, 'due')
        else if (outcome === 'completed') showDoneToast()
        if (next) location.assign(next)
        else resolve()
      }, step).catch(reject)
    })
  },
})

/** The account was made by another with this address: its username is that person’s choice. */
function offerUsernameChange(): void {
  const action = {
    label: m.taken_over_action(),
    run: () => location.assign(`${paths.profile(getLocale())}#account`),
  }
  void showToast(m.taken_over_name(), { action, duration: 60_000 })
}

/** True once. */
function takeTabMark(key: string): boolean {
  const isMarked = tab.getItem(key) !== null
  tab.removeItem(key)
  return isMarked
}

/** The step of the streamers, or their page for members who are done with the steps. */
export async function chooseStreamers(): Promise<void> {
  if (!(await onboarding.openAt(1))) location.assign(paths.streamers(getLocale()))
}

export async function openOnboardingIfDue(): Promise<void> {
  if (takeTabMark(accountTakeoverKey)) offerUsernameChange()
  if (takeTabMark(onboardingConfirmationKey)) showDoneToast()
  await onboarding.check()
}
