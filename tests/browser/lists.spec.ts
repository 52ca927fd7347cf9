import { expect, test, type Locator, type Page } from '@playwright/test'
import { startTestSite, type TestSite } from '#tests/site.ts'

let site: TestSite
test.beforeAll(async () => {
  site = await startTestSite({ demo: true })
})
test.afterAll(() => site.close())

/** Each list with a way to narrow it, by links and forms alone. */
const lists = [
  { path: '/events', item: 'main a[href^="/events/"]', narrow: 'language=fr' },
  { path: '/events/groups', item: '#results a[href^="/events/groups/"]', narrow: 'q=a' },
  { path: '/games', item: '#results a[href^="/games/"]', narrow: 'sort=name' },
  { path: '/streamers', item: '#results a[href^="/streamers/"]', narrow: 'platform=youtube' },
  { path: '/articles', item: 'main a[href^="/articles/"]', narrow: 'language=fr' },
  { path: '/calendar', item: 'main a[href^="/events/"]', narrow: 'view=agenda' },
]

function namesOf(items: Locator): Promise<string[]> {
  return items.evaluateAll((links) => [
    ...new Set(links.map((link) => link.getAttribute('href') ?? '')),
  ])
}

for (const { path, item, narrow } of lists) {
  test(`${path} can be read, narrowed and walked to its end without JavaScript`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false })
    const page = await context.newPage()
    await page.goto(path)
    const first = await namesOf(page.locator(item))
    expect(first.length).toBeGreaterThan(3)
    await page.goto(`${path}?${narrow}`)
    const narrowed = await namesOf(page.locator(item))
    expect(narrowed.length).toBeGreaterThan(0)
    expect(narrowed).not.toEqual(first)
    await page.goto(path)
    const seen = new Set<string>(first)
    for (let pages = 0; pages < 30; pages += 1) {
      const more = page.locator('a[data-more]')
      if ((await more.count()) === 0) break
      await more.click()
      const following = await namesOf(
        page.locator(`#results ${item.replace(/^(main|#results) /, '')}`),
      )
      expect(following.filter((one) => seen.has(one) && path !== '/articles')).toEqual([])
      for (const one of following) seen.add(one)
    }
    await expect(page.locator('a[data-more]')).toHaveCount(0)
    await context.close()
  })
}

async function leaveAndComeBack(page: Page, link: Locator): Promise<void> {
  await link.click()
  await page.waitForLoadState('load')
  await page.goBack()
  await page.waitForLoadState('load')
}

for (const { path, item } of lists.filter(({ path }) =>
  ['/events', '/games', '/streamers'].includes(path),
)) {
  test(`Back brings the filters, the pages brought and the place in ${path}`, async ({
    browser,
  }) => {
    const context = await browser.newContext({
      baseURL: site.url,
      viewport: { width: 900, height: 500 },
    })
    const page = await context.newPage()
    const query = { '/events': 'language=fr', '/games': 'sort=name', '/streamers': 'sort=name' }[
      path
    ]
    await page.goto(`${path}?${query}`)
    const before = await page.locator(item).count()
    const more = page.locator('a[data-more]')
    if ((await more.count()) > 0) {
      await more.click()
      await expect.poll(() => page.locator(item).count()).toBeGreaterThan(before)
    }
    const shown = await page.locator(item).count()
    const last = page.locator(item).last()
    await last.scrollIntoViewIfNeeded()
    const scrolled = await page.evaluate(() => scrollY)
    expect(scrolled).toBeGreaterThan(200)
    await leaveAndComeBack(page, last)
    expect(new URL(page.url()).search).toBe(`?${query}`)
    await expect.poll(() => page.locator(item).count()).toBe(shown)
    await expect
      .poll(async () => Math.abs((await page.evaluate(() => scrollY)) - scrolled))
      .toBeLessThan(60)
    await context.close()
  })
}
