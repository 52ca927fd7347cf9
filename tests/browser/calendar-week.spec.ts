import { expect, type Browser, type BrowserContextOptions, type Page } from '@playwright/test'
import { axeFaults } from '#tests/browser/axe.ts'
import { test, useSite } from '#tests/browser/test.ts'
import { createEvent } from '#tests/support/factories/events.ts'

/** Noon of a Friday. */
const now = Date.UTC(2026, 10, 20, 12)
const phone = { width: 320, height: 640 }

const site = useSite()
test.beforeAll(async () => {
  await place('Night stream', '2026-11-20T23:30', '2026-11-21T02:00', { language: 'fr' })
  await place('Evening one', '2026-11-19T18:00', '2026-11-19T22:00', { language: 'en' })
  await place('Evening two', '2026-11-19T20:00', '2026-11-19T23:00', { platform: 'youtube' })
  for (let index = 0; index < 5; index += 1) {
    await place(`Long ${index}`, '2026-11-17T10:00', '2026-11-21T10:00')
  }
  for (let index = 0; index < 5; index += 1) {
    await place(`Rush ${index}`, '2026-12-02T18:00', '2026-12-02T20:00')
  }
  await place('Next week', '2026-11-24T18:00', '2026-11-24T20:00')
})

type Facts = { language?: 'en' | 'fr'; platform?: 'twitch' | 'youtube' }
function place(name: string, start: string, end: string, facts: Facts = {}): Promise<unknown> {
  const times = { startAt: Date.parse(`${start}Z`), endAt: Date.parse(`${end}Z`) }
  return createEvent(site, { name, ...times, ...facts, category: 'esports', approvedAt: 0 })
}

async function open(
  browser: Browser,
  path: string,
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: site.url,
    timezoneId: 'UTC',
    locale: 'en-US',
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    extraHTTPHeaders: { 'X-Test-Now': String(now) },
    ...options,
  })
  const page = await context.newPage()
  if (options.javaScriptEnabled !== false) await page.clock.setFixedTime(now)
  await page.goto(path)
  return page
}

const cell = (page: Page, day: string) => page.locator(`.cal-hours [data-date="${day}"]`)
const block = (page: Page, day: string, name: string) =>
  cell(page, day).locator('.week-block', { hasText: name })

/** Where a block begins, in hours of its day. */
async function hourOf(page: Page, day: string, name: string): Promise<number> {
  const [inner, outer] = await Promise.all([
    block(page, day, name).boundingBox(),
    cell(page, day).boundingBox(),
  ])
  return Math.round((((inner?.y ?? 0) - (outer?.y ?? 0)) / (outer?.height ?? 1)) * 240) / 10
}

for (const [timezoneId, day, hour] of [
  ['UTC', '2026-11-20', 23.5],
  ['America/Mexico_City', '2026-11-20', 17.5],
  ['Asia/Kolkata', '2026-11-21', 5],
] as const) {
  test(`stands an event at the hour of ${timezoneId}`, async ({ browser }) => {
    const page = await open(browser, '/calendar?view=week&day=2026-11-20', { timezoneId })
    await expect(block(page, day, 'Night stream')).toBeVisible()
    expect(await hourOf(page, day, 'Night stream')).toBe(hour)
  })
}

test('stands events of one time side by side, below the lines of long ones', async ({
  browser,
}) => {
  const page = await open(browser, '/calendar?view=week')
  const [one, two] = await Promise.all(
    ['Evening one', 'Evening two'].map((name) => block(page, '2026-11-19', name).boundingBox()),
  )
  expect(one!.x + one!.width).toBeLessThanOrEqual(two!.x + 1)
  await expect(page.locator('.week-band .cal-line')).toHaveCount(2)
  await page.locator('.week-band').getByText('+3 long events').click()
  await expect(page.getByRole('dialog', { name: 'Long events' }).getByRole('link')).toHaveCount(3)
})

for (const [width, beyond] of [
  [1280, '+2'],
  [390, '+3'],
] as const) {
  test(`opens a day with more at one hour than ${width} px have room for`, async ({ browser }) => {
    const viewport = { width, height: 844 }
    const page = await open(browser, '/calendar?view=week&day=2026-12-02', { viewport })
    const more = page.locator('.week-more')
    await expect(more).toHaveText(beyond)
    await expect(more).toHaveAccessibleName(`${beyond} more`)
    await more.click()
    const dialog = page.getByRole('dialog', { name: /December 2/ })
    await expect(dialog.getByRole('link')).toHaveCount(5)
  })
}

