import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { type CreatedEvent, createEvent } from '#tests/support/factories/events.ts'
import { insertStreamer } from '#tests/support/factories/directory.ts'
import { password } from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'
import { test } from '#tests/browser/test.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { startFakeOAuth, type FakeOAuth } from '#tests/support/fakes/fake-oauth.ts'
import { startTestSite, type TestSite } from '#tests/support/drivers/site.ts'
import { countOf, openMember, logIn, mailedLink } from '#tests/support/drivers/visitors.ts'

let site: TestSite
let google: FakeOAuth
let twitch: FakeOAuth
let event: CreatedEvent
let streamerId: number
const startAt = Math.floor(Date.now() / hour) * hour + 3 * day

test.beforeAll(async () => {
  google = await startFakeOAuth('google')
  twitch = await startFakeOAuth('twitch')
  site = await startTestSite({ vars: { ...google.vars, ...twitch.vars } })
  event = await createEvent(site, { name: 'The Gala', startAt, endAt: startAt + 3 * hour })
  streamerId = await insertStreamer(site, 'Luna Tostada')
})
test.afterAll(async () => {
  await site.close()
  await google.close()
  await twitch.close()
})

const newYork = { timezoneId: 'America/New_York', locale: 'en-US' }
const madrid = { timezoneId: 'Europe/Madrid', locale: 'es-ES' }
type Place = typeof newYork

let count = 0

const calendarOrigin = 'https://calendar.google.com'
const added = new WeakMap<BrowserContext, string[]>()

/** The events that a device's calendar was led to, by name. */
function addedOn(page: Page): string[] {
  return added.get(page.context()) ?? []
}

type Device = { place?: Place; wish?: Wish }

async function openDevice(browser: Browser, { place = newYork, wish }: Device = {}): Promise<Page> {
  const context = await browser.newContext({ ...place, baseURL: site.url, reducedMotion: 'reduce' })
  const names: string[] = []
  added.set(context, names)
  context.on('request', (request) => {
    const { origin, searchParams } = new URL(request.url())
    if (origin === calendarOrigin) names.push(searchParams.get('text') ?? '')
  })
  // Not for every device: a browser that is intercepted keeps no scripts from page to page.
  if (wish === options['calendar entry']) {
    await context.route(`${calendarOrigin}/**`, (route) =>
      route.fulfill({ contentType: 'text/html', body: '<p>elsewhere</p>' }),
    )
  }
  return context.newPage()
}

function newName(): { username: string; email: string } {
  count += 1
  const username = `newcomer-${process.pid}-${count}`
  return { username, email: `${username}@example.com` }
}

type Wish = {
  address: () => string
  tap: (page: Page) => Promise<void>
  waiting: RegExp
  isDone: (page: Page) => Promise<void>
  /** Query for this person's rows; a wish that leaves no row has none. */
  rows?: string
  /** The platform that a person signs up with. Any does for any wish: each is tried by two of them. */
  provider: 'google' | 'twitch'
  /** A page that another device opens follows one of two ways: two wishes take each. */
  elsewhere: 'verification' | 'new password'
}

const options: Record<'hype' | 'follow' | 'calendar entry' | 'proposal', Wish> = {
  hype: {
    provider: 'google',
    elsewhere: 'new password',
    address: () => `/events/${event.slug}`,
    tap: (page) => hypeButton(page).click(),
    waiting: /^Get reminders for The Gala/,
    async isDone(page) {
      await expect(hypeButton(page)).toHaveAttribute('aria-pressed', 'true')
      await expect(
        page.getByRole('status').getByText(/^Hyped\. We’ll remind you .+ and /),
      ).toBeVisible()
    },
    rows: 'select count(*) as found from hypes h join users u on u.id = h.user_id where u.email = ?',
  },
  follow: {
    provider: 'twitch',
    elsewhere: 'verification',
    address: () => `/streamers/${streamerId}`,
    tap: (page) => followButton(page).click(),
    waiting: /^Follow Luna Tostada/,
    isDone: (page) => expect(followButton(page)).toHaveAttribute('aria-pressed', 'true'),
    rows: `select count(*) as found from streamer_follows f join users u on u.id = f.user_id
      where u.email = ?`,
  },
  'calendar entry': {
    provider: 'google',
    elsewhere: 'verification',
    address: () => `/events/${event.slug}`,
    tap: (page) => page.getByRole('button', { name: 'Add to Google' }).click(),
    waiting: /^Add The Gala to your calendar/,
    isDone: (page) => expect.poll(() => addedOn(page)).toEqual(['The Gala']),
  },
  proposal: {
    provider: 'twitch',
    elsewhere: 'new password',
    address: () => '/events',
    tap: (page) => page.getByRole('button', { name: 'Propose an event' }).first().click(),
    waiting: /^Propose an event/,
    isDone: (page) => expect(page.getByRole('dialog').getByText('Step 1 of 4')).toBeVisible(),
  },
}

