import { accountOfToken, sessionOfToken } from '#site/lib/session/access-token.ts'
import { holdRewards } from '#site/lib/session/gamification.ts'
import { session } from '#site/lib/session/session.store.ts'
import { readAccessToken } from '#site/lib/api.ts'
import { storageOf } from '#site/lib/storage.ts'
import {
  onboardingClosedKey,
  onboardingConfirmationKey,
  onboardingDoneKey,
  takenOverKey,
} from '#site/lib/storage-keys.ts'

/** Guests, and members who are done with the onboarding or closed it, load nothing of it. */
function isNeeded(): boolean {
  const token = readAccessToken()
  const browser = storageOf('localStorage')
  const isDone = token !== undefined && browser.getItem(onboardingDoneKey) === accountOfToken(token)
  const isClosed = browser.getItem(onboardingClosedKey) === sessionOfToken(token)
  const tab = storageOf('sessionStorage')
  return (
    !(isDone || isClosed) ||
    [onboardingConfirmationKey, takenOverKey].some((key) => tab.getItem(key))
  )
}

session.$isSignedIn.subscribe((isSignedIn) => {
  if (!isSignedIn || !isNeeded()) return
  const checked = import('./open.ts').then(({ openOnboardingIfDue }) => openOnboardingIfDue())
  holdRewards(checked)
  checked.catch((error: unknown) => console.error(error))
})