test('opens at the present hour, which a line marks', async ({ browser }) => {
  const page = await open(browser, '/calendar?view=week')
  const line = page.locator('.week-now')
  await expect(line).toBeInViewport()
  await expect(cell(page, '2026-11-20').locator('.week-now')).toHaveCount(1)
  const [mark, day] = [await line.boundingBox(), await cell(page, '2026-11-20').boundingBox()]
  expect((mark!.y - day!.y) / day!.height).toBeCloseTo(0.5, 2)
})

test('moves by keyboard through days, events and weeks', async ({ browser }) => {
  const page = await open(browser, '/calendar?view=week')
  await expect(page.locator('.cal-hours[data-settled]')).toBeVisible()
  await expect(cell(page, '2026-11-20')).toHaveAttribute('tabindex', '0')
  await cell(page, '2026-11-20').focus()
  await page.keyboard.press('ArrowLeft')
  await expect(cell(page, '2026-11-19')).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(block(page, '2026-11-19', 'Evening one').locator('a')).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(cell(page, '2026-11-19')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByRole('link')).toHaveCount(7)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Home')
  await expect(cell(page, '2026-11-15')).toBeFocused()
  await page.keyboard.press('PageDown')
  await expect(cell(page, '2026-11-22')).toBeFocused()
  await expect(page).toHaveURL(/day=2026-11-22&view=week/)
  await expect(page.locator('#calendar-said')).toContainText('November 22')
  await page.keyboard.press('t')
  await expect(cell(page, '2026-11-20')).toBeFocused()
})

test('a day that shows its events has them focusable at once, without motion', async ({
  browser,
}) => {
  const page = await open(browser, '/calendar?view=week')
  const evening = block(page, '2026-11-19', 'Evening one').locator('a')
  await expect(evening).toBeVisible()
  // Hidden and shown again in one frame, as a grid that settles is.
  const isFocused = await evening.evaluate((link) => {
    const grid = link.closest<HTMLElement>('.cal-hours')
    grid?.removeAttribute('data-settled')
    const { visibility } = getComputedStyle(link)
    grid?.setAttribute('data-settled', '')
    link.focus()
    return visibility === 'hidden' && document.activeElement === link
  })
  expect(isFocused).toBe(true)
})

test('keeps week and view in the address, also back and forth', async ({ browser }) => {
  const page = await open(browser, '/calendar?view=month')
  await expect(page.locator('.cal-grid[data-settled]')).toBeVisible()
  await page.locator('[data-act="week"]:visible').click()
  await page.getByRole('link', { name: 'Next week' }).click()
  await expect(block(page, '2026-11-24', 'Next week')).toBeVisible()
  await page.goBack()
  await expect(block(page, '2026-11-19', 'Evening one')).toBeVisible()
  await page.goBack()
  await expect(page.locator('.cal-grid')).toBeVisible()
  await page.goForward()
  await page.goForward()
  await expect(block(page, '2026-11-24', 'Next week')).toBeVisible()
})

test('shows three days on a phone, without scrolling sideways', async ({ browser }) => {
  const page = await open(browser, '/calendar?view=week', { viewport: phone })
  await expect(page.locator('.cal-hours[data-settled]')).toBeVisible()
  await expect(page.locator('.week-day:visible')).toHaveCount(3)
  await expect(block(page, '2026-11-20', 'Night stream')).toBeVisible()
  const width = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(width).toBeLessThanOrEqual(phone.width)
  await page.getByRole('link', { name: 'Next days' }).click()
  await expect(page.locator('.week-day:visible').first()).toHaveAttribute('data-date', '2026-11-23')
})

test('is a list in UTC without JavaScript', async ({ browser }) => {
  const page = await open(browser, '/calendar?view=week', { javaScriptEnabled: false })
  await page.getByText('Earlier this month').click()
  await expect(page.locator('.cal-hours')).toBeHidden()
  await page.getByText('5 marathons running').click()
  await expect(page.locator('.agenda .event-row:visible')).toHaveCount(8)
  await page.getByRole('link', { name: 'Next week' }).click()
  await expect(page.locator('.agenda')).toContainText('Next week')
})

test('filters in place, in the address and together with the view', async ({ browser }) => {
  const page = await open(browser, '/calendar?view=week')
  await expect(page.locator('.cal-hours[data-settled]')).toBeVisible()
  await page.locator('.cal-fold > summary').click()
  await page.locator('[data-act="language-fr"]').click()
  await expect(page).toHaveURL(/\/calendar\?language=fr&view=week$/)
  await expect(block(page, '2026-11-19', 'Evening one')).toHaveCount(0)
  await expect(block(page, '2026-11-20', 'Night stream')).toBeVisible()
  await expect(page.locator('.cal-fold .badge')).toHaveText('1')
  await page.goBack()
  await expect(block(page, '2026-11-19', 'Evening one')).toBeVisible()
  await page.locator('[data-act="platform-youtube"]').click()
  await expect(block(page, '2026-11-19', 'Evening two')).toBeVisible()
  await page.locator('[data-act="clear"]').click()
  await expect(block(page, '2026-11-20', 'Night stream')).toBeVisible()
})

