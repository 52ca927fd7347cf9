import { holdRewards } from '#site/lib/session/gamification.ts'
import { session } from '#site/lib/session/session.store.ts'
import { storageOf } from '#site/lib/storage.ts'
import { onboardingConfirmationKey, takenOverKey } from '#site/lib/storage-keys.ts'
import { findSignedInSession, isOnboardingSettled } from './onboarding-memory.ts'

/** Guests, and members who are done with the onboarding or closed it, load nothing of it. */
function isNeeded(): boolean {
  const who = findSignedInSession()
  const tab = storageOf('sessionStorage')
  return (
    !(who && isOnboardingSettled(storageOf('localStorage'), who)) ||
    [onboardingConfirmationKey, takenOverKey].some((key) => tab.getItem(key))
  )
}

session.$isSignedIn.subscribe((isSignedIn) => {
  if (!isSignedIn || !isNeeded()) return
  const checked = import('./open.ts').then(({ openOnboardingIfDue }) => openOnboardingIfDue())
  holdRewards(checked)
  checked.catch((error: unknown) => console.error(error))
})
