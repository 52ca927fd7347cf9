import { expect, type Browser, type Locator, type Page } from '@playwright/test'
import { test, useSite } from '#tests/browser/test.ts'
import { createManyEvents } from '#tests/support/factories/events.ts'
import { query } from '#tests/support/factories/rows.ts'

/** A page of a list holds at most this many. */
const most = 24

const site = useSite({ demo: true })
test.beforeAll(() => placeMany())

/** Rows for more than one page of each list, whatever the demo set holds. */
async function placeMany(): Promise<void> {
  const upTo = (count: number) =>
    `with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count})`
  const numbers = upTo(most + 6)
  for (const statement of [
    `insert into games (slug, name, name_key, created_at)
      ${numbers} select 'many-' || i, 'Many ' || i, 'many ' || i, 0 from n`,
    `insert into event_groups (slug, name, name_key, created_at)
      ${numbers} select 'many-' || i, 'Many ' || i, 'many ' || i, 0 from n`,
    `insert into streamers (display_name, name_key, created_at)
      ${numbers} select 'Many ' || i, 'many ' || i, 0 from n`,
    `insert into streaming_accounts (streamer_id, platform, name, name_key, created_at)
      select id, 'youtube', replace(name_key, ' ', ''), replace(name_key, ' ', ''), 0
      from streamers where name_key like 'many %'`,
    `insert into articles (slug, title, markdown, language, status, author_name, created_at, updated_at,
        published_at)
      ${numbers} select 'many-' || i, 'Many ' || i, 'Text.', 'en', 'published', 'Somebody', 0, 0, i from n`,
  ]) {
    await query(site, statement)
  }
  const startAt = Date.now() + 86_400_000
  await createManyEvents(site, most * 6, { name: 'Many', startAt, language: 'fr' })
}

/** Each list with a way to narrow it, by links and forms alone; an item has one link. */
const lists = [
  { path: '/events', item: '#results .event-name a', narrow: 'language=fr' },
  { path: '/events/groups', item: '#results .card-name a', narrow: 'q=a' },
  { path: '/games', item: '#results .card-name a', narrow: 'sort=name' },
  { path: '/streamers', item: '#results .card-name a', narrow: 'platform=youtube' },
  { path: '/articles', item: '#results .article-card-title a', narrow: 'language=fr' },
]

function namesOf(items: Locator): Promise<string[]> {
  return items.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
}

for (const { path, item, narrow } of lists) {
  test(`${path} can be read, narrowed and walked to its end without JavaScript`, async ({
    browser,
  }) => {
    test.setTimeout(60_000)
    const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false })
    // Many pages are read here, none is looked at.
    await context.route('**/*', (route) =>
      route.request().resourceType() === 'document' ? route.continue() : route.abort(),
    )
    const page = await context.newPage()
    await page.goto(path)
    const first = await namesOf(page.locator(item))
    expect(first.length).toBeGreaterThan(3)
    await page.goto(`${path}?${narrow}`)
    const narrowed = await namesOf(page.locator(item))
    expect(narrowed.length).toBeGreaterThan(0)
    expect(narrowed).not.toEqual(first)
    await page.goto(path)
    const seen = [...first]
    const more = page.locator('a[data-more]')
    let pages = 1
    for (; pages < 30 && (await more.count()) > 0; pages += 1) {
      const next = new URL((await more.getAttribute('href')) ?? '', site.url).href
      await more.click()
      await page.waitForURL(next)
      const following = await namesOf(page.locator(item))
      expect(following.length).toBeGreaterThan(0)
      seen.push(...following)
    }
    await expect(more).toHaveCount(0)
    expect(pages).toBeGreaterThan(1)
    expect(seen.filter((one, index) => seen.indexOf(one) < index)).toEqual([])
  })
}

test('/calendar can be read and narrowed without JavaScript', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/calendar?view=month')
  const bars = page.locator('#calendar a[href^="/events/"]')
  expect(await bars.count()).toBeGreaterThan(3)
  await page.goto('/calendar?view=agenda')
  expect(await page.locator('#calendar .event-name a').count()).toBeGreaterThan(3)
})

async function leaveAndComeBack(page: Page, link: Locator): Promise<void> {
  await link.click()
  await page.waitForLoadState('load')
  await page.goBack()
  await page.waitForLoadState('load')
}

for (const { path, item } of lists.filter(({ path }) => ['/games', '/streamers'].includes(path))) {
  test(`Back brings the filters, the pages brought and the place in ${path}`, async ({
    browser,
  }) => {
    const context = await browser.newContext({
      baseURL: site.url,
      viewport: { width: 900, height: 500 },
    })
    const page = await context.newPage()
    await page.goto(`${path}?sort=name`)
    await expect(page.locator(item)).toHaveCount(most)
    const [firstName] = await namesOf(page.locator(item))
    await page.locator('a[data-more]').click()
    await expect.poll(() => page.locator(item).count()).toBeGreaterThan(most)
    const shown = await page.locator(item).count()
    const last = page.locator(item).last()
    await last.scrollIntoViewIfNeeded()
    const scrolled = await page.evaluate(() => scrollY)
    expect(scrolled).toBeGreaterThan(200)
    await leaveAndComeBack(page, last)
    expect(new URL(page.url()).search).toBe('?sort=name')
    await expect.poll(() => page.locator(item).count()).toBe(shown)
    expect((await namesOf(page.locator(item)))[0]).toBe(firstName)
    await expect
      .poll(async () => Math.abs((await page.evaluate(() => scrollY)) - scrolled))
      .toBeLessThan(60)
  })
}

