import type { Api } from '#site/lib/api.ts'
import { onboardingClosedKey, onboardingDoneKey } from '#site/lib/storage-keys.ts'

type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The signed-in account, from the access token. */
export type SignedInSession = { account: string; session: string }

type Dependencies = {
  api: Pick<Api, 'get'>
  whoIsSignedIn: () => SignedInSession | undefined
  /** Whether the page was reached by a link of the site, not opened or reloaded. */
  isFromWithin: boolean
  browser: TextStorage
  tab: TextStorage
  wait: (milliseconds: number) => Promise<void>
  showUntilClosed: () => Promise<void>
}

const openDelayMs = 500

/** Shows the onboarding if it is due: checked once a visit until it is done. */
export function createOnboardingCheck(dependencies: Dependencies) {
  const { api, whoIsSignedIn, isFromWithin, browser, tab, wait, showUntilClosed } = dependencies
  let isChecking = false

  function isSettled({ account, session }: SignedInSession): boolean {
    if (browser.getItem(onboardingDoneKey) === account) return true
    return isFromWithin && tab.getItem(onboardingClosedKey) === session
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
      // Finished in another tab, or signed out, in the meantime.
      if (whoIsSignedIn()?.account !== who.account || isSettled(who)) return
      // Opened anew: who leaves for a provider from here comes back to it.
      tab.removeItem(onboardingClosedKey)
      await showUntilClosed()
    } finally {
      isChecking = false
    }
  }

  /** Permanently: later pages do not ask the server. */
  function rememberDone(): void {
    const who = whoIsSignedIn()
    if (who) browser.setItem(onboardingDoneKey, who.account)
  }

  /** For this visit: pages reached by links do not open it again. */
  function rememberClosed(): void {
    const who = whoIsSignedIn()
    if (who) tab.setItem(onboardingClosedKey, who.session)
  }

  return { check, rememberDone, rememberClosed }
}