function hypeButton(page: Page) {
  return page.locator(`[data-hype-event="${event.id}"]:visible`).first()
}

function followButton(page: Page) {
  return page.locator(`[data-follow="streamer-${streamerId}"]:visible`).first()
}

/** Guest, tap, sign-up page that names what is waiting; answers the number of actions. */
async function begin(page: Page, wish: Wish): Promise<number> {
  await page.goto(wish.address())
  await wish.tap(page)
  // The tap asks for an e-mail address over the page; sign-up is one of its links.
  const sheet = page.getByRole('dialog', { name: wish.waiting })
  await sheet.getByRole('link', { name: 'Sign up with a password' }).click()
  await page.waitForURL(/\/signup\?next=/)
  await expect(page.locator('[data-pending] b')).toHaveText(wish.waiting)
  return 2
}

async function signUp(page: Page, { username, email }: { username: string; email: string }) {
  const fields: [RegExp, string][] = [
    [/^Username/, username],
    [/^Email/, email],
    [/^Password/, password],
    [/^Confirm your password/, password],
  ]
  for (const [label, text] of fields)
    await page.getByRole('textbox', { name: label }).last().fill(text)
  await page.locator('form').getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByRole('heading', { name: 'Check your inbox' })).toBeVisible()
  return fields.length + 1
}

async function expectDone(page: Page, wish: Wish, email: string): Promise<void> {
  await page.waitForURL((url) => url.pathname === wish.address())
  await wish.isDone(page)
  expect(new URL(page.url()).search).toBe('')
  const { rows } = wish
  if (rows) await expect.poll(() => countOf(site, rows, email)).toBe(1)
}

async function openLink(context: BrowserContext, link: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(link)
  return page
}

for (const [name, wish] of Object.entries(options)) {
  test(`a ${name} survives sign-up in one browser, in few actions, and is done once`, async ({
    browser,
  }) => {
    const page = await openDevice(browser, { wish })
    const person = newName()
    let actions = await begin(page, wish)
    actions += await signUp(page, person)
    const mailed = await openLink(page.context(), await mailedLink(site, person.email, 'verify'))
    actions += 1
    await mailed.getByRole('button', { name: 'Verify my email' }).click()
    actions += 1
    await expectDone(mailed, wish, person.email)
    expect(actions).toBeLessThanOrEqual(9)

    // The tab left open goes on by itself, to the same page, where nothing is done again.
    await page.waitForURL((url) => url.pathname === wish.address())
    if (name === 'proposal') await expect(page.getByRole('dialog')).toHaveCount(0)
    if (name !== 'calendar entry') return
    await page.waitForLoadState('networkidle')
    await wish.isDone(mailed)
  })

  if (wish.elsewhere === 'verification') {
    test(`a ${name} survives sign-up that is verified on another device`, async ({ browser }) => {
      const [laptop, phone] = [
        await openDevice(browser, { wish }),
        await openDevice(browser, { wish }),
      ]
      const person = newName()
      await begin(laptop, wish)
      await signUp(laptop, person)
      await laptop.goto('about:blank')
      await phone.goto(await mailedLink(site, person.email, 'verify'))
      await phone.getByRole('button', { name: 'Verify my email' }).click()
      await phone.locator('main').getByRole('link', { name: 'Log in' }).click()
      await logIn(phone, person.username)
      await expectDone(phone, wish, person.email)

      // The browser that chose the password asks for it no more, and does nothing again.
      await laptop.goto('/login?next=%2Fevents')
      await laptop.waitForURL(`${site.url}/events`)
      await expect(laptop.getByRole('dialog')).toHaveCount(0)
      expect(addedOn(laptop)).toEqual([])
    })
  }

  test(`a ${name} survives signing up with ${wish.provider}`, async ({ browser }) => {
    const page = await openDevice(browser, { wish })
    const { username, email } = newName()
    const fakeServer = wish.provider === 'google' ? google : twitch
    fakeServer.person = {
      sub: username,
      email,
      email_verified: true,
      name: username,
      channel: username.replaceAll('-', '_'),
    }
    await begin(page, wish)
    await page
      .getByRole('button', { name: new RegExp(`^Continue with ${wish.provider}`, 'i') })
      .click()
    await expectDone(page, wish, email)
  })

  if (wish.elsewhere === 'new password') {
    test(`a ${name} survives login and a new password set on another device`, async ({
      browser,
    }) => {
      const member = await openMember(site, browser)
      const page = await openDevice(browser, { wish })
      await begin(page, wish)
      await page.getByRole('link', { name: 'Log in' }).click()
      await expect(page.locator('[data-pending] b')).toHaveText(wish.waiting)
      await page.getByRole('link', { name: 'Forgot your password?' }).click()
      await page.getByLabel('Email').fill(member.email)
      await page.getByRole('button', { name: 'Send me a link' }).click()
      const phone = await openDevice(browser, { wish })
      await phone.goto(await mailedLink(site, member.email, 'reset-password'))
      await phone.getByLabel('New password').fill(password)
      await phone.getByLabel('Confirm your password').fill(password)
      await phone.getByRole('button', { name: 'Save password' }).click()
      await phone.locator('main').getByRole('link', { name: 'Log in' }).click()
      await logIn(phone, member.username)
      await expectDone(phone, wish, member.email)

      // A later login does nothing again.
      const later = await openDevice(browser, { wish })
      await later.goto('/login')
      await logIn(later, member.username)
      await later.waitForURL(`${site.url}/`)
      expect(addedOn(later)).toEqual([])
    })
  }
}

