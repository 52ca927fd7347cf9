import { expect, type Browser, type Locator, type Page } from '@playwright/test'
import { axeFaults } from '#tests/browser/axe.ts'
import { test, useSite } from '#tests/browser/test.ts'
import { day, hour, minute } from '#tests/support/drivers/durations.ts'
import { codeIn } from '#tests/support/drivers/sign-in-codes.ts'
import { countOf } from '#tests/support/drivers/visitors.ts'
import { waitFor } from '#tests/support/drivers/worker.ts'
import { insertStreamer } from '#tests/support/factories/directory.ts'
import { createEvent, type CreatedEvent } from '#tests/support/factories/events.ts'

const site = useSite({ hasOnboarding: true })
const calendarOrigin = 'https://calendar.google.com'
let gala: CreatedEvent
let undated: CreatedEvent
let soon: CreatedEvent

test.beforeAll(async () => {
  const startAt = Math.floor(Date.now() / hour) * hour + 3 * day
  const hypeCount = 9
  gala = await createEvent(site, { name: 'The Gala', startAt, endAt: startAt + hour, hypeCount })
  const timeCertainty = 'date_only'
  undated = await createEvent(site, {
    startAt: startAt + day,
    endAt: startAt + 2 * day,
    timeCertainty,
  })
  soon = await createEvent(site, {
    startAt: Date.now() + 40 * minute,
    endAt: Date.now() + 3 * hour,
  })
  await insertStreamer(site, 'Luna Tostada')
})

let count = 0

class Guest {
  readonly email = `after-code-${process.pid}-${++count}@example.com`
  actions = 0
  readonly page: Page
  readonly sheet: Locator

  constructor(page: Page) {
    this.page = page
    this.sheet = page.locator('#email-sheet')
  }

  async tap(button: Locator): Promise<void> {
    this.actions += 1
    await button.click()
  }

  /** Address, button, code. */
  async signIn(): Promise<void> {
    await this.sheet.getByRole('textbox', { name: 'Email' }).fill(this.email)
    this.actions += 1
    await this.tap(this.sheet.getByRole('button', { name: 'Email me a code' }))
    const code = await waitFor(
      async () => (await site.mails(this.email)).flatMap((mail) => codeIn(mail) ?? []).at(-1),
      `a code for ${this.email}`,
    )
    this.actions += 1
    await this.sheet.getByRole('textbox', { name: 'Six-digit code' }).pressSequentially(code)
  }

  hypes(): Promise<number> {
    const text = `select count(*) as found from hypes h join users u on u.id = h.user_id
      where u.email = ?`
    return countOf(site, text, this.email)
  }
}

async function openGuest(
  browser: Browser,
  path: string,
  prepare?: (page: Page) => Promise<unknown>,
): Promise<Guest> {
  const context = await browser.newContext({
    ...{ baseURL: site.url, locale: 'en-GB', timezoneId: 'Europe/Paris' },
    ...{ viewport: { width: 390, height: 844 }, serviceWorkers: 'allow' },
  })
  await context.route(`${calendarOrigin}/**`, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>elsewhere</p>' }),
  )
  await context.addInitScript(() =>
    localStorage.setItem('consent', `necessary ${new Date().toISOString().slice(0, 10)}`),
  )
  const page = await context.newPage()
  await prepare?.(page)
  await page.goto(path)
  return new Guest(page)
}

const hypeButton = (page: Page, { id }: CreatedEvent) =>
  page.locator(`main [data-hype-event="${id}"]:visible`).first()

