import { expect, type BrowserContext, type Locator } from '@playwright/test'
import { test, useSite } from '#tests/browser/test.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { insertStreamer } from '#tests/support/factories/directory.ts'
import { query } from '#tests/support/factories/rows.ts'
import { day } from '#tests/support/drivers/durations.ts'
import {
  countOf,
  endSessions,
  openMember,
  logIn,
  membersNamed,
  setSessionCookies,
  waitForHydration,
} from '#tests/support/drivers/visitors.ts'

const site = useSite()

async function placeUpcoming(name: string): Promise<number> {
  const startAt = Date.now() + 2 * day
  const { id } = await createEvent(site, { name, startAt, endAt: startAt + day / 4 })
  return id
}

test.describe('a session', () => {
  test('of two tabs is renewed once for both', async ({ browser }) => {
    const member = await openMember(site, browser)
    const { context, page } = member
    const stale = 'ey.stale.token'
    await setSessionCookies(site, context, { ...member, token: stale })
    const refreshes: string[] = []
    context.on('request', (one) => {
      if (one.url().includes('refresh_access_token')) refreshes.push(one.url())
    })
    const second = await context.newPage()
    await Promise.all([page.goto('/events'), second.goto('/games')])
    for (const tab of [page, second]) {
      await tab.getByRole('button', { name: 'Your account' }).click()
      await expect(tab.getByRole('button', { name: 'Log out' })).toBeVisible()
    }
    await expect
      .poll(
        async () => (await context.cookies()).find(({ name }) => name === 'access_token')?.value,
      )
      .not.toBe(stale)
    expect(refreshes).toHaveLength(1)
  })

  test('that was left in one tab is left in the other, and leaves nothing typed behind', async ({
    browser,
  }) => {
    const { context, page } = await openMember(site, browser)
    const event = await placeUpcoming('Two Tabs Marathon')
    const second = await context.newPage()
    // Requests left open as the session ends would lead the page to login by themselves.
    const waitUntil = 'networkidle'
    await Promise.all([page, second].map((tab) => tab.goto('/events', { waitUntil })))
    const kept = ['proposal_draft', 'recent_searches', 'language_offer']
    await page.evaluate((keys) => keys.forEach((key) => localStorage.setItem(key, '[]')), kept)
    await page.getByRole('button', { name: 'Your account' }).click()
    await page.getByRole('button', { name: 'Log out' }).click()
    await page.waitForURL(`${site.url}/`)
    const left = await page.evaluate((keys) => keys.filter((key) => localStorage[key]), kept)
    expect(left).toEqual(['language_offer'])
    await second.locator(`main [data-hype-event="${event}"]`).first().click()
    await expect(second.getByRole('dialog', { name: /^Get reminders for Two Tabs/ })).toBeVisible()
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('refresh_token')
  })

  test('whose refresh is refused leaves no cookie, setting or progress, here or on the server', async ({
    browser,
  }) => {
    const { context, page, username } = await openMember(site, browser)
    const chooseZone = `update users set timezone_name = 'Asia/Tokyo', is_time_zone_chosen = 1 where username = ?`
    await query(site, chooseZone, username)
    const asked = callsOf(context)
    await page.goto('/events')
    await expect.poll(() => own.filter((call) => asked.includes(call))).toEqual(own)
    await expect.poll(() => page.evaluate(() => localStorage.timezone)).toBe('Asia/Tokyo')
    await context.addCookies(
      Object.entries(broken).map(([name, value]) => ({
        name,
        value,
        url: site.url,
        httpOnly: name !== 'access_token',
      })),
    )
    await page.goto('/games')
    await expect(page).toHaveURL(`${site.url}/login?next=%2Fgames`)
    expect((await context.cookies()).map(({ name }) => name)).toEqual([])
    expect(await page.evaluate(() => localStorage.timezone)).toBeUndefined()
    // The login page, which opens by itself, asks for a passkey.
    const ofSession = asked.filter((call) => call !== 'POST auth/passkey/challenge')
    expect(ofSession.slice(-2)).toEqual(['POST auth/refresh_access_token', 'POST auth/logout'])
    await logIn(page, username)
    await page.waitForURL(`${site.url}/games`)
  })

  test('whose access token vanished asks for nothing, shows a guest, and comes back by way of login', async ({
    browser,
  }) => {
    const { context, page } = await openMember(site, browser)
    const event = await placeUpcoming('Vanishing Act')
    await page.goto('/events', { waitUntil: 'networkidle' })
    await context.clearCookies({ name: 'access_token' })
    const asked = callsOf(context)
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(page.locator('header').getByRole('link', { name: 'Log in' })).toBeVisible()
    await page.goto('/streamers', { waitUntil: 'networkidle' })
    expect(asked).toEqual([])
    await page.goto('/events')
    const hype = page.locator(`main [data-hype-event="${event}"]`).first()
    // Login finds that the session itself stands, and leads back with the act done.
    await hype.click()
    await page.getByRole('link', { name: 'Log in with a password' }).click()
    await expect(page).toHaveURL(`${site.url}/events`)
    await expect(hype).toHaveAttribute('aria-pressed', 'true')
  })

  test('that ends in the middle of a form loses nothing that was typed', async ({ browser }) => {
    const { page, username } = await openMember(site, browser)
    const speakFrench = `update users set interface_language = 'fr' where username = ?`
    await page.goto('/profile', { waitUntil: 'networkidle' })
    await waitForHydration(page, 'Change username')
    await page.getByLabel('Username', { exact: true }).fill(`${username}-2`)
    await endSessions(site, username)
    await query(site, speakFrench, username)
    await page.getByRole('button', { name: 'Change username' }).click()
    await expect(page).toHaveURL(/\/login\?next=%2Fprofile$/)
    await logIn(page, username)
    await page.waitForURL(`${site.url}/fr/profile`)
    const field = page.getByLabel('Pseudo', { exact: true })
    await expect(field).toHaveValue(`${username}-2`)
    await expect(page.getByText('Votre brouillon a été restauré.')).toBeVisible()
    await field.press('Enter')
    await expect.poll(() => membersNamed(site, `${username}-2`)).toBe(1)
  })

  test('that ends while proposing and while editing comes back to what was typed', async ({
    browser,
  }) => {
    test.slow()
    const { page, username } = await openMember(site, browser)
    await page.goto('/')
    await page.getByRole('button', { name: 'Propose an event' }).first().click()
    const wizard = page.getByRole('dialog')
    await fillWizard(wizard, 'The Interrupted Gala')
    await endSessions(site, username)
    await wizard.getByRole('button', { name: 'Submit proposal' }).click()
    await expect(page).toHaveURL(/\/login\?next=/)
    await logIn(page, username)
    await page.waitForURL(`${site.url}/`)
    await sendWizard(wizard, 'Submit proposal')
    await expect.poll(() => proposals('The Interrupted Gala')).toBe(1)

    await page.goto('/profile/proposals')
    await waitForHydration(page, 'Edit')
    await page.getByRole('button', { name: 'Edit' }).first().click()
    await wizard.getByText('Details').click()
    await wizard.getByLabel('Event name').fill('The Resumed Gala')
    await endSessions(site, username)
    const save = wizard.getByRole('button', { name: 'Save changes' })
    await save.click()
    await expect(page).toHaveURL(/\/login\?next=/)
    await logIn(page, username)
    await page.waitForURL(/\/profile/)
    await expect(wizard.getByText('The Resumed Gala')).toBeVisible()
    await save.click()
    await expect.poll(() => proposals('The Resumed Gala')).toBe(1)
    expect(await proposals('The Interrupted Gala')).toBe(0)
  })

  test('that ends in the middle of a hype or a follow comes back with it done', async ({
    browser,
  }) => {
    const { page, username } = await openMember(site, browser)
    const event = await placeUpcoming('Hype Me Twice')
    const streamer = await insertStreamer(site, 'Followed In The End')
    // Requests of an opening page would find the session ended too, and lead to login.
    const quiet = { waitUntil: 'networkidle' } as const
    await page.goto('/events', quiet)
    const hype = page.locator(`main [data-hype-event="${event}"]`).first()
    await expect(hype).toBeVisible()
    await endSessions(site, username)
    await hype.click()
    await expect(page).toHaveURL(/\/login\?next=/)
    await logIn(page, username)
    await page.waitForURL(`${site.url}/events`)
    await expect.poll(() => hypesOf(username)).toBe(1)
    await expect(hype).toHaveAttribute('aria-pressed', 'true')

    await page.goto(`/streamers/${streamer}`, quiet)
    const follow = page.locator(`main [data-follow="streamer-${streamer}"]`).first()
    await endSessions(site, username)
    await follow.click()
    await expect(page).toHaveURL(/\/login\?next=/)
    await logIn(page, username)
    await page.waitForURL(`${site.url}/streamers/${streamer}`)
    await expect(follow).toHaveAttribute('aria-pressed', 'true')

    await page.goto('/events', quiet)
    await expect(hype).toHaveAttribute('aria-pressed', 'true')
    await endSessions(site, username)
    await hype.click()
    await expect(page).toHaveURL(/\/login\?next=/)
    await logIn(page, username)
    await page.waitForURL(`${site.url}/events`)
    await expect.poll(() => hypesOf(username)).toBe(0)
  })
})