test('a hype survives signing up with google straight from the sheet', async ({ browser }) => {
  const page = await openDevice(browser)
  const { username, email } = newName()
  google.person = { sub: username, email, email_verified: true, name: username }
  await page.goto(options.hype.address())
  await options.hype.tap(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Continue with Google' }).click()
  await expectDone(page, options.hype, email)
})

test('a hype survives login, and a link that another wrote hypes nothing', async ({ browser }) => {
  const member = await openMember(site, browser)
  const page = await openDevice(browser)
  await begin(page, options.hype)
  await page.getByRole('link', { name: 'Log in' }).click()
  await logIn(page, member.username)
  await expectDone(page, options.hype, member.email)

  const victim = await openDevice(browser)
  const other = newName()
  await victim.goto(`/signup?next=${encodeURIComponent(`/events/${event.slug}?hype=${event.id}`)}`)
  await signUp(victim, other)
  const mailed = await openLink(victim.context(), await mailedLink(site, other.email, 'verify'))
  await mailed.getByRole('button', { name: 'Verify my email' }).click()
  await mailed.waitForURL((url) => url.pathname === `/events/${event.slug}`)
  await expect(hypeButton(mailed)).toHaveAttribute('aria-pressed', 'false')
})

for (const [place, browserOf] of Object.entries({ 'New York': newYork, Madrid: madrid })) {
  test(`a guest and a member in ${place} see the same instant alike`, async ({ browser }) => {
    const guest = await openDevice(browser, { place: browserOf })
    const member = await openMember(site, browser)
    const signedIn = await openDevice(browser, { place: browserOf })
    await signedIn.context().addCookies(await member.context.cookies())
    const isAmerican = browserOf === newYork
    const prefix = isAmerican ? '' : '/es'
    for (const path of [`${prefix}/events/${event.slug}`, `${prefix}/events`]) {
      const texts = []
      for (const page of [guest, signedIn, signedIn]) {
        await page.goto(path)
        await expect(page.locator('[data-signed-in]')).toHaveCount(page === guest ? 0 : 1)
        if (page === signedIn) await page.waitForLoadState('networkidle')
        texts.push(await timesOf(page))
      }
      expect(texts[0]!.length).toBeGreaterThan(0)
      expect(texts[1]).toEqual(texts[0])
      expect(texts[2]).toEqual(texts[0])
    }
    const [shown] = await timesOf(signedIn)
    expect(shown).toMatch(isAmerican ? /\d [AP]M$/ : /^\d\d:\d\d$/)
    const row = await query<{ timezone_name: string; chosen: number }>(
      site,
      'select timezone_name, is_time_zone_chosen as chosen from users where username = ?',
      member.username,
    )
    expect(row).toEqual([{ timezone_name: browserOf.timezoneId, chosen: 0 }])
  })
}

/** The hours as they show. */
function timesOf(page: Page): Promise<string[]> {
  return page
    .locator('main time[data-time-format="time"]:visible')
    .evaluateAll((times) => times.map((time) => time.textContent ?? ''))
}
