import { expect, type Browser, type Page } from '@playwright/test'
import { unreadableTexts } from '#tests/browser/contrast.ts'
import { test, useSite } from '#tests/browser/test.ts'
import { signIn } from '#tests/support/drivers/visitors.ts'
import { fillPaths } from '#tests/support/tables/site-pages.ts'

const site = useSite({ demo: true })

/** An A4 sheet of a dark screen, before the cookie notice was answered. */
async function print(browser: Browser, path: string, as?: 'admin'): Promise<Page> {
  const context = await browser.newContext({
    baseURL: site.url,
    viewport: { width: 794, height: 1123 },
    colorScheme: 'dark',
    reducedMotion: 'reduce',
  })
  if (as) await signIn(site, context, as)
  const page = await context.newPage()
  const [address = path] = await fillPaths(site, [path])
  await page.goto(address, { waitUntil: 'networkidle' })
  await page.emulateMedia({ media: 'print', colorScheme: 'dark', reducedMotion: 'reduce' })
  return page
}

const unprinted = [
  '.header',
  '.footer',
  '.tab-bar',
  '.consent',
  '.breadcrumbs',
  '.filters',
  '.cal-bar',
  '.hype',
  'main button',
].join()

for (const { path, as, shows } of [
  { path: '/', shows: '.event-row .event-name' },
  { path: '/events', shows: '.event-row .event-name' },
  { path: '/events/{event}', shows: '.date-block, .live-now' },
  { path: '/calendar?view=agenda', shows: '.event-row .event-name' },
  { path: '/calendar?view=week', shows: '.week-block' },
  { path: '/profile/agenda', as: 'admin', shows: '.my-week-head h2' },
] as const) {
  test(`${path} is printed black on white, without what one presses`, async ({ browser }) => {
    const page = await print(browser, path, as)
    await expect(page.locator(shows).filter({ visible: true }).first()).toBeVisible()
    await expect(page.locator(unprinted).filter({ visible: true })).toHaveCount(0)
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)')
    await expect(page.locator('h1')).toHaveCSS('color', 'rgb(0, 0, 0)')
    expect((await unreadableTexts(page)).faults).toEqual([])
  })
}

test('the rows of the agenda keep hour, name and channel, and stand on one sheet each', async ({
  browser,
}) => {
  const page = await print(browser, '/events')
  const row = page.locator('.days .event-row').first()
  await expect(row.locator('time').first()).toBeVisible()
  await expect(row.locator('.event-facts')).toHaveText(
    /^\s*(?:Twitch|YouTube)\s+\S.*\b(?:EN|ES|FR)\b/s,
  )
  await expect(row).toHaveCSS('break-inside', 'avoid')
})
