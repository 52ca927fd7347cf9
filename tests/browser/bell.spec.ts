import { expect, type Browser, type Page } from '@playwright/test'
import { type CreatedEvent, createEvent } from '#tests/support/factories/events.ts'
import { insertGame } from '#tests/support/factories/directory.ts'
import { query } from '#tests/support/factories/rows.ts'
import { axeFaults } from '#tests/browser/axe.ts'
import { test, useSite } from '#tests/browser/test.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { openMemberWithConsent } from '#tests/support/drivers/profile.ts'
import { countOf, logIn, openVisitor } from '#tests/support/drivers/visitors.ts'

const site = useSite()
let event: CreatedEvent
test.beforeAll(async () => {
  event = await placeUpcoming('The Long Marathon')
})

function placeUpcoming(name: string): Promise<CreatedEvent> {
  const startAt = Date.now() + 3 * day
  return createEvent(site, { name, startAt, endAt: startAt + 5 * hour })
}

function join(browser: Browser) {
  return openMemberWithConsent(site, browser, { isVerified: true })
}

/** In the bell of the person, the newest last. */
async function place(username: string, ...levels: number[]): Promise<void> {
  for (const level of levels) {
    await query(
      site,
      `insert into deliveries (key, user_id, channel, kind, payload, status, next_at, sent_at, created_at)
        select 'level_up:' || ?1, id, 'in_app', 'level_up', json_object('level', ?1), 'sent', ?2, ?2, ?2
        from users where username = ?3`,
      level,
      Date.now() - 2 * hour,
      username,
    )
  }
}

/** Scripts and calls of a page that fill the bell. */
function watchBell(page: Page): () => string[] {
  const asked: string[] = []
  page.on('request', (one) => asked.push(new URL(one.url()).pathname))
  return () =>
    asked.filter((path) => /(mount|client|react)\..*\.js$|\/(notifications|start)$/.test(path))
}

const bellOf = (page: Page) => page.locator('[data-bell]')
const panelOf = (page: Page) => page.getByRole('dialog', { name: 'Notifications' })
const badgeOf = (page: Page) => bellOf(page).locator('[data-unread-count]')