test('a guest hypes from home in few actions, and no other dialog follows', async ({ browser }) => {
  const guest = await openGuest(browser, '/')
  const { page, sheet } = guest
  await guest.tap(hypeButton(page, gala))
  await guest.signIn()
  await expect(sheet.getByRole('heading', { name: 'Hyped' })).toBeFocused()
  expect(guest.actions).toBeLessThanOrEqual(4)
  await expect.poll(() => guest.hypes()).toBe(1)
  await page.waitForTimeout(1050)
  await page.mouse.click(195, 20)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.locator(':focus')).toHaveText('The Gala')
  await page.waitForTimeout(1200)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.locator('.toast')).toHaveCount(0)
  // The steps for newcomers wait for the next page, and stay closed once they were.
  await page.goto('/events')
  const welcome = page.locator('dialog.onboarding')
  await expect(welcome.getByRole('heading', { name: 'Welcome to Hypecal' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goto('/games')
  await page.waitForTimeout(1200)
  await expect(welcome).toHaveCount(0)
})

test('a guest adds to Google from home in few actions', async ({ browser }) => {
  const guest = await openGuest(browser, '/')
  const { page, sheet } = guest
  await guest.tap(page.locator('main').getByRole('link', { name: 'The Gala' }).first())
  const opened = page.context().waitForEvent('page')
  await guest.tap(page.getByRole('button', { name: 'Add to Google' }))
  await guest.signIn()
  expect((await opened).url()).toContain(calendarOrigin)
  await expect(sheet.getByRole('heading', { name: 'Your calendar is open' })).toBeVisible()
  expect(guest.actions).toBeLessThanOrEqual(5)
  const link = sheet.getByRole('link', { name: 'Open Google' })
  expect(await link.getAttribute('href')).toContain('text=The%20Gala')
})

test('what was asked for after the hype is the streamers step of the newcomers', async ({
  browser,
}) => {
  const guest = await openGuest(browser, `/events/${gala.slug}`)
  const { page, sheet } = guest
  await hypeButton(page, gala).click()
  await guest.signIn()
  await expect(sheet.getByText(/^We’ll remind you by email: .+ and .+\.$/)).toBeVisible()
  const another = sheet.getByRole('button', { name: 'Who else do you watch?' })
  // Nothing reacts at first.
  await another.click()
  await expect(another).toBeVisible()
  await page.waitForTimeout(1050)
  await sheet.getByRole('button', { name: 'Add to calendar' }).click()
  await expect(sheet.getByRole('button', { name: 'Add to Google' })).toBeFocused()
  expect(await axeFaults(page)).toEqual([])
  await another.click()
  const modal = page.locator('dialog.onboarding')
  await expect(modal.getByRole('heading', { name: 'Who do you watch?' })).toBeVisible()
  await modal.getByRole('button', { name: /^Luna Tostada/ }).click()
  await expect(modal.getByText('1 selected')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(hypeButton(page, gala)).toHaveAttribute('aria-pressed', 'true')
  expect(await guest.hypes()).toBe(1)
})

test('only reminders that will be sent are named', async ({ browser }) => {
  for (const [event, text] of [
    [undated, /^This event has a date but no start time yet/],
    [soon, 'It starts in less than an hour, too late for a reminder.'],
  ] as const) {
    const guest = await openGuest(browser, `/events/${event.slug}`)
    await hypeButton(guest.page, event).click()
    await guest.signIn()
    await expect(guest.sheet.getByText(text)).toBeVisible()
    await expect.poll(() => guest.hypes()).toBe(1)
  }
})

test('notifications that could not be turned on say why', async ({ browser }) => {
  const guest = await openGuest(browser, `/events/${gala.slug}`, (page) =>
    page.addInitScript(() => {
      let answer: NotificationPermission = 'default'
      Object.defineProperty(Notification, 'permission', { get: () => answer })
      Notification.requestPermission = () => Promise.resolve((answer = 'granted'))
      PushManager.prototype.getSubscription = () => Promise.resolve(null)
      PushManager.prototype.subscribe = () => Promise.reject(new Error('no push here'))
    }),
  )
  await hypeButton(guest.page, gala).click()
  await guest.signIn()
  const button = guest.sheet.getByRole('button', { name: 'Turn on notifications' })
  await expect(button).toBeVisible()
  await guest.page.waitForTimeout(1050)
  await button.click()
  await expect(guest.sheet.getByRole('status')).toHaveText(
    'This browser couldn’t reach its push service. Try again, or use another browser.',
  )
  await expect(button).toBeEnabled()
  await expect(guest.page.locator('.toast')).toHaveCount(0)
})
