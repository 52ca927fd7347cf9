import { waitUntilVisible } from '#site/lib/session/gamification.ts'
import { api, readAccessToken } from '#site/lib/api.ts'
import type { RewardResult } from '#worker/features/gamification/ledger/contract.ts'
import { createReadingTracker } from './reading-tracker.store.ts'

function showReadingRewards(earned: RewardResult): void {
  void import('#site/features/hype/toggles/toggle-toasts.ts').then(({ showToggleRewards }) =>
    showToggleRewards(earned),
  )
}

async function watchReading(end: HTMLElement, slug: string): Promise<void> {
  await waitUntilVisible()
  const reading = createReadingTracker({
    api,
    slug,
    onEarned: showReadingRewards,
  })
  // The article stays readable where reading cannot be counted.
  await reading.start().catch(() => undefined)
  new IntersectionObserver((entries) => {
    reading.showEnd(entries.some(({ isIntersecting }) => isIntersecting))
  }).observe(end)
}

const end = document.querySelector<HTMLElement>('[data-article-end]')
const slug = end?.dataset['articleEnd']
// Guests earn nothing.
if (end && slug && readAccessToken()) void watchReading(end, slug)