test.describe('the bell', () => {
  test('is no visitor’s, and brings nothing to their page', async ({ browser }) => {
    const { page } = await openVisitor(site, browser)
    const brought = watchBell(page)
    await page.goto('/', { waitUntil: 'networkidle' })
    await expect(bellOf(page)).toHaveCount(1)
    await expect(bellOf(page)).toBeHidden()
    expect(brought()).toEqual([])
  })

  test('counts, lists, marks one on the way to it, and the rest at once', async ({ browser }) => {
    const { page, username } = await join(browser)
    await place(username, 2, 3, 4)
    const brought = watchBell(page)
    await page.goto('/')
    await expect(page.getByRole('button', { name: '3 unread notifications' })).toBeVisible()
    await expect(badgeOf(page)).toHaveText('3')
    const counted = ['/api/v1/users/me/start']
    expect(brought()).toEqual(counted)
    await bellOf(page).focus()
    await page.keyboard.press('Enter')
    const panel = panelOf(page)
    const titles = panel.getByRole('link', { name: /You’ve reached level/ })
    await expect(titles).toHaveText([/level 4/, /level 3/, /level 2/])
    expect(brought().some((path) => /mount/.test(path))).toBe(true)
    expect(brought().some((path) => /client|react/.test(path))).toBe(true)
    await expect(titles.first()).toContainText(/2 ?h(?:r|our)?s? ago/)
    await expect(titles.first().locator('time[data-time-format]')).toBeVisible()
    expect(await axeFaults(page, '#bell-panel')).toEqual([])
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(bellOf(page)).toBeFocused()
    await page.keyboard.press('Enter')
    await titles.nth(1).click()
    await page.waitForURL('**/achievements')
    await expect(badgeOf(page)).toHaveText('2')
    await bellOf(page).click()
    await expect(panel.locator('.bell-unread')).toHaveCount(2)
    await panel.getByRole('button', { name: 'Mark all as read' }).click()
    await expect(panel.getByText('All caught up')).toBeVisible()
    await expect(badgeOf(page)).toBeHidden()
    const unread = `select count(*) as found from deliveries d join users u on u.id = d.user_id
      where u.username = ? and channel = 'in_app' and read_at is null`
    await expect.poll(() => countOf(site, unread, username)).toBe(0)
  })

  test('leads from a notice of a rejection to the proposal, of whatever period', async ({
    browser,
  }) => {
    const { page, username } = await join(browser)
    const endAt = Date.now() - day
    const { id } = await createEvent(site, { name: 'Long over', startAt: endAt - hour, endAt })
    await query(
      site,
      `update events set status = 'rejected', rejection_code = 'duplicate', rejection_reason = 'See Friday.',
        proposer_id = (select id from users where username = ?) where id = ?`,
      username,
      id,
    )
    await query(
      site,
      `insert into deliveries (key, user_id, channel, kind, event_id, payload, status, next_at, sent_at, created_at)
        select 'decision:' || ?1, id, 'in_app', 'proposal_decision', ?1,
          json_object('decision', 'rejected', 'reason_code', 'duplicate', 'reason', 'See Friday.'),
          'sent', ?2, ?2, ?2 from users where username = ?3`,
      id,
      endAt,
      username,
    )
    await page.goto('/events')
    await bellOf(page).click()
    const reason = 'Reason: This event is already on the agenda — See Friday.'
    await expect(panelOf(page)).toContainText(reason)
    await panelOf(page)
      .getByRole('link', { name: /Long over/ })
      .click()
    await page.waitForURL(`**/profile/proposals#proposal-${id}`)
    const proposal = page.locator(`#proposal-${id}`)
    await expect(proposal).toContainText(reason)
    await expect(proposal).toBeInViewport()
  })

  test('shows older ones when asked, and no more than 9 in its badge', async ({ browser }) => {
    const { page, username } = await join(browser)
    await place(username, ...Array.from({ length: 13 }, (_, index) => index + 2))
    await page.goto('/faq')
    await expect(badgeOf(page)).toHaveText('9+')
    await bellOf(page).click()
    const items = panelOf(page).locator('.bell-item')
    await expect(items).toHaveCount(10)
    await panelOf(page).getByRole('button', { name: 'Show older' }).click()
    await expect(items).toHaveCount(13)
  })

  test('says that it is empty, or could not be loaded, and tries again', async ({ browser }) => {
    const { page } = await join(browser)
    await page.goto('/faq')
    await page.route('**/notifications?limit=10', (route) => route.abort())
    await bellOf(page).click()
    const panel = panelOf(page)
    await expect(panel.getByText('Couldn’t load your notifications')).toBeVisible()
    await page.unroute('**/notifications?limit=10')
    await panel.getByRole('button', { name: 'Try again' }).click()
    await expect(panel.getByText('No notifications yet.', { exact: false })).toBeVisible()
  })

  test('counts anew when its tab is seen again', async ({ browser }) => {
    const { page, username } = await join(browser)
    await page.clock.install()
    await page.goto('/faq')
    await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
    await page.waitForLoadState('networkidle')
    await place(username, 2)
    await page.clock.fastForward(60_000)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(badgeOf(page)).toHaveText('1')
  })

  test('fits a narrow phone', async ({ browser }) => {
    const { page, username } = await join(browser)
    await place(username, 2)
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 700 })
      await page.goto('/')
      const box = await bellOf(page).boundingBox()
      expect(box?.width).toBeGreaterThanOrEqual(44)
      await bellOf(page).click()
      await expect(panelOf(page).locator('.bell-item')).toBeVisible()
      const scrolled = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(scrolled).toBeLessThanOrEqual(width)
    }
  })
})

const hypesOf = (id: number) =>
  countOf(site, `select hype_count as found from events where id = ${id}`)
