import { expect, type Browser, type BrowserContextOptions, type Page } from '@playwright/test'
import { axeFaults } from '#tests/browser/axe.ts'
import { test, useSite } from '#tests/browser/test.ts'
import { createMember, tokenFor } from '#tests/support/factories/members.ts'
import { openMember } from '#tests/support/drivers/visitors.ts'
import { query } from '#tests/support/factories/rows.ts'
import { createEvent } from '#tests/support/factories/events.ts'

/** Noon of a Friday; all that follows lies in months of that year. */
const now = Date.UTC(2026, 10, 20, 12)

const site = useSite()
test.beforeAll(async () => {
  await place('Night stream', '2026-11-20T23:30', '2026-11-21T02:00')
  await place('Long major', '2026-11-25T10:00', '2026-12-01T10:00')
  await place('Hyped one', '2026-11-23T18:00', '2026-11-23T22:00')
  await place('Hyped two', '2026-11-23T20:00', '2026-11-23T23:00')
  for (let index = 0; index < 8; index += 1) {
    await place(`Crowd ${index}`, `2026-11-18T1${index}:00`, `2026-11-18T1${index}:30`)
  }
  await place('December show', '2026-12-12T18:00', '2026-12-12T20:00')
})

function place(name: string, start: string, end: string): Promise<unknown> {
  const slug = name.toLowerCase().replaceAll(' ', '-')
  const times = { startAt: Date.parse(`${start}Z`), endAt: Date.parse(`${end}Z`) }
  const channel = { streamingAccountName: 'channel', category: 'esports' } as const
  return createEvent(site, { name, slug, ...times, ...channel, approvedAt: 0 })
}

async function open(
  browser: Browser,
  path: string,
  options: BrowserContextOptions & { username?: string } = {},
): Promise<Page> {
  const { username, ...rest } = options
  const context = await browser.newContext({
    baseURL: site.url,
    timezoneId: 'Europe/Paris',
    locale: 'en-GB',
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    extraHTTPHeaders: { 'X-Test-Now': String(now) },
    ...rest,
  })
  if (username) {
    const value = await tokenFor(site, username, now)
    await context.addCookies([{ name: 'access_token', value, url: site.url }])
  }
  const page = await context.newPage()
  if (rest.javaScriptEnabled !== false) await page.clock.setFixedTime(now)
  await page.goto(path)
  return page
}

const barOn = (page: Page, day: string, name: string) =>
  page.locator(`[data-date="${day}"] .cal-chip`, {
    has: page.locator('.cal-chip-name', { hasText: name }),
  })
const cell = (page: Page, day: string) => page.locator(`[data-date="${day}"]`)

for (const [timezoneId, day, time] of [
  ['UTC', '2026-11-20', '23:30'],
  ['Europe/Paris', '2026-11-21', '00:30'],
  ['America/Mexico_City', '2026-11-20', '17:30'],
  ['Asia/Kolkata', '2026-11-21', '05:00'],
  ['Pacific/Apia', '2026-11-21', '12:30'],
] as const) {
  test(`shows an event on the day and at the hour of ${timezoneId}`, async ({ browser }) => {
    const page = await open(browser, '/calendar?month=2026-11&view=month', { timezoneId })
    const bar = barOn(page, day, 'Night stream')
    await expect(bar).toBeVisible()
    await expect(bar.locator('time')).toHaveText(time)
    await expect(page.locator('.cal-chip:visible', { hasText: 'Night stream' })).toHaveCount(1)
    await page.context().close()
  })
}

test('lays the month out in the reader’s zone once a phone is turned', async ({ browser }) => {
  const viewport = { width: 390, height: 844 }
  const page = await open(browser, '/calendar?month=2026-11', { viewport })
  await expect(page.locator('.agenda')).toBeVisible()
  await page.setViewportSize({ width: 844, height: 390 })
  const bar = barOn(page, '2026-11-21', 'Night stream')
  await expect(bar).toBeVisible()
  await expect(bar.locator('time')).toHaveText('00:30')
  await page.context().close()
})