/** The call that every page makes for a signed-in person, among other things. */
const own = ['GET users/me/start']
const broken = {
  access_token: 'bad.bad.bad',
  refresh_token: 'bogus',
  twitch_access_token: 'zz',
  twitch_refresh_token: 'zz',
}

function callsOf(context: BrowserContext): string[] {
  const calls: string[] = []
  context.on('request', (request) => {
    const path = request.url().split('/api/v1/')[1]
    if (path) calls.push(`${request.method()} ${path}`)
  })
  return calls
}

function proposals(name: string): Promise<number> {
  return countOf(site, 'select count(*) as found from events where name = ?', name)
}

function hypesOf(username: string): Promise<number> {
  return countOf(
    site,
    `select count(*) as found from hypes where user_id = (select id from users where username = ?)`,
    username,
  )
}

function localDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10)
}

/** Every step but the last word. */
async function fillWizard(wizard: Locator, name: string): Promise<void> {
  const next = () => wizard.getByRole('button', { name: 'Next' }).click()
  await wizard.getByLabel('Link to the channel').fill('https://www.twitch.tv/demo_gala')
  await expect(wizard.getByText('Found: demo_gala on Twitch.')).toBeVisible()
  await next()
  await wizard.getByLabel('Event name').fill(name)
  await wizard.getByLabel('Description').fill('Twelve hours of music for a good cause.')
  await wizard.getByLabel('Language of the stream').selectOption('en')
  await wizard.getByLabel('Category').selectOption('music')
  await next()
  const date = localDay(Date.now() + 5 * day)
  await wizard.getByLabel('Start date').fill(date)
  await wizard.getByLabel('Start time').fill('12:00')
  await wizard.getByLabel('End date').fill(date)
  await wizard.getByLabel('End time').fill('15:00')
  await next()
  await wizard.getByLabel('Proof').fill('https://example.com/announcement')
}

/** From whichever step it is on to the end. */
async function sendWizard(wizard: Locator, label: string): Promise<void> {
  const send = wizard.getByRole('button', { name: label })
  const next = wizard.getByRole('button', { name: 'Next' })
  for (;;) {
    await expect(next.or(send)).toBeVisible()
    if (await send.isVisible()) break
    const step = await wizard.getByText(/^Step \d of 4$/).textContent()
    await next.click()
    await expect(wizard.getByText(step ?? '', { exact: true })).toBeHidden()
  }
  await send.click()
}
