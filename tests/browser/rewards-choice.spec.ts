import { expect, type Browser, type Page } from '@playwright/test'
import { type CreatedEvent, createEvent } from '#tests/support/factories/events.ts'
import { query } from '#tests/support/factories/rows.ts'
import { axeFaults } from '#tests/browser/axe.ts'
import { test } from '#tests/browser/test.ts'
import { startDatabaseProxy, type DatabaseProxy } from '#tests/support/fakes/database-proxy.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import {
  expectToast,
  openMemberWithConsent,
  section,
  visitProfile,
} from '#tests/support/drivers/profile.ts'
import { startTestSite, type TestSite } from '#tests/support/drivers/site.ts'
import { holdScripts } from '#tests/support/drivers/held-scripts.ts'
import { logIn, openVisitor } from '#tests/support/drivers/visitors.ts'

let proxy: DatabaseProxy
let site: TestSite
let event: CreatedEvent
test.beforeAll(async () => {
  proxy = await startDatabaseProxy()
  site = await startTestSite({ vars: { DATABASE_URL: proxy.url } })
  proxy.target = site.environment.libsql?.url ?? ''
  const startAt = Date.now() + 3 * day
  event = await createEvent(site, { name: 'The Choice', startAt, endAt: startAt + hour })
  await query(
    site,
    `insert into articles (slug, title, markdown, status, author_name, created_at, updated_at,
        published_at) values ('a-long-read', 'A long read', ?, 'published', 'Hypecal', 1, 1, 1)`,
    'A paragraph of some length.\n\n'.repeat(100),
  )
})
test.afterAll(async () => {
  await site.close()
  await proxy.close()
})
test.afterEach(() => {
  proxy.failing = 0
})

function newMember(browser: Browser) {
  return openMemberWithConsent(site, browser, { xp: 98 })
}

const rewardsSwitch = (page: Page) =>
  section(page, 'Rewards').getByRole('switch', { name: /^Levels, XP and achievements/ })
const boardSwitch = (page: Page) =>
  section(page, 'Rewards').getByRole('switch', { name: /^Show me on the leaderboard/ })
const linkToRewards = (page: Page) => page.locator('.tab-bar a[href="/achievements"]')
const hypeButton = (page: Page) =>
  page.locator(`[data-hype-event="${event.id}"]`).filter({ visible: true }).first()
const ownRow = (page: Page) => page.locator('.leaderboard-me')
const rewardsOff = (page: Page) => page.getByRole('heading', { name: 'Rewards are turned off' })
const ownLevel = (page: Page) => page.locator('.rewards-level')
const storedChoice = (page: Page) => page.evaluate(() => localStorage.getItem('rewards'))

function switchOffElsewhere(username: string): Promise<unknown> {
  return query(site, 'update users set is_gamified = 0 where username = ?', username)
}

/** Each load of the page, the reloads included. */
function recordLoads(page: Page): string[] {
  const loads: string[] = []
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname)
  })
  return loads
}

/** How wide the page is beyond the window. */
const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

test('a member leaves the leaderboard, is led to the setting, and comes back', async ({
  browser,
}) => {
  const { page, username } = await newMember(browser)
  await page.goto('/achievements')
  await expect(ownRow(page)).toContainText(username)
  await visitProfile(page)
  await boardSwitch(page).click()
  await expectToast(page, 'Your settings have been updated')
  await expect(boardSwitch(page)).not.toBeChecked()
  await page.goto('/achievements')
  await expect(page.getByText('You chose not to appear here.')).toBeVisible()
  await expect(ownRow(page)).toHaveCount(0)
  await page.getByRole('link', { name: 'Change this setting' }).click()
  await expect(page).toHaveURL(`${site.url}/profile#rewards`)
  await expect(page.locator('astro-island[ssr]')).toHaveCount(0)
  await boardSwitch(page).click()
  await expect(boardSwitch(page)).toBeChecked()
  await page.goto('/achievements')
  await expect(ownRow(page)).toContainText(username)
})

