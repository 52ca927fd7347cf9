import { onHype } from '#site/features/hype/hype.ts'

onHype(async () => {
  const { offerPush } = await import('./offer.ts')
  // The offer is unasked for: its failure is no failure of the hype.
  await offerPush().catch(() => undefined)
})
