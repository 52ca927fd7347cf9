import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'

/**
 * What axe finds on a page, or within a part of it. It runs in the page itself: the other way opens
 * a second page each time, for the sake of frames, of which there are none here.
 */
export async function axeFaults(page: Page, within?: string): Promise<string[]> {
  if (page.frames().length > 1) throw new Error('axe would not look into the frames of this page')
  const axe = new AxeBuilder({ page }).setLegacyMode()
  const { violations } = await (within ? axe.include(within) : axe).analyze()
  return violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.target.join(' ')}`)
}