test('draws an event over several days as one bar a week', async ({ browser }) => {
  const page = await open(browser, '/calendar?month=2026-11&view=month')
  const [first, second] = [
    await barOn(page, '2026-11-25', 'Long major').boundingBox(),
    await barOn(page, '2026-11-29', 'Long major').boundingBox(),
  ]
  const day = await cell(page, '2026-11-25').boundingBox()
  expect(first!.width).toBeGreaterThan(day!.width * 3.9)
  expect(first!.width).toBeLessThan(day!.width * 4.1)
  expect(second!.width).toBeGreaterThan(day!.width * 2.9)
  await page.context().close()
})

test('opens a month that is late at its current week, and an early one at its first', async ({
  browser,
}) => {
  const weeks = (page: Page) =>
    page
      .locator('.cal-week')
      .evaluateAll((all) =>
        all.map((week) => week.querySelector('[data-date]')?.getAttribute('data-date')),
      )
  for (const javaScriptEnabled of [true, false]) {
    const page = await open(browser, '/calendar?month=2026-11&view=month', { javaScriptEnabled })
    expect((await weeks(page)).slice(0, 3)).toEqual(['2026-11-15', '2026-11-22', '2026-11-29'])
    await expect(page.locator('.cal-earlier:visible')).toHaveText('Earlier this month')
    expect((await cell(page, '2026-11-20').boundingBox())!.y).toBeLessThan(600)
    await page.goto('/calendar?month=2026-12&view=month')
    expect((await weeks(page))[0]).toBe('2026-11-29')
    await expect(page.locator('.cal-earlier')).toHaveCount(0)
    await page.context().close()
  }
})

test('lists today below a small month on a phone, and the day that is touched', async ({
  browser,
}) => {
  const viewport = { width: 390, height: 844 }
  const path = '/calendar?month=2026-11&view=month'
  const page = await open(browser, path, { viewport, hasTouch: true })
  const list = page.getByRole('region', { name: /20 November/ })
  await expect(list).toBeVisible()
  expect((await list.boundingBox())!.y).toBeLessThan(844 - 60)
  await cell(page, '2026-11-23').tap()
  const touched = page.getByRole('region', { name: /23 November/ })
  await expect(touched.locator('.cal-chip')).toHaveCount(2)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.context().close()
})

test('lists the day that is touched while the next month is on its way', async ({ browser }) => {
  const viewport = { width: 390, height: 844 }
  const path = '/calendar?month=2026-11&view=month'
  const page = await open(browser, path, { viewport, hasTouch: true })
  await expect(page.locator('.cal-grid[data-settled]')).toBeVisible()
  let release = () => undefined as void
  const touched = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/calendar?month=2026-12*', async (route) => {
    await touched
    await route.continue()
  })
  await page.getByRole('link', { name: 'Next month' }).tap()
  await cell(page, '2026-12-01').tap()
  await expect(page.getByRole('region', { name: /1 December/ })).toBeVisible()
  release()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('December 2026')
  await expect(page.getByRole('region', { name: /1 December/ })).toContainText('Long major')
  await page.context().close()
})

test('keeps the focus on a view that is chosen by keyboard', async ({ browser }) => {
  const page = await open(browser, '/calendar?month=2026-11&view=month')
  await expect(page.locator('.cal-grid[data-settled]')).toBeVisible()
  const views = page.getByRole('navigation', { name: 'View' })
  for (const name of ['Agenda', 'Month']) {
    const link = views.getByRole('link', { name })
    await link.focus()
    await page.keyboard.press('Enter')
    await expect(link).toHaveAttribute('aria-current', 'true')
    await expect(link).toBeFocused()
  }
  await page.context().close()
})

test('gives the focus of a grid that is replaced by the list to the same day', async ({
  browser,
}) => {
  const page = await open(browser, '/calendar?month=2026-11')
  await expect(page.locator('.cal-grid[data-settled]')).toBeVisible()
  await cell(page, '2026-11-20').focus()
  await page.keyboard.press('ArrowRight')
  await expect(cell(page, '2026-11-21')).toBeFocused()
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(page.locator('.agenda section[data-day="2026-11-21"] h3')).toBeFocused()
  await page.context().close()
})

