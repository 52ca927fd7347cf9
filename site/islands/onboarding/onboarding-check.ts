import type { Api } from '#site/lib/api.ts'
import type { OnboardingStatus } from '#worker/features/onboarding/contract.ts'

type KeptTexts = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Who is signed in, as the access token says. */
export type SignedIn = { account: string; session: string }

type Dependencies = {
  api: Pick<Api, 'get'>
  whoIsSignedIn: () => SignedIn | undefined
  /** Whether this page was come to by a link of the site, rather than opened or loaded again. */
  isFromWithin: boolean
  browser: KeptTexts
  tab: KeptTexts
  wait: (milliseconds: number) => Promise<void>
  open: () => Promise<void>
}

/** Both keys are in left-behind.ts, so that nobody inherits them. */
export const doneKey = 'onboarding_done'
const closedKey = 'onboarding_closed'
const openDelayMs = 500

/** Whether the onboarding is due: asked once a visit, and never again once it is over. */
export function createOnboardingCheck(dependencies: Dependencies) {
  const { api, whoIsSignedIn, isFromWithin, browser, tab, wait, open } = dependencies
  let isChecking = false

  function isSettled({ account, session }: SignedIn): boolean {
    if (browser.getItem(doneKey) === account) return true
    return isFromWithin && tab.getItem(closedKey) === session
  }

  async function findWhetherDue(who: SignedIn): Promise<boolean> {
    try {
      const status = await api.get<OnboardingStatus>('onboarding/content-onboarding/status')
      if (!status.should_show) browser.setItem(doneKey, who.account)
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
      // Finished in another tab, or signed out, in the meantime.
      if (whoIsSignedIn()?.account !== who.account || isSettled(who)) return
      // Opened anew: who leaves for a provider from here comes back to it.
      tab.removeItem(closedKey)
      await open()
    } finally {
      isChecking = false
    }
  }

  /** For good: no later page asks the server. */
  function rememberDone(): void {
    const who = whoIsSignedIn()
    if (who) browser.setItem(doneKey, who.account)
  }

  /** For this visit: the pages that links lead to leave the person alone. */
  function rememberClosed(): void {
    const who = whoIsSignedIn()
    if (who) tab.setItem(closedKey, who.session)
  }

  return { check, rememberDone, rememberClosed }
}
