import { expect, type Browser, type Locator, type Page } from '@playwright/test'
import { Temporal } from 'temporal-polyfill'
import { test, useSite } from '#tests/browser/test.ts'

const site = useSite({ demo: true })
/** The marathons of the demo set begin on the day of this zone. */
const today = Temporal.Now.plainDateISO('Europe/Paris')

const readers = [
  { language: 'fr', tag: 'fr-FR', zone: 'Europe/Paris', path: '/fr' },
  { language: 'en', tag: 'en-US', zone: 'America/New_York', path: '/' },
  { language: 'es', tag: 'es-MX', zone: 'America/Mexico_City', path: '/es' },
]
const screens = [
  { width: 390, height: 844, rows: 4 },
  { width: 1280, height: 800, rows: 5 },
]
type Reader = (typeof readers)[number]

function instantAt(clock: string, zone: string): number {
  return today.toZonedDateTime({ timeZone: zone, plainTime: clock }).epochMilliseconds
}

type OpenOptions = { width?: number; height?: number; hasScript?: boolean }

async function openHome(
  browser: Browser,
  { tag, zone, path }: Reader,
  now: number,
  { width = 1280, height = 800, hasScript = true }: OpenOptions = {},
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: site.url,
    viewport: { width, height },
    locale: tag,
    timezoneId: zone,
    javaScriptEnabled: hasScript,
    extraHTTPHeaders: { 'X-Test-Now': String(now) },
  })
  const page = await context.newPage()
  if (hasScript) {
    await page.clock.install({ time: now })
    await page.addInitScript(() => {
      localStorage.setItem('consent', `necessary ${new Date().toISOString().slice(0, 10)}`)
      const shifts: unknown[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => shifts.push(...list.getEntries())).observe({
        type: 'layout-shift',
        buffered: true,
      })
    })
  }
  await page.goto(path)
  return page
}

function nightEnd(now: number, zone: string): number {
  const clock = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone)
  const day = clock.toPlainDate().add({ days: clock.hour < 5 ? 0 : 1 })
  return day.toZonedDateTime({ timeZone: zone, plainTime: '05:00' }).epochMilliseconds
}

type Listed = { slug: string; start: number; end: number; language: string; hype: number }

/** All that the list of tonight has, from the API. */
async function listTonight(now: number, zone: string): Promise<Listed[]> {
  const address = `${site.url}/api/v1/events?range=tonight&limit=100&tz=${encodeURIComponent(zone)}`
  const response = await fetch(address, { headers: { 'X-Test-Now': String(now) } })
  const { items } = (await response.json()) as { items: Record<string, string & number>[] }
  return items.map(({ slug, start, end, language, hype_count: hype }) => ({
    ...{ slug: String(slug), language: String(language), hype: Number(hype) },
    ...{ start: Date.parse(String(start)), end: Date.parse(String(end)) },
  }))
}

const isLongLive = (now: number) => (event: Listed) =>
  event.start <= now && event.end - event.start > 24 * 3_600_000

function chooseRows(all: Listed[], now: number, language: string, count: number): string[] {
  const candidates = all.filter((event) => !isLongLive(now)(event))
  const chosen = candidates
    .toSorted(
      (a, b) =>
        Number(a.language !== language) - Number(b.language !== language) ||
        b.hype - a.hype ||
        a.start - b.start,
    )
    .slice(0, count)
  return candidates
    .filter((event) => chosen.includes(event))
    .toSorted((a, b) => a.start - b.start)
    .map(({ slug }) => slug)
}

async function slugsOf(rows: Locator): Promise<string[]> {
  const links = await rows
    .locator('.whole-link')
    .evaluateAll((all) =>
      all.flatMap((link) => (link.checkVisibility() ? [(link as HTMLAnchorElement).pathname] : [])),
    )
  return links.map((path) => path.split('/').at(-1) ?? '')
}