test('spends three rows of a phone on its controls, and folds the others', async ({ browser }) => {
  const page = await open(browser, '/calendar?view=month', { viewport: phone })
  await expect(page.locator('.cal-grid[data-settled]')).toBeVisible()
  const bar = await page.locator('.cal-bar').boundingBox()
  expect(bar!.height).toBeLessThan(145)
  const grouped = page.locator('[data-act="grouped"]')
  await expect(grouped).toBeHidden()
  await page.locator('.cal-fold > summary').click()
  await grouped.click()
  await expect(page).toHaveURL(/grouping=grouped/)
  await expect(page.locator('[data-act="language-en"]')).toBeVisible()
})

test('opens the month of a phone at today', async ({ browser }) => {
  const page = await open(browser, '/fr/calendar?view=month', {
    viewport: { width: 320, height: 568 },
  })
  await expect(page.locator('.cal-day[aria-current="date"]')).toBeInViewport({ ratio: 1 })
})

test('shows choice, today, now and events in forced colours', async ({ browser }) => {
  const page = await open(browser, '/calendar?view=week', { forcedColors: 'active' })
  const style = (selector: string, name: 'backgroundColor' | 'borderTopWidth' | 'borderTopColor') =>
    page
      .locator(selector)
      .first()
      .evaluate((element, property) => getComputedStyle(element)[property], name)
  await expect(page.locator('.week-now')).toBeVisible()
  for (const [chosen, other] of [
    ['[data-act="week"]', '[data-act="month"]'],
    ['[data-act="all"]', 'a.when-signed-out[href*="followed"]'],
    ['.week-date[aria-current] .cal-number', '.week-date:not([aria-current]) .cal-number'],
  ] as const) {
    const [one, two] = [
      await style(chosen, 'backgroundColor'),
      await style(other, 'backgroundColor'),
    ]
    expect(one, chosen).not.toBe(two)
  }
  expect(await style('.week-block .cal-chip', 'borderTopWidth')).toBe('1px')
  expect(await style('.week-band .cal-line', 'borderTopWidth')).toBe('1px')
})

for (const width of [320, 1280]) {
  test(`moves nothing while a week comes at ${width} px`, async ({ browser }) => {
    const page = await open(browser, '/unauthorized', {
      viewport: { width, height: 844 },
      timezoneId: 'Pacific/Apia',
    })
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        const shifts = list.getEntries() as unknown as { value: number }[]
        const total = Number(sessionStorage.getItem('shift') ?? 0)
        const sum = shifts.reduce((all, { value }) => all + value, total)
        sessionStorage.setItem('shift', String(sum))
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto('/calendar?view=week', { waitUntil: 'networkidle' })
    expect(await page.evaluate(() => Number(sessionStorage.getItem('shift') ?? 0))).toBe(0)
  })
}

for (const colorScheme of ['dark', 'light'] as const) {
  test(`has nothing that axe reports in the ${colorScheme} theme`, async ({ browser }) => {
    test.setTimeout(60_000)
    for (const width of [320, 1280]) {
      const viewport = { width, height: 844 }
      const page = await open(browser, '/calendar?view=week', { colorScheme, viewport })
      await expect(page.locator('.cal-hours[data-settled]')).toBeVisible()
      await page.locator('.cal-fold > summary').click()
      await page.locator('.cal-legend > summary').click()
      expect.soft(await axeFaults(page, 'main'), String(width)).toEqual([])
      await page.context().close()
    }
  })
}

test('keeps names level, and a long one below the heads of the days', async ({ browser }) => {
  const page = await open(browser, '/calendar?view=week')
  const names = page.locator('.week-block .cal-chip-name:visible')
  await expect(names.first()).toBeVisible()
  const modes = await names.evaluateAll((all) =>
    all.map((one) => getComputedStyle(one).writingMode),
  )
  expect(new Set(modes)).toEqual(new Set(['horizontal-tb']))
  const night = block(page, '2026-11-20', 'Night stream')
  const [time, name] = await Promise.all([
    night.locator('time').boundingBox(),
    night.locator('.cal-chip-name').boundingBox(),
  ])
  expect(name!.y).toBeGreaterThanOrEqual(time!.y + time!.height - 1)
})