test('rewards are switched off in every tab at once, before the first paint, and on again', async ({
  browser,
}) => {
  const { page, context } = await newMember(browser)
  const other = await context.newPage()
  for (const tab of [page, other]) await tab.setViewportSize({ width: 390, height: 800 })
  await other.goto(`/events/${event.slug}`, { waitUntil: 'networkidle' })
  await visitProfile(page)
  await expect(page.locator('.profile-level')).toBeVisible()
  await expect(linkToRewards(other)).toBeVisible()

  await rewardsSwitch(page).click()
  await expect(linkToRewards(other)).toBeHidden()
  await expect(linkToRewards(page)).toBeHidden()
  await expect(page.locator('.profile-level')).toHaveCount(0)
  await expect(page.getByText('Levels you reach')).toHaveCount(0)
  await expect(boardSwitch(page)).toBeDisabled()

  // Level 2 and an achievement, unsaid.
  const answer = other.waitForResponse(/toggle_hype$/)
  await hypeButton(other).click()
  expect(await (await answer).json()).toMatchObject({
    gamification_info: { gamification: { level_up: false, current_level: 2 } },
  })
  const letIn = await holdScripts(other)
  await other.goto('/achievements', { waitUntil: 'commit' })
  await expect(linkToRewards(other)).toBeHidden()
  await expect(rewardsOff(other)).toBeVisible()
  letIn()

  await other.getByRole('button', { name: 'Turn on rewards' }).click()
  await expect(other.getByRole('heading', { name: 'Level 2' })).toBeVisible()
  await expect(linkToRewards(other)).toBeVisible()
  await expect(linkToRewards(page)).toBeVisible()
  await expect(rewardsSwitch(page)).toBeChecked()
  await expect(page.locator('.profile-level')).toBeVisible()
  await other.waitForLoadState('networkidle')
  for (const tab of [page, other]) await expect(tab.locator('.reward')).toHaveCount(0)
})

test('the page of rewards follows each switch in another tab', async ({ browser }) => {
  const { page, context } = await newMember(browser)
  const other = await context.newPage()
  await other.goto('/achievements', { waitUntil: 'networkidle' })
  await visitProfile(page)
  await rewardsSwitch(page).click()
  await expect(rewardsOff(other)).toBeVisible()
  await expect(rewardsSwitch(page)).toBeEnabled()
  await rewardsSwitch(page).click()
  await expect(ownLevel(other)).toBeVisible()
  await expect(rewardsSwitch(page)).toBeEnabled()
  await rewardsSwitch(page).click()
  await expect(rewardsOff(other)).toBeVisible()
  // Switched on by the page itself, it still follows the same switch as before.
  await other.getByRole('button', { name: 'Turn on rewards' }).click()
  await expect(ownLevel(other)).toBeVisible()
  await expect(rewardsSwitch(page)).toBeChecked()
  await rewardsSwitch(page).click()
  await expect(rewardsOff(other)).toBeVisible()
})

for (const isOn of [true, false]) {
  const choice = isOn ? 'on' : 'off'
  test(`the page of rewards follows a switch ${choice} made while it was loading`, async ({
    browser,
  }) => {
    const { page, context, username } = await newMember(browser)
    if (isOn) await switchOffElsewhere(username)
    const [before, after] = isOn ? [rewardsOff, ownLevel] : [ownLevel, rewardsOff]
    await visitProfile(page)
    const other = await context.newPage()
    const letIn = await holdScripts(other)
    await other.goto('/achievements', { waitUntil: 'commit' })
    await expect(before(other)).toBeVisible()
    await rewardsSwitch(page).click()
    await expectToast(page, 'Your settings have been updated')
    letIn()
    await expect(after(other)).toBeVisible()
  })
}

test('the page of rewards follows a switch on another device while it was loading', async ({
  browser,
}) => {
  const { page, username } = await newMember(browser)
  const loads = recordLoads(page)
  const letIn = await holdScripts(page)
  await page.goto('/achievements', { waitUntil: 'commit' })
  await expect(ownLevel(page)).toBeVisible()
  await switchOffElsewhere(username)
  letIn()
  await expect(rewardsOff(page)).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(loads).toEqual(['/achievements', '/achievements'])
})

