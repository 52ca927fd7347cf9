import { expect, type Page } from '@playwright/test'
import { test, useSite } from '#tests/browser/test.ts'

const site = useSite({ demo: true })

const links = [
  '.offer:visible a',
  'nav[aria-label] a[href$="/calendar"]:visible',
  'a[href$="/discover"]:visible',
  'main a[href*="/events/"]:visible',
  'a[href*="/login"]:visible',
  '.logo:visible',
]

/** One click after the other, and one while the page that the last one opened still comes in. */
async function clickThrough(page: Page): Promise<void> {
  for (const selector of links) {
    const link = page.locator(selector).first()
    await link.waitFor()
    await Promise.all([page.waitForEvent('domcontentloaded'), link.click({ noWaitAfter: true })])
  }
  await page.goto(`${site.url}/events`)
  const times = page.locator('.time-control .tabs a')
  for (const index of [1, 2, 3]) await times.nth(index).click()
  for (const index of [4, 1, 2]) {
    await times.nth(index).click({ noWaitAfter: true })
    await page.waitForURL(/events\?/, { waitUntil: 'commit' })
  }
  await page.waitForLoadState('load')
}

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  for (const width of [390, 1280]) {
    test(`pages follow each other without an error, with ${reducedMotion} for motion, at ${width} px`, async ({
      browser,
    }) => {
      test.setTimeout(120_000)
      const context = await browser.newContext({
        baseURL: site.url,
        locale: 'fr-FR',
        viewport: { width, height: 844 },
        reducedMotion,
      })
      await context.addInitScript(() => {
        localStorage.setItem('consent', `functional ${new Date().toISOString().slice(0, 10)}`)
      })
      const page = await context.newPage()
      const errors: string[] = []
      page.on('pageerror', ({ name, message }) => errors.push(`${name}: ${message}`))
      page.on('request', (request) => {
        if (request.url().includes('client_errors')) errors.push(`sent ${request.postData()}`)
      })
      await page.goto('/')
      await clickThrough(page)
      expect(errors).toEqual([])
      await context.close()
    })
  }
}
