import { expect, type Browser, type Page } from '@playwright/test'
import { test, useSite } from '#tests/browser/test.ts'
import { signIn } from '#tests/support/drivers/visitors.ts'
import { fillPaths } from '#tests/support/tables/site-pages.ts'

const site = useSite({ demo: true })

/** A screen of 1280 × 900 at 200 %. */
const viewport = { width: 640, height: 450 }
const leastFree = 0.6 * viewport.height

async function open(browser: Browser, path: string, as?: 'admin'): Promise<Page> {
  const context = await browser.newContext({
    baseURL: site.url,
    viewport,
    reducedMotion: 'reduce',
  })
  await context.addInitScript(() => {
    localStorage.setItem('consent', `necessary ${new Date().toISOString().slice(0, 10)}`)
  })
  if (as) await signIn(site, context, as)
  const page = await context.newPage()
  const [address = path] = await fillPaths(site, [path])
  await page.goto(address, { waitUntil: 'networkidle' })
  return page
}

/** Lines of the screen on which nothing lies that stays while the rest scrolls. */
function freeHeight(page: Page): Promise<number> {
  return page.evaluate(() => {
    function staysOf(element: Element | null): Element | undefined {
      for (let at = element; at; at = at.parentElement) {
        const { position } = getComputedStyle(at)
        // The scrolling content of a dialog is free: the dialog is there for it.
        if (at.matches('dialog')) return undefined
        if ((position === 'fixed' || position === 'sticky') && at.clientWidth > innerWidth / 2) {
          return at
        }
      }
      return undefined
    }
    const lines = Array.from({ length: innerHeight }, (_, y) => y)
    const columns = [0.1, 0.3, 0.5, 0.7, 0.9].map((share) => share * innerWidth)
    const isFree = (y: number) =>
      columns.every((x) => staysOf(document.elementFromPoint(x, y)) === undefined)
    return lines.filter(isFree).length
  })
}

for (const [path, as] of [
  ['/', undefined],
  ['/', 'admin'],
  ['/events', undefined],
  ['/events/{event}', undefined],
  ['/calendar?view=agenda', undefined],
  ['/calendar?view=month', 'admin'],
  ['/profile', 'admin'],
  ['/profile/notifications', 'admin'],
  ['/admin/panel', 'admin'],
  ['/admin/articles/editor', 'admin'],
] as const) {
  test(`bars leave ${path} most of a screen at 200 % to ${as ?? 'a guest'}`, async ({
    browser,
  }) => {
    const page = await open(browser, path, as)
    for (const top of [0, 300]) {
      await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), top)
      expect.soft(await freeHeight(page), `at ${top}`).toBeGreaterThanOrEqual(leastFree)
    }
    await page.context().close()
  })
}

test('the first screen of an event at 200 % shows its title, its time and its hype button', async ({
  browser,
}) => {
  const page = await open(browser, '/')
  await page.goto((await page.locator('.highlight-name a').getAttribute('href')) ?? '')
  for (const part of ['h1', '.when-panel .date-block', '.when-panel .hype']) {
    await expect(page.locator(part)).toBeInViewport({ ratio: 1 })
  }
})

for (const [path, control] of [
  ['/calendar?view=agenda', '.cal-views > .tabs'],
  ['/search?q=speedrun', '.search-tabs'],
] as const) {
  test(`the segments of ${path} fill their control at 200 %`, async ({ browser }) => {
    const page = await open(browser, path)
    const box = await page.locator(control).boundingBox()
    const last = await page.locator(`${control} > :last-child`).boundingBox()
    const free = (box?.x ?? 0) + (box?.width ?? 0) - (last?.x ?? 0) - (last?.width ?? 0)
    expect(free).toBeLessThan(8)
  })
}

function isFocusSeen(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const { activeElement } = document
    if (!activeElement?.matches('dialog *')) return true
    const { left, top, width, height } = activeElement.getBoundingClientRect()
    const above = document.elementFromPoint(left + width / 2, top + Math.min(height / 2, 40))
    return activeElement.contains(above) || Boolean(above?.contains(activeElement))
  })
}

test('the wizard has most of a screen at 200 %, and what is focused is not covered', async ({
  browser,
}) => {
  const page = await open(browser, '/events', 'admin')
  await page.locator('.header-propose').click()
  const dialog = page.getByRole('dialog', { name: 'Propose an event' })
  await expect(dialog).toBeVisible()
  await expect.poll(() => freeHeight(page)).toBeGreaterThanOrEqual(leastFree)
  await dialog.getByLabel('Link to the channel').fill('twitch.tv/somebody')
  await dialog.getByRole('button', { name: 'Next' }).click()
  await expect(dialog.getByLabel('Event name')).toBeVisible()
  for (let step = 0; step < 12; step += 1) {
    await page.keyboard.press('Tab')
    await expect.poll(() => isFocusSeen(page), { message: `step ${step}` }).toBe(true)
  }
  await page.context().close()
})