const rows = '#results .event-row:not(.marathons .event-row) .event-name a'

async function openEvents(
  browser: Browser,
  { path = '/events?language=fr', script = '' } = {},
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: site.url,
    viewport: { width: 900, height: 700 },
  })
  const page = await context.newPage()
  if (script) await page.addInitScript(script)
  await page.goto(path, { waitUntil: 'networkidle' })
  await expect(page.locator(rows)).toHaveCount(most)
  return page
}

/** To the end of the page in one leap. */
async function scrollDown(page: Page): Promise<void> {
  await page.mouse.wheel(0, 20_000)
  await expect(page.getByRole('contentinfo')).toBeInViewport()
}

test('/events loads three pages while one scrolls, then offers the button; Back brings them again', async ({
  browser,
}) => {
  const page = await openEvents(browser)
  // A jump to the footer reaches it: no further page loads.
  await scrollDown(page)
  await expect(page.locator(rows)).toHaveCount(most)
  for (const pages of [2, 3, 4]) {
    await page.locator('a[data-more]').scrollIntoViewIfNeeded()
    await expect(page.locator(rows)).toHaveCount(most * pages)
    await expect(page.getByText('24 more results loaded')).toBeAttached()
  }
  await scrollDown(page)
  const more = page.getByRole('link', { name: 'Show more events' })
  await expect(more).not.toHaveAttribute('aria-busy')
  await expect(page.locator(rows)).toHaveCount(most * 4)
  const names = await namesOf(page.locator(rows))
  expect(new Set(names).size).toBe(most * 4)
  const shown = page.locator(rows).nth(most * 3)
  await shown.scrollIntoViewIfNeeded()
  const scrolled = await page.evaluate(() => scrollY)
  await leaveAndComeBack(page, shown)
  await expect(page.locator(rows)).toHaveCount(most * 4)
  await expect
    .poll(async () => Math.abs((await page.evaluate(() => scrollY)) - scrolled))
    .toBeLessThan(60)
  await scrollDown(page)
  await more.click()
  await expect(page.locator(rows)).toHaveCount(most * 5)
  await expect(page.locator(rows).nth(most * 4)).toBeFocused()
})

for (const [path, loading, error, again] of [
  ['/events', 'Loading…', 'Error loading events', 'Try again'],
  ['/es/events', 'Cargando…', 'No se han podido cargar los eventos', 'Reintentar'],
  ['/fr/events', 'Chargement…', 'Impossible de charger les événements', 'Réessayer'],
] as const) {
  test(`${path} says that it loads, that it could not, and tries again`, async ({ browser }) => {
    const page = await openEvents(browser, { path: `${path}?language=fr` })
    const isNext = (url: URL) => url.searchParams.has('cursor')
    let refuse = () => {}
    const isSeen = new Promise<void>((resolve) => (refuse = resolve))
    await page.route(isNext, async (route) => {
      await isSeen
      await route.abort()
    })
    await page.locator('a[data-more]').scrollIntoViewIfNeeded()
    await expect(page.locator('a[data-more]')).toHaveText(loading)
    refuse()
    await expect(page.getByRole('alert')).toContainText(error)
    await expect(page.locator('a[data-more]')).toBeHidden()
    await page.unroute(isNext)
    await page.route(isNext, (route) => route.fulfill({ status: 503, body: '' }))
    await page.getByRole('button', { name: again }).click()
    await expect(page.getByRole('alert')).toContainText(error)
    await expect(page.locator(rows)).toHaveCount(most)
    await page.unroute(isNext)
    await page.getByRole('button', { name: again }).click()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await expect(page.locator(rows).nth(most)).toBeFocused()
  })
}

for (const [reader, script] of [
  [
    'who saves data',
    `Object.defineProperty(navigator, 'connection', { value: { saveData: true } })`,
  ],
  ['whose browser observes nothing', 'delete window.IntersectionObserver'],
] as const) {
  test(`to a reader ${reader} /events loads more by the button alone`, async ({ browser }) => {
    const page = await openEvents(browser, { script })
    const asked: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('cursor=')) asked.push(request.url())
    })
    await page.locator('a[data-more]').scrollIntoViewIfNeeded()
    await scrollDown(page)
    expect(asked).toEqual([])
    await page.getByRole('link', { name: 'Show more events' }).click()
    await expect(page.locator(rows)).toHaveCount(most * 2)
  })
}