for (const clock of ['14:00', '18:30', '22:00', '03:00']) {
  for (const reader of readers) {
    test(`the board at ${clock} in ${reader.zone} is the reader’s evening, with and without script`, async ({
      browser,
    }) => {
      const now = instantAt(clock, reader.zone)
      for (const { width, height, rows: count } of screens) {
        const page = await openHome(browser, reader, now, { width, height })
        const all = await listTonight(now, reader.zone)
        expect(all.length).toBeGreaterThan(count)
        const shown = await slugsOf(page.locator('.board'))
        expect(new Set(shown)).toEqual(new Set(chooseRows(all, now, reader.language, count)))
        const starts = await page
          .locator('.board > li:visible')
          .evaluateAll((rows) =>
            rows.map((row) => Date.parse((row as HTMLElement).dataset.start ?? '')),
          )
        expect(starts).toEqual(starts.toSorted((a, b) => a - b))
        expect(Math.max(...starts)).toBeLessThan(nightEnd(now, reader.zone))
        const more = page.locator('.board-more a')
        await expect(more).toHaveText(new RegExp(`\\b${all.length}\\b`))
        await expect(more).toHaveAttribute('href', /range=tonight&tz=/)
        const end = width < 768 ? ((await page.locator('.tab-bar').boundingBox())?.y ?? 0) : height
        for (const part of [
          more,
          page.locator('.marathons').first(),
          page.locator('.highlight .hype'),
        ]) {
          const box = await part.boundingBox()
          expect((box?.y ?? Infinity) + (box?.height ?? 0)).toBeLessThanOrEqual(end)
        }
        expect(await page.evaluate(() => (window as unknown as { shifts: [] }).shifts)).toEqual([])
        await page.context().close()
      }
      const plain = await openHome(browser, reader, now, { hasScript: false })
      const ofUtc = await listTonight(now, 'UTC')
      expect(new Set(await slugsOf(plain.locator('.board')))).toEqual(
        new Set(chooseRows(ofUtc, now, reader.language, 5)),
      )
      await expect(plain.locator('.tonight-head').first()).toContainText('UTC')
    })
  }
}

test('the number of the link below the board is that of the list which it leads to', async ({
  browser,
}) => {
  const [reader] = readers
  if (!reader) throw new Error('there is a reader')
  const now = instantAt('18:30', reader.zone)
  const page = await openHome(browser, reader, now)
  const more = page.getByRole('link', { name: 'de ce soir' })
  const count = Number(/\d+/.exec((await more.textContent()) ?? '')?.[0])
  await more.click()
  await expect(page).toHaveURL(/range=tonight&tz=Europe%2FParis/)
  const response = await page.request.get(`/api/v1/events/count?range=tonight&tz=Europe/Paris`, {
    headers: { 'X-Test-Now': String(now) },
  })
  expect((await response.json()) as object).toMatchObject({ count })
})

test('a week strip leads to each of the next seven days of the reader', async ({ browser }) => {
  const [, reader] = readers
  if (!reader) throw new Error('there is a reader')
  const page = await openHome(browser, reader, instantAt('03:00', reader.zone))
  const days = await page
    .locator('.week-strip a')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).search))
  // At three in the morning the evening before is not over.
  expect(days).toHaveLength(7)
  const yesterday = today.subtract({ days: 1 }).toString()
  expect(days[0]).toBe(`?from=${yesterday}&to=${yesterday}&tz=America%2FNew_York`)
})

for (const { width, height } of [
  { width: 390, height: 68 },
  { width: 1280, height: 72 },
]) {
  test(`rows are ${height} px high on ${width} px, wherever a list stands`, async ({ browser }) => {
    const [, reader] = readers
    if (!reader) throw new Error('there is a reader')
    const now = instantAt('18:30', reader.zone)
    const page = await openHome(browser, reader, now, { width, height: 800 })
    const group = await page.locator('main a[href*="/events/groups/"]').first().getAttribute('href')
    const streamer = await page.locator('main a[href*="/streamers/"]').first().getAttribute('href')
    for (const path of [
      '/',
      '/events',
      '/calendar?view=agenda',
      '/search?q=night',
      '/discover',
      group,
      streamer,
    ]) {
      await page.goto(path ?? '')
      const heights = await page
        .locator('.event-row')
        .evaluateAll((rows) =>
          rows.flatMap((row) =>
            row.checkVisibility() ? [row.getBoundingClientRect().height] : [],
          ),
        )
      expect(heights.length, path ?? '').toBeGreaterThan(0)
      expect.soft([...new Set(heights.map(Math.round))], path ?? '').toEqual([height])
    }
  })
}

test('a channel is muted from a row in two actions on a wide screen', async ({ browser }) => {
  const [, reader] = readers
  if (!reader) throw new Error('there is a reader')
  const page = await openHome(browser, reader, instantAt('18:30', reader.zone))
  const row = page.locator('section:has(#coming-up) .event-row').first()
  const name = await row.locator('.whole-link').textContent()
  await row.hover({ force: true })
  await row.getByRole('button', { name: /^Options for/ }).click()
  await page.getByRole('menuitem', { name: 'Hide this channel' }).click()
  await expect(page.getByRole('link', { name: name?.trim() ?? '' })).toHaveCount(0)
})

test('the menu of a row is reached and left by the keyboard', async ({ browser }) => {
  const [, reader] = readers
  if (!reader) throw new Error('there is a reader')
  const page = await openHome(browser, reader, instantAt('18:30', reader.zone))
  const row = page.locator('.board > li:visible').first()
  await row.locator('.whole-link').focus()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  const button = row.getByRole('button', { name: /^Options for/ })
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem').first()).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('menuitem').nth(1)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(button).toBeFocused()
})
