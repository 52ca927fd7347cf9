import { lastStepOffers } from '#site/features/hype/email-sheet/last-step-offers.ts'
import { deferRewards } from '#site/lib/session/gamification.ts'
import { session } from '#site/lib/session/session.store.ts'
import { openStorage } from '#site/lib/storage.ts'
import { onboardingConfirmationKey, accountTakeoverKey } from '#site/lib/storage-keys.ts'
import { findSignedInSession, isOnboardingSettled } from './onboarding-memory.ts'

function isOnboardingNeeded(): boolean {
  const who = findSignedInSession()
  const tab = openStorage('sessionStorage')
  return (
    !(who && isOnboardingSettled(openStorage('localStorage'), who)) ||
    [onboardingConfirmationKey, accountTakeoverKey].some((key) => tab.getItem(key))
  )
}

lastStepOffers.chooseStreamers = () => {
  const chosen = import('./open.ts').then(({ chooseStreamers }) => chooseStreamers())
  deferRewards(chosen)
  chosen.catch((error: unknown) => console.error(error))
}

session.$isSignedIn.subscribe((isSignedIn) => {
  if (!isSignedIn || !isOnboardingNeeded()) return
  const checked = import('./open.ts').then(({ openOnboardingIfDue }) => openOnboardingIfDue())
  deferRewards(checked)
  checked.catch((error: unknown) => console.error(error))
})
