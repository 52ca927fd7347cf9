import { onHype } from '#site/features/hype/hype.ts'

onHype(async () => {
  const { offerPush } = await import('./offer.ts')
  // Nobody asked for it: what fails is no failure of the hype.
  await offerPush().catch(() => undefined)
})