test('the page of rewards stays where the achievements cannot be read', async ({ browser }) => {
  const { page, username } = await newMember(browser)
  await switchOffElsewhere(username)
  const loads = recordLoads(page)
  // The last statement of the achievements; what the page starts with is read again.
  proxy.failing = 4
  await page.route('**/users/me/start', (route) => {
    proxy.failing = 0
    return route.continue()
  })
  await page.goto('/achievements')
  await page.waitForFunction(() => localStorage.getItem('rewards') === 'off')
  await page.waitForLoadState('networkidle')
  await expect(page.getByText('Failed to fetch achievements')).toBeVisible()
  expect(loads).toEqual(['/achievements'])
})

test('the page of rewards reloads once where the server goes on answering otherwise', async ({
  browser,
}) => {
  const { page } = await newMember(browser)
  await page.route('**/users/me/start', async (route) => {
    const response = await route.fetch()
    const { settings, ...start } = await response.json()
    await route.fulfill({
      response,
      json: { ...start, settings: { ...settings, is_gamified: false } },
    })
  })
  const loads = recordLoads(page)
  await page.goto('/achievements')
  await expect.poll(() => loads).toHaveLength(2)
  await page.waitForLoadState('networkidle')
  await expect(ownLevel(page)).toBeVisible()
  expect(loads).toHaveLength(2)
})

test('a login elsewhere brings the choice along, and whoever leaves takes it away', async ({
  browser,
}) => {
  const { username } = await newMember(browser)
  await switchOffElsewhere(username)
  const { page } = await openVisitor(site, browser)
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto('/login')
  await logIn(page, username)
  await page.waitForURL(`${site.url}/`)
  const letIn = await holdScripts(page)
  await page.goto('/events', { waitUntil: 'commit' })
  await expect(page.locator('.tab-bar a[href="/profile/agenda"]')).toBeVisible()
  await expect(linkToRewards(page)).toBeHidden()
  letIn()
  await page.waitForLoadState('networkidle')
  expect(await storedChoice(page)).toBe('off')
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.locator('#account-menu [data-logout]').click()
  await expect(page.locator('html[data-signed-in]')).toHaveCount(0)
  await page.waitForURL(`${site.url}/`)
  expect(await storedChoice(page)).toBeNull()
})

for (const path of ['/achievements', '/profile']) {
  test(`whoever leaves from ${path} with rewards off comes to the start`, async ({ browser }) => {
    const { page, username } = await newMember(browser)
    await switchOffElsewhere(username)
    await page.goto(path, { waitUntil: 'networkidle' })
    const visited: string[] = []
    page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))
    const faults: string[] = []
    page.on('console', (entry) => void (entry.type() === 'error' && faults.push(entry.text())))
    // The script that stops pushes to this device takes its time.
    let delayed = 0
    await page.route('**/_astro/push-session*.js', async (route) => {
      delayed++
      await new Promise((resolve) => setTimeout(resolve, 1000))
      await route.continue()
    })
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.locator('#account-menu [data-logout]').click()
    await page.waitForURL(`${site.url}/`)
    expect([visited, faults, delayed]).toEqual([['/'], [], 1])
  })
}

test('a refused switch says so and stays as it was', async ({ browser }) => {
  const { page } = await newMember(browser)
  await visitProfile(page)
  await page.route('**/users/me/settings', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.continue(),
  )
  await rewardsSwitch(page).click()
  await expectToast(page, 'Couldn’t update your settings')
  await expect(rewardsSwitch(page)).toBeChecked()
  await expect(linkToRewards(page)).not.toHaveCSS('display', 'none')
})

