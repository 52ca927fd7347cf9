import { expect, type Browser, type Page } from '@playwright/test'
import { type CreatedEvent, createEvent } from '#tests/support/factories/events.ts'
import { insertStreamer } from '#tests/support/factories/directory.ts'
import { query } from '#tests/support/factories/rows.ts'
import { axeFaults } from '#tests/browser/axe.ts'
import { test, useSite } from '#tests/browser/test.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import {
  expectToast,
  openMemberWithConsent,
  section,
  visitProfile,
} from '#tests/support/drivers/profile.ts'
import { watchRewards } from '#tests/support/drivers/rewards.ts'
import { openVisitor, signIn } from '#tests/support/drivers/visitors.ts'

const site = useSite()
let event: CreatedEvent
test.beforeAll(async () => {
  const startAt = Date.now() + 3 * day
  event = await createEvent(site, { name: 'The Reward', startAt, endAt: startAt + hour })
})

/** Points, as of an approval somewhere else. */
function grant(username: string, upTo: number): Promise<unknown> {
  return query(
    site,
    `insert into xp_entries (user_id, action, subject, points, at)
      select id, 'granted', 'test ' || ?1, ?1 - total_xp, 0 from users where username = ?2`,
    upTo,
    username,
  )
}

/** On the page of the event, one hype before level 2. */
async function comeClose(browser: Browser) {
  const person = await openMemberWithConsent(site, browser)
  const shown = await watchRewards(person.context)
  await person.page.goto(`/events/${event.slug}`, { waitUntil: 'networkidle' })
  await grant(person.username, 98)
  return { ...person, shown }
}

const hypeOf = (page: Page) =>
  page.locator(`[data-hype-event="${event.id}"]`).filter({ visible: true }).first()
const cardsOf = (page: Page) => page.locator('.toasts[role="status"] .reward')
const cardOf = (page: Page, title: string) => cardsOf(page).filter({ hasText: title })
const titles = ['You’ve reached level 2', 'First spark', 'Warming up']

function countOfClicks(name: string): Promise<number> {
  const counted = `select coalesce(sum(count), 0) as count from client_event_counts where key like ?`
  return query<{ count: number }>(site, counted, `%${name}%`).then(([row]) => row?.count ?? 0)
}

/** Motionless, as a person wishes whose tests these are, and for as long as a test looks at it. */
async function hold(page: Page): Promise<void> {
  await page.locator('.reward-fold').click()
  await cardOf(page, 'First spark').hover()
}

test('a level and achievements are shown once, whatever the tabs and browsers', async ({
  browser,
}) => {
  const { page, context, username, shown } = await comeClose(browser)
  const other = await context.newPage()
  await other.goto('/events', { waitUntil: 'networkidle' })
  await hypeOf(page).click()
  await expect.poll(() => shown.toSorted()).toEqual(expect.arrayContaining(titles.toSorted()))
  await page.reload({ waitUntil: 'networkidle' })
  await other.reload({ waitUntil: 'networkidle' })
  const { context: second, page: elsewhere } = await openVisitor(site, browser)
  const shownElsewhere = await watchRewards(second)
  await signIn(site, second, username)
  await elsewhere.goto('/', { waitUntil: 'networkidle' })
  for (const title of titles) {
    expect([...shown, ...shownElsewhere].filter((one) => one === title)).toHaveLength(1)
  }
})

test('each goes by itself, and is counted when it is closed or followed', async ({ browser }) => {
  const { page } = await comeClose(browser)
  await hypeOf(page).click()
  await hold(page)
  await expect(cardOf(page, 'First spark')).toContainText('Achievement unlocked')
  await expect(cardOf(page, 'First spark')).toContainText('Bronze')
  const loaded = cardOf(page, 'First spark').locator('img')
  await expect.poll(() => loaded.evaluate((one: HTMLImageElement) => one.naturalWidth)).not.toBe(0)
  expect(await axeFaults(page, '.toasts')).toEqual([])
  const level = cardOf(page, 'level 2')
  await level.getByRole('button', { name: 'Close' }).click()
  await expect(level).toHaveCount(0)
  expect(await countOfClicks('achievement-notification')).toBe(0)
  await cardOf(page, 'Warming up').getByRole('button', { name: 'Close' }).click()
  await expect(cardOf(page, 'Warming up')).toHaveCount(0)
  await expect.poll(() => countOfClicks('achievement-notification-close')).toBe(1)
  await cardOf(page, 'First spark').click()
  await page.waitForURL(`${site.url}/achievements`)
  await expect.poll(() => countOfClicks('achievement-notification-click')).toBe(1)
})

test('the keyboard closes them and comes back to where it was', async ({ browser }) => {
  const { page } = await comeClose(browser)
  await hypeOf(page).focus()
  await page.keyboard.press('Enter')
  const closes = page.locator('.reward').getByRole('button', { name: 'Close' })
  const fold = page.getByRole('button', { name: '2 achievements unlocked' })
  await expect(fold).toHaveAttribute('aria-expanded', 'false')
  await expect(closes).toHaveCount(1)
  await fold.focus()
  await page.keyboard.press('Enter')
  await expect(closes).toHaveCount(3)
  await closes.first().focus()
  await page.keyboard.press('Enter')
  await expect(closes).toHaveCount(2)
  await expect(closes.first()).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(closes).toHaveCount(0)
  await expect(hypeOf(page)).toBeFocused()
})