const hypeOf = (page: Page, { id }: CreatedEvent) =>
  page.locator(`main [data-hype-event="${id}"]`).first()

test.describe('a toggle', () => {
  test('of a visitor, on a card, is done once they come back from login', async ({ browser }) => {
    const member = await join(browser)
    const asked = await placeUpcoming('Asked Before Login')
    const { page } = await openVisitor(site, browser)
    await page.goto('/events')
    await hypeOf(page, asked).click()
    await page.getByRole('link', { name: 'Log in with a password' }).click()
    await logIn(page, member.username)
    await page.waitForURL(/\/events/)
    await expect(hypeOf(page, asked)).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(() => hypesOf(asked.id)).toBe(1)
  })

  test('of a visitor is done even where the list no longer shows it', async ({ browser }) => {
    const member = await join(browser)
    const game = await insertGame(site, 'A Game On The Second Page')
    const { page } = await openVisitor(site, browser)
    await page.goto('/games')
    await page.locator(`[data-follow="game-${game}"]`).first().click()
    await page.getByRole('link', { name: 'Log in with a password' }).click()
    await page.waitForURL(/\/login\?next=/)
    await page.route('**/games?*', async (route) => {
      const answer = await route.fetch()
      const text = await answer.text()
      await route.fulfill({
        response: answer,
        body: text.replaceAll(`data-follow="game-${game}"`, 'data-gone=""'),
      })
    })
    await logIn(page, member.username)
    await page.waitForURL(/\/games/)
    const follows = `select count(*) as found from game_follows where game_id = ${game}`
    await expect.poll(() => countOf(site, follows)).toBe(1)
  })

  test('that is pressed twice at once ends as the last press wishes, sent one at a time', async ({
    browser,
  }) => {
    const { page } = await join(browser)
    const twice = await placeUpcoming('Pressed Twice')
    await page.goto(`/events/${twice.slug}`)
    const sent: unknown[] = []
    page.on('request', (one) => {
      if (one.url().endsWith('toggle_hype')) sent.push(one.postDataJSON())
    })
    await hypeOf(page, twice).dblclick()
    await expect(hypeOf(page, twice)).toHaveAttribute('aria-pressed', 'false')
    await expect.poll(() => sent).toEqual([{ hyped: true }, { hyped: false }])
    await expect.poll(() => hypesOf(twice.id)).toBe(0)
    await expect(hypeOf(page, twice)).toContainText('0')
  })

  test('that fails goes back, says so, and can be tried again', async ({ browser }) => {
    const { page } = await join(browser)
    const failing = await placeUpcoming('Failing At First')
    await page.goto(`/events/${failing.slug}`)
    await page.route('**/toggle_hype', (route) => route.fulfill({ status: 500, body: '{}' }))
    await hypeOf(page, failing).click()
    await expect(page.getByText('Failed to toggle hype', { exact: true })).toBeVisible()
    await expect(hypeOf(page, failing)).toHaveAttribute('aria-pressed', 'false')
    await page.unroute('**/toggle_hype')
    await hypeOf(page, failing).click()
    await expect.poll(() => hypesOf(failing.id)).toBe(1)
    await expect(hypeOf(page, failing)).toHaveAttribute('aria-pressed', 'true')
  })

  test('shows in another tab, after Back, and on a page that comes back as it was left', async ({
    browser,
  }) => {
    const { page, context, username } = await join(browser)
    const shared = await placeUpcoming('Seen Everywhere')
    const other = await context.newPage()
    await other.goto('/events')
    await page.goto('/events')
    await page.getByRole('link', { name: 'Seen Everywhere' }).first().click()
    await page.waitForURL(`**/events/${shared.slug}`)
    await hypeOf(page, shared).click()
    await expect(hypeOf(other, shared)).toHaveAttribute('aria-pressed', 'true')
    await expect(hypeOf(other, shared).locator('[data-hype-count]')).toHaveText('1')
    await page.goBack()
    await expect(hypeOf(page, shared)).toHaveAttribute('aria-pressed', 'true')
    await expect(hypeOf(page, shared).locator('[data-hype-count]')).toHaveText('1')
    await query(
      site,
      'delete from hypes where user_id = (select id from users where username = ?)',
      username,
    )
    await other.evaluate(() => {
      localStorage.removeItem('toggled hype')
      dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
    })
    await expect(hypeOf(other, shared)).toHaveAttribute('aria-pressed', 'false')
    await expect(hypeOf(other, shared).locator('[data-hype-count]')).toHaveText('0')
  })

  test('stands beside each event of a calendar day too', async ({ browser }) => {
    const { page } = await join(browser)
    await page.setViewportSize({ width: 1280, height: 900 })
    await page.goto('/calendar?view=month')
    const start = new Date(Date.now() + 3 * day)
    if (start.getMonth() !== new Date().getMonth()) {
      const title = page.getByRole('heading', { level: 1 })
      const shown = (await title.textContent()) ?? ''
      await page.getByRole('link', { name: 'Next month' }).click()
      await expect(title).not.toHaveText(shown)
    }
    const cell = page.locator(`.cal-day[data-date="${start.toLocaleDateString('sv')}"]`)
    await cell.click({ position: { x: 12, y: 10 } })
    const hype = page.getByRole('dialog').locator(`[data-hype-event="${event.id}"]`)
    const before = await hypesOf(event.id)
    await hype.click()
    await expect(hype).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(() => hypesOf(event.id)).toBe(before + 1)
  })
})

