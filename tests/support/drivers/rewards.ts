import type { BrowserContext } from '@playwright/test'

/** The titles of all that is ever shown in the tabs of a browser. */
export async function watchRewards(context: BrowserContext): Promise<string[]> {
  const shown: string[] = []
  await context.exposeFunction('noteReward', (title: string) => void shown.push(title))
  await context.addInitScript(() => {
    const noted = new WeakSet<Element>()
    new MutationObserver(() => {
      for (const card of document.querySelectorAll('.reward')) {
        if (noted.has(card)) continue
        noted.add(card)
        const title = card.querySelector('.reward-title')?.textContent
        ;(window as unknown as { noteReward: (title: string) => void }).noteReward(title ?? '')
      }
    }).observe(document, { subtree: true, childList: true })
  })
  return shown
}
