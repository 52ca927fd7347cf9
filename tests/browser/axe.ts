import type { Page } from '@playwright/test'
import type * as Axe from 'axe-core'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export async function axeFaults(page: Page, within?: string): Promise<string[]> {
  if (page.frames().length > 1) throw new Error('axe would not look into the frames of this page')
  await page.evaluate(source)
  return page.evaluate(async (selector) => {
    const { axe } = window as unknown as { axe: typeof Axe }
    // Half of the time goes into describing what is right.
    const { violations } = await axe.run(selector ?? document, {
      resultTypes: ['violations'],
      // Lighthouse asks for it, axe by itself does not.
      rules: { 'target-size': { enabled: true } },
    })
    return violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.target.join(' ')}`)
  }, within)
}
