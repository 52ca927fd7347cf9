import { lastStepOffers } from '#site/features/hype/email-sheet/last-step-offers.ts'
import { onHype } from '#site/features/hype/hype.ts'

onHype(async () => {
  // The sheet makes the offer itself.
  if (document.querySelector('#email-sheet[open]')) return
  const { offerPush } = await import('./offer.ts')
  // The offer is unasked for: its failure is no failure of the hype.
  await offerPush().catch(() => undefined)
})

lastStepOffers.push = async (say) => {
  const { findPushSwitch } = await import('./offer.ts')
  return findPushSwitch(say)
}