test('is laid out anew once the onboarding has set another zone', async ({ browser }) => {
  const { username } = await createMember(site)
  const page = await open(browser, '/robots.txt', { username })
  await page.route('**/users/me/start', async (route) => {
    const response = await route.fetch()
    const start = (await response.json()) as object
    await route.fulfill({ response, json: { ...start, onboarding: { should_show: true } } })
  })
  await page.goto('/calendar?month=2026-11&view=month')
  await expect(barOn(page, '2026-11-21', 'Night stream')).toBeVisible()
  const modal = page.locator('dialog.onboarding')
  await modal.getByText('Change').click()
  await modal.getByLabel('Time zone').fill('mexico')
  await modal.getByRole('option', { name: 'Mexico City' }).click()
  await modal.getByRole('button', { name: 'Start' }).click()
  await modal.getByRole('button', { name: 'Close' }).click()
  await expect(barOn(page, '2026-11-20', 'Night stream')).toBeVisible()
  await page.context().close()
})

test('moves by keyboard through days, weeks and months, opens a day and returns', async ({
  browser,
}) => {
  const page = await open(browser, '/calendar?month=2026-11&view=month')
  await expect(cell(page, '2026-11-20')).toHaveAttribute('aria-current', 'date')
  await expect(cell(page, '2026-11-20')).toHaveAttribute('tabindex', '0')
  await cell(page, '2026-11-20').focus()
  for (const [key, day] of [
    ['ArrowLeft', '2026-11-19'],
    ['ArrowUp', '2026-11-12'],
    ['Home', '2026-11-08'],
    ['End', '2026-11-14'],
    ['ArrowRight', '2026-11-15'],
    ['ArrowRight', '2026-11-16'],
    ['ArrowDown', '2026-11-23'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(cell(page, day)).toBeFocused()
  }
  await expect(page.locator('.cal-day[tabindex="0"]')).toHaveCount(1)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: /^Monday,? 23 November 2026$/ })
  await expect(dialog.getByRole('link')).toHaveCount(2)
  await page.keyboard.press('Escape')
  await expect(cell(page, '2026-11-23')).toBeFocused()
  await page.keyboard.press('PageDown')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('December 2026')
  await expect(cell(page, '2026-12-23')).toBeFocused()
  await expect(page.locator('#calendar-said')).toHaveText('December 2026')
  await page.keyboard.press('t')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('November 2026')
  await expect(cell(page, '2026-11-20')).toBeFocused()
  await page.context().close()
})

test('opens the whole day where there is no room for all', async ({ browser }) => {
  const page = await open(browser, '/calendar?month=2026-11&view=month')
  await cell(page, '2026-11-18').getByText('+2 more').click()
  await expect(page.getByRole('dialog').getByRole('link')).toHaveCount(8)
  await page.context().close()
})

test('opens a day that is clicked while its script is still on its way', async ({ browser }) => {
  const page = await open(browser, 'about:blank')
  let release = () => undefined as void
  const clicked = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/_astro/mount.*.js', async (route) => {
    await clicked
    await route.continue()
  })
  await page.goto('/calendar?view=month')
  await page.locator('.cal-day[data-date="2026-11-18"]').click({ position: { x: 12, y: 10 } })
  release()
  await expect(page.getByRole('dialog').getByRole('link')).toHaveCount(8)
})

test('Back brings month and view again, also from an event', async ({ browser }) => {
  const page = await open(browser, '/calendar?month=2026-11')
  await page.getByRole('link', { name: 'Next month' }).click()
  await expect(page).toHaveURL(/month=2026-12/)
  await page.locator('[data-act="month"]:visible').click()
  await expect(page).toHaveURL(/month=2026-12&view=month|view=month.*month=2026-12/)
  await barOn(page, '2026-12-12', 'December show').click()
  await expect(page).toHaveURL(/\/events\/december-show/)
  await page.goBack()
  await expect(barOn(page, '2026-12-12', 'December show')).toBeVisible()
  await page.goBack()
  await expect(page.locator('[data-act="agenda"]:visible')).toHaveAttribute('aria-current', 'true')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('November 2026')
  await page.context().close()
})