test('a suspension is said to those who have rewards on, and to nobody else', async ({
  browser,
}) => {
  const { page, username } = await newMember(browser)
  await query(site, 'update users set gamification_suspended_at = 1 where username = ?', username)
  await page.goto(`/events/${event.slug}`, { waitUntil: 'networkidle' })
  await hypeButton(page).click()
  await expectToast(page, 'Your XP and achievements are suspended.')
  await switchOffElsewhere(username)
  await page.goto(`/events/${event.slug}`, { waitUntil: 'networkidle' })
  const answer = page.waitForResponse(/toggle_hype$/)
  await hypeButton(page).click()
  expect(await (await answer).json()).toMatchObject({
    gamification_info: { gamification: { success: false } },
  })
  await expectToast(page, 'Undo')
  await expect(page.locator('.toast', { hasText: 'suspended' })).toHaveCount(0)
})

function readings(username: string): Promise<{ points: number }[]> {
  return query(
    site,
    `select points from xp_entries where action = 'article_read'
      and user_id = (select id from users where username = ?)`,
    username,
  )
}

test('an article counts as read at its end, and not before its time', async ({ browser }) => {
  const { page, username } = await newMember(browser)
  await page.clock.install()
  // The server's clock goes with the page's.
  const openedAt = Date.now()
  let elapsed = 0
  await page.route('**/articles/a-long-read/reading', (route, request) =>
    route.continue({
      headers: { ...request.headers(), 'x-test-now': String(openedAt + elapsed) },
    }),
  )
  const opened = page.waitForResponse((one) => one.url().endsWith('/reading'))
  await page.goto('/articles/a-long-read', { waitUntil: 'networkidle' })
  const { least_seconds } = (await (await opened).json()) as { least_seconds: number }
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/reading')) sent.push(request.method())
  })
  const scrollPage = (top: number) => page.evaluate((y) => scrollTo(0, y), top)
  await scrollPage(100_000)
  await expect(page.locator('[data-article-end]')).toBeInViewport()
  await scrollPage(0)
  await expect(page.locator('[data-article-end]')).not.toBeInViewport()
  elapsed = least_seconds * 1000
  await page.clock.fastForward(elapsed)
  expect([sent, await readings(username)]).toEqual([[], []])
  await scrollPage(100_000)
  await expect.poll(() => readings(username)).toEqual([{ points: 2 }])
  expect(sent).toEqual(['PUT'])
})

test('a guest’s reading is nobody’s business', async ({ browser }) => {
  const { page } = await openVisitor(site, browser)
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.goto('/articles/a-long-read', { waitUntil: 'networkidle' })
  await page.evaluate(() => scrollTo(0, 100_000))
  await page.waitForLoadState('networkidle')
  expect(asked.filter((url) => url.includes('/reading'))).toEqual([])
})

for (const theme of ['dark', 'light'] as const) {
  for (const width of [390, 1280]) {
    test(`has no axe fault, ${theme} at ${width} px`, async ({ browser }) => {
      const { page, username } = await newMember(browser)
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme: theme })
      await query(site, 'update users set is_on_leaderboard = 0 where username = ?', username)
      await page.goto('/achievements', { waitUntil: 'networkidle' })
      expect(await axeFaults(page, '.leaderboard')).toEqual([])
      await switchOffElsewhere(username)
      await page.goto('/achievements', { waitUntil: 'networkidle' })
      expect(await axeFaults(page)).toEqual([])
      await visitProfile(page)
      expect(await axeFaults(page, '#rewards')).toEqual([])
    })
  }
}

for (const locale of ['', '/es', '/fr']) {
  test(`fits 320 px under ${locale || '/'}`, async ({ browser }) => {
    const { page, username } = await newMember(browser)
    await page.setViewportSize({ width: 320, height: 700 })
    await query(site, 'update users set is_on_leaderboard = 0 where username = ?', username)
    // Its own look at the settings is over before they change.
    await page.goto(`${locale}/achievements`, { waitUntil: 'networkidle' })
    expect(await overflow(page)).toBe(0)
    await switchOffElsewhere(username)
    for (const path of ['achievements', 'profile', 'articles/a-long-read']) {
      await page.goto(`${locale}/${path}`)
      expect([path, await overflow(page)]).toEqual([path, 0])
    }
  })
}
