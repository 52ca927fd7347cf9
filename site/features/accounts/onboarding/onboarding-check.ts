import type { Api } from '#site/lib/api.ts'
import { onboardingClosedKey, onboardingDoneKey } from '#site/lib/storage-keys.ts'
import type { OnboardingOutcome, OnboardingStep } from './onboarding.store.ts'
import { isOnboardingSettled, type SignedInSession } from './onboarding-memory.ts'

type Dependencies = {
  api: Pick<Api, 'get'>
  whoIsSignedIn: () => SignedInSession | undefined
  browser: Pick<Storage, 'getItem' | 'setItem'>
  wait: (milliseconds: number) => Promise<void>
  /** True if this page does what the person signed in for: the next one is early enough. */
  hasSignInAct: () => boolean
  /** Without a step at the first that is to be done. */
  showUntilClosed: (step?: OnboardingStep) => Promise<void>
}

const openDelayMs = 500

/** Until it is done on any device, once for each sign-in at this browser, in any tab. */
export function createOnboardingCheck(dependencies: Dependencies) {
  const { api, whoIsSignedIn, browser, wait, hasSignInAct, showUntilClosed } = dependencies
  let isChecking = false

  function isSettled(who: SignedInSession): boolean {
    return hasSignInAct() || isOnboardingSettled(browser, who)
  }

  async function findWhetherDue(who: SignedInSession): Promise<boolean> {
    try {
      const status = await api.get('onboarding/content-onboarding/status')
      if (!status.should_show) browser.setItem(onboardingDoneKey, who.account)
      return status.should_show
    } catch (error) {
      console.error('Failed to check the onboarding', error)
      return false
    }
  }

  async function check(): Promise<void> {
    const who = whoIsSignedIn()
    if (!who || isChecking || isSettled(who)) return
    isChecking = true
    try {
      if (!(await findWhetherDue(who))) return
      await wait(openDelayMs)
      // Closed or finished in another tab, or signed out, in the meantime.
      if (whoIsSignedIn()?.account !== who.account || isSettled(who)) return
      await showUntilClosed()
    } finally {
      isChecking = false
    }
  }

  /** At the person's wish, on any page; resolves to whether there is something left to do. */
  async function openAt(step: OnboardingStep): Promise<boolean> {
    const who = whoIsSignedIn()
    if (!who || isChecking || !(await findWhetherDue(who))) return false
    isChecking = true
    await showUntilClosed(step).finally(() => {
      isChecking = false
    })
    return true
  }

  /** Done: no later page asks the server. Closed: no reload and no other tab opens it again. */
  function remember(outcome: OnboardingOutcome): void {
    const who = whoIsSignedIn()
    if (!who) return
    if (outcome === 'closed') browser.setItem(onboardingClosedKey, who.session)
    else browser.setItem(onboardingDoneKey, who.account)
  }

  return { check, openAt, remember }
}