test.describe('what a hype promises', () => {
  test('stands on the event’s page: nothing before it, then when and where, then what was sent', async ({
    browser,
  }) => {
    const { page, username } = await join(browser)
    const promised = await placeUpcoming('A Promise Kept')
    await page.goto(`/events/${promised.slug}`)
    const panel = page.locator('.planned')
    await panel.getByText('Your reminders').click()
    await expect(
      panel.getByText('Hype this event to see your reminders', { exact: false }),
    ).toBeVisible()
    await hypeOf(page, promised).click()
    const first = panel.getByRole('listitem').filter({ hasText: '24 h before' })
    await expect(first).toContainText('Scheduled')
    await expect(first).toContainText('Email')
    await expect(panel.getByText('Discord: No webhook set up.')).toBeVisible()
    await expect(panel.getByText('If it’s canceled')).toBeVisible()
    expect(await axeFaults(page, '.planned')).toEqual([])
    const start = await countOf(
      site,
      `select start_at as found from events where id = ${promised.id}`,
    )
    await query(
      site,
      `update hypes set created_at = 1 where user_id = (select id from users where username = ?)`,
      username,
    )
    await site.minute(start - 24 * hour)
    await page.goto('/profile/agenda')
    const row = page.locator('.event-row', { hasText: 'A Promise Kept' })
    await expect(row.locator('summary')).toContainText('Sent')
    await row.locator('summary').click()
    const sent = row.getByRole('listitem').filter({ hasText: '24 h before' }).last()
    await expect(sent).toContainText('Sent')
    expect(await axeFaults(page, '.week')).toEqual([])
  })

  test('of what is over is shown to those who hyped it', async ({ browser }) => {
    const { page, username } = await join(browser)
    const over = await createEvent(site, { startAt: Date.now() - day, endAt: Date.now() - hour })
    await page.goto(`/events/${over.slug}`)
    await page.waitForLoadState('networkidle')
    await expect(page.locator('.planned')).toBeHidden()
    await query(
      site,
      `insert into hypes (user_id, event_id, created_at)
        select id, ?, 1 from users where username = ?`,
      over.id,
      username,
    )
    await page.reload()
    await page.getByText('Your reminders').click()
    await expect(page.getByText('24 h before')).toBeVisible()
  })

  test('is not shown to visitors', async ({ browser }) => {
    const { page } = await openVisitor(site, browser)
    await page.goto(`/events/${event.slug}`)
    await expect(page.locator('.planned')).toBeHidden()
  })
})