test('they wait under the pointer and go after five seconds', async ({ browser }) => {
  const { page } = await comeClose(browser)
  await page.clock.install()
  await hypeOf(page).click()
  await expect(page.locator('.reward-fold')).toBeVisible()
  // However long the pointer takes to be there, no time goes by for the card.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 100))
  await hold(page)
  await page.clock.runFor(20_000)
  await expect(cardsOf(page)).toHaveCount(2)
  await page.mouse.move(5, 5)
  await page.clock.runFor(5000)
  await expect(cardsOf(page)).toHaveCount(0)
})

test('one that the pointer closes does not hold the others', async ({ browser }) => {
  const { page } = await comeClose(browser)
  await page.clock.install()
  await hypeOf(page).click()
  await expect(page.locator('.reward-fold')).toBeVisible()
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 100))
  await hold(page)
  await page.clock.runFor(20_000)
  await expect(cardsOf(page)).toHaveCount(2)
  await cardOf(page, 'Warming up').getByRole('button', { name: 'Close' }).click()
  await expect(cardsOf(page)).toHaveCount(1)
  await page.mouse.move(5, 5)
  await page.clock.runFor(6000)
  await expect(cardsOf(page)).toHaveCount(0)
})

test('nothing moves for who asked for that, and a ring for the others', async ({ browser }) => {
  for (const reducedMotion of ['reduce', 'no-preference'] as const) {
    const { page } = await comeClose(browser)
    await page.emulateMedia({ reducedMotion })
    await hypeOf(page).click()
    const level = cardOf(page, 'level 2')
    await expect(level).toHaveAttribute('data-animating')
    const rings = await level.evaluate(
      (card) =>
        card.getAnimations({ subtree: true }).filter((one) => 'animationName' in one).length,
    )
    expect(rings).toBe(reducedMotion === 'reduce' ? 0 : 1)
    await expect(level).not.toHaveAttribute('data-animating')
  }
})

test('they fit a narrow phone, above its tabs, and stand in an open dialog', async ({
  browser,
}) => {
  const { page } = await comeClose(browser)
  await page.setViewportSize({ width: 320, height: 640 })
  await hypeOf(page).click()
  await expect(cardsOf(page)).toHaveCount(3)
  await page.locator('.reward-fold').click()
  const tabs = (await page.locator('.tab-bar').boundingBox())!
  for (const card of await cardsOf(page).all()) {
    const box = (await card.boundingBox())!
    expect(box.x).toBeGreaterThanOrEqual(0)
    expect(box.x + box.width).toBeLessThanOrEqual(320)
    expect(box.y + box.height).toBeLessThanOrEqual(tabs.y)
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await page.evaluate(() => {
    const dialog = document.body.appendChild(document.createElement('dialog'))
    dialog.showModal()
  })
  await expect(page.locator('dialog:modal .reward')).toHaveCount(3)
})

test('a level that came from elsewhere is found by the next page, or with the bell', async ({
  browser,
}) => {
  const { page, username } = await openMemberWithConsent(site, browser)
  await page.clock.install()
  await page.goto('/faq', { waitUntil: 'networkidle' })
  await grant(username, 150)
  await page.goto('/faq')
  await expect(cardOf(page, 'level 2')).toBeVisible()
  await page.waitForLoadState('networkidle')
  await grant(username, 400)
  await query(
    site,
    `insert into deliveries (key, user_id, channel, kind, payload, status, next_at, sent_at, created_at)
      select 'level_up:3', id, 'in_app', 'level_up', '{"level":3}', 'sent', 1, 1, 1
      from users where username = ?`,
    username,
  )
  await page.clock.fastForward(60_000)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(cardOf(page, 'level 3')).toBeVisible()
})

test('following unlocks too, and what failed is said instead', async ({ browser }) => {
  const streamer = await insertStreamer(site, 'Rewarding')
  const { page, username } = await openMemberWithConsent(site, browser)
  await page.goto(`/streamers/${streamer}`)
  await page.locator(`[data-follow="streamer-${streamer}"]`).first().click()
  await expect(cardOf(page, 'First encounter')).toBeVisible()
  await query(site, 'update users set gamification_suspended_at = 1 where username = ?', username)
  await page.goto(`/events/${event.slug}`)
  await hypeOf(page).click()
  await expectToast(page, 'Your XP and achievements are suspended.')
  await expect(page.locator('.toast-error')).toHaveCount(1)
})

test('the last part of a profile brings its achievement, and a level, where it is saved', async ({
  browser,
}) => {
  const { page, username } = await openMemberWithConsent(site, browser)
  await query(
    site,
    `update users set avatar_path = 'avatars/none.webp', is_time_zone_chosen = 1,
      is_language_chosen = 0 where username = ?`,
    username,
  )
  await visitProfile(page)
  await page.waitForLoadState('networkidle')
  await grant(username, 98)
  const form = section(page, 'Settings')
  await form.getByLabel('Date format').selectOption('ymd')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.locator('.reward-fold').click()
  await expect(cardOf(page, 'The full picture')).toBeVisible()
  await expect(cardOf(page, 'You’ve reached level 2')).toBeVisible()
})

test('a guest asks for nothing of it, and a member at most once a page', async ({ browser }) => {
  const visitor = await openVisitor(site, browser)
  const { page } = await openMemberWithConsent(site, browser)
  for (const [one, calls] of [
    [visitor.page, []],
    [page, ['/users/me/start']],
  ] as const) {
    const asked: string[] = []
    one.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await one.goto('/faq', { waitUntil: 'networkidle' })
    const ofRewards = asked.filter((path) => /achievements|me\/start/.test(path))
    expect(ofRewards.map((path) => path.replace('/api/v1', '')).sort()).toEqual(calls)
  }
})
