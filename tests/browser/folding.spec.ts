import { expect, type Locator, type Page } from '@playwright/test'
import { test, useSite } from '#tests/browser/test.ts'
import { insertGroup } from '#tests/support/factories/directory.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'

const site = useSite()
test.beforeAll(() => createEvening())

/** Nine marathons, two short live events, a series of nine dates and a big event of another day. */
async function createEvening(): Promise<void> {
  const now = Date.now()
  const groupId = await insertGroup(site, 'Weekly')
  for (let index = 0; index < 9; index += 1) {
    const startAt = now - (index + 2) * day
    const endAt = now + (index + 1) * day
    await createEvent(site, { name: `Marathon ${index}`, language: 'fr', startAt, endAt })
    // Weekly in UTC, which never changes its clocks.
    const start = now + 2 * hour + index * 7 * day
    await createEvent(site, { name: `Night ${index}`, groupId, timezone: 'UTC', startAt: start })
  }
  const live = { startAt: now - hour, endAt: now + hour }
  await createEvent(site, {
    ...live,
    name: 'French stream',
    language: 'fr',
    startAt: now - 2 * hour,
  })
  await createEvent(site, { ...live, name: 'English stream' })
  await createEvent(site, { name: 'The big one', hypeCount: 50, startAt: now + 3 * day })
}

async function open(page: Page, path: string, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height })
  await page.goto(site.url + path)
  // On phones it waits until the first screen was read.
  if (width >= 768) await page.getByRole('button', { name: 'Only what’s needed' }).click()
}

async function bottomOf(element: Locator): Promise<number> {
  const box = await element.boundingBox()
  if (!box) throw new Error('it is not shown')
  return box.y + box.height
}

test('the events page shows the next start on the first screen of a small laptop', async ({
  page,
}) => {
  await open(page, '/events', 1280, 900)
  const first = page.locator('[data-kind="upcoming"] .event-row').first()
  await expect(first.getByRole('link', { name: 'Night 0' })).toBeVisible()
  expect(await bottomOf(first)).toBeLessThanOrEqual(900)
})

test('home shows the board of the evening and the highlight on the first screen of a phone', async ({
  page,
}) => {
  await open(page, '/', 390, 844)
  const tabBar = await page.locator('.tab-bar').boundingBox()
  const end = tabBar?.y ?? 0
  expect(end).toBeGreaterThan(700)
  const parts = [
    page.locator('.board').getByRole('link', { name: 'English stream' }),
    page.locator('.marathons').first(),
    page.locator('.highlight .hype'),
  ]
  for (const part of parts) {
    await expect(part).toBeVisible()
    expect(await bottomOf(part)).toBeLessThanOrEqual(end)
  }
  await expect(page.getByRole('heading', { name: 'Live now' })).toHaveText('Live now 11')
  await page.getByRole('link', { name: 'All live streams' }).click()
  await expect(page).toHaveURL(/\/events\?phase=live$/)
})

test('marathons are one strip that opens by keyboard to rows with their day', async ({ page }) => {
  await open(page, '/events', 1280, 900)
  const strip = page.locator('details.marathons')
  const names = page.locator('[data-kind="live"] .event-name a:visible')
  expect(await names.allInnerTexts()).toEqual(['English stream', 'French stream'])
  const summary = strip.locator('summary')
  await expect(summary).toContainText('9 marathons running')
  await expect(summary).toContainText('Ending next:')
  await summary.focus()
  await page.keyboard.press('Enter')
  await expect(strip.locator('.event-row')).toHaveCount(9)
  const latest = strip.locator('.event-row', { hasText: 'Marathon 0' })
  await expect(latest).toContainText('Day 3 of 3')
  await page.keyboard.press('Tab')
  await expect(strip.locator('.event-row a').first()).toBeFocused()
  await summary.press('Enter')
  await expect(latest).toBeHidden()
})

test('a series is one row that opens to its other dates', async ({ page }) => {
  await open(page, '/events', 1280, 900)
  const row = page.locator('.event-row', { hasText: 'Night 0' })
  await expect(page.locator('.event-row', { hasText: 'Night' })).toHaveCount(1)
  const summary = row.locator('details.series summary')
  await expect(summary).toHaveText(/Every \w+day at \d+:\d\d.*9 dates/)
  await summary.click()
  await expect(page).toHaveURL(/\/events$/)
  await row.getByRole('link', { name: /Night 8/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Night 8')
})

test('strip and series open without JavaScript', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/fr/events')
  await page.locator('summary', { hasText: '9 marathons en cours' }).click()
  await expect(page.locator('.marathons .event-row').first()).toBeVisible()
  await page.locator('summary', { hasText: 'Chaque' }).click()
  await expect(page.locator('.series-dates a').first()).toBeVisible()
  await page.goto('/es')
  await page.locator('summary', { hasText: '9 maratones en curso' }).click()
  await expect(page.locator('.marathons .event-row').first()).toBeVisible()
})

test('nothing folds where a reader asked for the group', async ({ page }) => {
  await open(page, '/events?q=night', 1280, 900)
  await expect(page.locator('.event-row')).toHaveCount(9)
  await expect(page.locator('details.series')).toHaveCount(0)
})

test('the list of the calendar and the article of the week fold marathons too', async ({
  page,
}) => {
  await open(page, '/calendar?view=agenda', 1280, 900)
  const strip = page.locator('.agenda details.marathons')
  await expect(strip.locator('summary')).toContainText('9 marathons running')
  const live = page.locator('.agenda-section', { hasText: 'Live now' })
  await expect(live.locator('.event-name:visible')).toHaveCount(2)
  await strip.locator('summary').click()
  await expect(strip.locator('.event-name:visible')).toHaveCount(9)

  await page.goto(`${site.url}/articles/what-to-watch-this-week`)
  const ofWeek = page.getByRole('region', { name: 'Live now' })
  await expect(ofWeek.locator('.live-card')).toHaveCount(2)
  await expect(ofWeek.locator('.marathons summary')).toContainText('9 marathons running')
})