test('takes the reader’s month where it is not that of UTC', async ({ browser }) => {
  const end = Date.UTC(2026, 10, 30, 23)
  const page = await open(browser, '/unauthorized', {
    timezoneId: 'Pacific/Apia',
    extraHTTPHeaders: { 'X-Test-Now': String(end) },
  })
  await page.clock.setFixedTime(end)
  await page.goto('/calendar')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('December 2026')
  await page.context().close()
})

test('a visitor who wants what they follow is led to login and back', async ({ browser }) => {
  const page = await open(browser, '/calendar?month=2026-11')
  await page.locator('a:visible', { hasText: 'Following' }).click()
  await expect(page).toHaveURL(/\/login\?next=%2Fcalendar%3F.*show%3Dfollowed/)
  await page.context().close()
})

test('a member sees what they hyped outlined, where two overlap, and that alone if they wish', async ({
  browser,
}) => {
  await query(
    site,
    `insert or ignore into hypes (event_id, user_id, created_at)
      select e.id, u.id, 0 from events e, users u
      where e.name like 'Hyped %' and u.username = 'admin'`,
  )
  const page = await open(browser, '/calendar?month=2026-11&view=month', { username: 'admin' })
  const bar = barOn(page, '2026-11-23', 'Hyped one')
  await expect(bar).toHaveAttribute('data-hyped', '')
  await expect(bar).toContainText('Overlaps with Hyped two')
  await expect(barOn(page, '2026-11-21', 'Night stream')).not.toHaveAttribute('data-hyped', '')
  await page.locator('[data-act="followed"]').click()
  await expect(page).toHaveURL(/show=followed/)
  await expect(page.locator('.cal-chip:visible')).toHaveCount(2)
  await expect(bar).toBeVisible()
  await page.locator('[data-act="agenda"]:visible').click()
  await expect(page.locator('.agenda .event-row:visible')).toHaveCount(2)
  await page.getByRole('link', { name: 'Next month' }).click()
  await expect(page.getByRole('heading', { name: 'Nothing for you this month yet' })).toBeVisible()
  await page.context().close()
})

test('keeps the focus and what is open in a list while a hype changes its rows', async ({
  browser,
}) => {
  const { username } = await createMember(site)
  const page = await open(browser, '/calendar?month=2026-11&view=agenda', { username })
  await page.locator('.agenda summary', { hasText: 'Earlier this month' }).click()
  const row = (name: string) =>
    page.locator('.agenda .event-row', { has: page.getByRole('link', { name, exact: true }) })
  for (const name of ['Hyped one', 'Hyped two']) {
    const button = row(name).getByRole('button', { name: /Hype/ })
    await button.focus()
    await page.keyboard.press('Enter')
    await expect(button).toHaveAttribute('aria-pressed', 'true')
    await expect(button).toBeFocused()
  }
  await expect(row('Hyped one')).toContainText('Overlaps with Hyped two')
  await expect(row('Hyped two')).toContainText('Overlaps with Hyped one')
  await expect(row('Crowd 7')).toBeVisible()
  await page.locator('[data-act="grouped"]').click()
  await expect(row('Crowd 7')).toBeVisible()
  await expect(row('Hyped two').getByRole('button', { name: /Hype/ })).toHaveAttribute(
    'aria-pressed',
    'true',
  )
  await page.context().close()
})

