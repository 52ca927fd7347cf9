import { expect, type Browser, type Page } from '@playwright/test'
import { unreadableTexts } from '#tests/browser/contrast.ts'
import { test, useSite } from '#tests/browser/test.ts'
import { fillPaths } from '#tests/support/tables/site-pages.ts'

const site = useSite({ demo: true })

const pages = [
  '/',
  '/events',
  '/events/{event}',
  '/streamers/{streamer}',
  '/games/{game}',
  '/events/groups/{group}',
  '/calendar',
  '/search?q=speedrun',
  '/login',
]

async function open(browser: Browser, colorScheme: 'light' | 'dark'): Promise<Page> {
  const context = await browser.newContext({
    baseURL: site.url,
    colorScheme,
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  })
  return context.newPage()
}

for (const theme of ['light', 'dark'] as const) {
  test(`every text of the main pages can be read without JavaScript in the ${theme} theme`, async ({
    browser,
  }) => {
    const page = await open(browser, theme)
    for (const path of await fillPaths(site, pages)) {
      await page.goto(path)
      const { faults, count } = await unreadableTexts(page)
      expect.soft(faults, path).toEqual([])
      expect.soft(count, path).toBeGreaterThan(10)
    }
  })
}

test('a text of the colour of its ground is found', async ({ browser }) => {
  const page = await open(browser, 'light')
  await page.goto('/')
  await page.evaluate(() => {
    const text = document.querySelector<HTMLElement>('.highlight-act > p')
    if (text) text.style.color = '#ffffff'
  })
  const { faults } = await unreadableTexts(page)
  expect(faults).toEqual([expect.stringMatching(/remind.* has 1\.\d\d:1$/)])
})

test('the count of an event stands above its reminders and covers nothing', async ({ browser }) => {
  const page = await open(browser, 'light')
  await page.goto('/')
  await page.goto((await page.locator('.highlight-name a').getAttribute('href')) ?? '')
  const reminders = await page.locator('.reminders').boundingBox()
  const hype = await page.locator('.when-panel .hype').boundingBox()
  expect((hype?.y ?? 0) + (hype?.height ?? 0)).toBeLessThanOrEqual(reminders?.y ?? 0)
  await expect(page.locator('.hype-dock')).toHaveCSS('position', 'static')
})