test('is whole without JavaScript, in UTC', async ({ browser }) => {
  const page = await open(browser, '/calendar?month=2026-11', { javaScriptEnabled: false })
  const row = page.locator('section[data-day="2026-11-20"] .event-row', { hasText: 'Night stream' })
  await expect(row.locator('time').first()).toHaveText('11:30 PM')
  await page.locator('.agenda summary', { hasText: 'Earlier this month' }).click()
  await expect(page.locator('.agenda .event-row:visible')).toHaveCount(12)
  await expect(page.locator('#calendar')).toContainText('Times in UTC')
  await page.getByRole('link', { name: 'Next month' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('December 2026')
  await page.locator('[data-act="month"]:visible').click()
  await expect(barOn(page, '2026-12-12', 'December show').locator('time')).toHaveText('6:00 PM')
  await page.goto('/calendar?month=2026-11&view=month')
  await expect(barOn(page, '2026-11-20', 'Night stream').locator('time')).toHaveText('11:30 PM')
  await page.context().close()
})

test('takes the rows of the server over at the first touch, and completes them', async ({
  browser,
}) => {
  const viewport = { width: 390, height: 844 }
  const page = await open(browser, '/calendar?month=2026-11', { viewport, hasTouch: true })
  const row = page.locator('section[data-day="2026-11-21"] .event-row', { hasText: 'Night stream' })
  await expect(row.locator('time').first()).toHaveText('00:30')
  const first = await row.elementHandle()
  await page.locator('.agenda summary', { hasText: 'Earlier this month' }).tap()
  const crowd = page.locator('.event-row', { hasText: 'Crowd 7' })
  await expect(crowd.locator('.platform')).toBeVisible()
  expect(await first!.evaluate((element) => element.isConnected)).toBe(true)
  await expect(row.locator('time').first()).toHaveText('00:30')
  await expect(page.locator('.zone-note')).toContainText('Paris time')
  await expect(row.getByRole('button', { name: /Hype/ })).toBeVisible()
  await page.context().close()
})

test('shows choice, today and bars in forced colours too', async ({ browser }) => {
  const page = await open(browser, '/calendar?month=2026-11&view=month', { forcedColors: 'active' })
  const chosen = page.locator('[data-act="all"]')
  const other = page.locator('[data-act="grouped"]')
  const fill = (element: Element) => getComputedStyle(element).backgroundColor
  expect(await chosen.evaluate(fill)).not.toBe(await other.evaluate(fill))
  const number = (day: string) => cell(page, day).locator('.cal-number')
  expect(await number('2026-11-20').evaluate(fill)).not.toBe(
    await number('2026-11-19').evaluate(fill),
  )
  await page.context().close()
})

for (const [width, path] of [
  [1280, '/calendar?month=2026-11'],
  [1280, '/calendar?month=2026-11&view=agenda'],
  [390, '/calendar?month=2026-11'],
  [390, '/calendar?month=2026-11&view=month'],
] as const) {
  test(`moves nothing while ${path} comes at ${width} px`, async ({ browser }) => {
    const page = await open(browser, '/unauthorized', {
      viewport: { width, height: 844 },
      timezoneId: 'Pacific/Apia',
    })
    await page.addInitScript(() => {
      new PerformanceObserver((list) => {
        const shifts = list.getEntries() as unknown as { value: number }[]
        const total = Number(sessionStorage.getItem('shift') ?? 0)
        sessionStorage.setItem(
          'shift',
          String(shifts.reduce((sum, { value }) => sum + value, total)),
        )
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(path, { waitUntil: 'networkidle' })
    expect(await page.evaluate(() => Number(sessionStorage.getItem('shift') ?? 0))).toBe(0)
    await page.context().close()
  })
}

for (const colorScheme of ['dark', 'light'] as const) {
  for (const width of [390, 1280]) {
    test(`has nothing that axe reports in the ${colorScheme} theme at ${width} px`, async ({
      browser,
    }) => {
      test.setTimeout(60_000)
      for (const search of ['view=month', 'view=agenda&grouping=grouped', 'show=followed']) {
        const path = `/calendar?month=2026-11&${search}`
        const page = await open(browser, path, { colorScheme, viewport: { width, height: 844 } })
        await expect(page.locator('.cal-grid:visible:not([data-settled])')).toHaveCount(0)
        expect.soft(await axeFaults(page, 'main'), path).toEqual([])
        await page.context().close()
      }
    })
  }
}

test('on a phone what is followed and the week are one tap away', async ({ browser }) => {
  const { page } = await openMember(site, browser)
  await page.setViewportSize({ width: 390, height: 844 })
  for (const name of ['Following', 'Week']) {
    await page.goto('/calendar')
    const link = page.locator('.cal-bar a:visible', { hasText: name })
    await expect(link).toBeInViewport({ ratio: 1 })
    await link.click()
    await expect(link).toHaveAttribute('aria-current', 'true')
  }
})
