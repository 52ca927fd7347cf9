import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { textOfPost } from '#tests/support/fakes/fake-discord.ts'
import { test, useSite } from '#tests/browser/test.ts'
import { adminPassword } from '#tests/support/drivers/data-folder.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { waitFor } from '#tests/support/drivers/worker.ts'
import { logIn } from '#tests/support/drivers/visitors.ts'

const zone = 'Europe/Paris'
const password = 'correct horse battery'
const webhook = `https://discord.com/api/webhooks/123456789012345678/${'a'.repeat(68)}`

const site = useSite()

type Person = { username: string; email: string; context: BrowserContext; page: Page }

async function newPerson(browser: Browser, username: string): Promise<Person> {
  const context = await browser.newContext({
    baseURL: site.url,
    timezoneId: zone,
    locale: 'en-GB',
    reducedMotion: 'reduce',
  })
  return { username, email: `${username}@example.com`, context, page: await context.newPage() }
}

/** The worker's clock for all that this person does from here on. */
function moveClock({ context }: Person, at: number): Promise<void> {
  return context.setExtraHTTPHeaders({ 'X-Test-Now': String(at) })
}

async function signUpAndVerify({ page, username, email }: Person): Promise<void> {
  await page.goto('/signup')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Email').last().fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByLabel('Confirm your password').fill(password)
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.getByText(`We’ve sent a verification email to ${email}`)).toBeVisible()
  const mail = await waitFor(async () => (await site.mails(email))[0], 'the verification mail')
  const link = /http:\/\/\S+\/auth\/verify\/\S+/.exec(mail.text)?.[0] ?? ''
  await page.goto(link)
  await page.getByRole('button', { name: 'Verify my email' }).click()
  // The browser that signed up is signed in by that.
  await page.waitForURL(`${site.url}/`)
}

async function enter({ page }: Person, username: string, secret: string): Promise<void> {
  await page.goto('/login')
  await logIn(page, username, secret)
  await page.waitForURL((url) => !url.pathname.includes('login'))
}

async function addWebhook({ page }: Person): Promise<void> {
  await page.goto('/profile/notifications')
  await page.getByLabel('Webhook URL').fill(webhook)
  await page.getByRole('button', { name: 'Add webhook' }).click()
  await expect(page.getByText('Connected to the webhook ending in aaaa.')).toBeVisible()
}

function localDate(at: number): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(at)
}

/** Through the wizard, from 20:00 to 23:00 on that day; returns the start. */
async function propose(
  { page }: Person,
  name: string,
  channel: string,
  on: number,
): Promise<number> {
  await page.goto('/')
  await page.getByRole('button', { name: 'Propose an event' }).first().click()
  const wizard = page.getByRole('dialog')
  await expect(wizard.getByText('Step 1 of 4')).toBeVisible()
  await wizard.getByLabel('Link to the channel').fill(`https://www.twitch.tv/${channel}`)
  await expect(wizard.getByText(`Found: ${channel} on Twitch.`)).toBeVisible()
  await wizard.getByRole('button', { name: 'Next' }).click()
  await wizard.getByLabel('Event name').fill(name)
  await wizard.getByLabel('Description').fill('Twelve hours of music for a good cause.')
  await wizard.getByLabel('Language of the stream').selectOption('en')
  await wizard.getByLabel('Category').selectOption('music')
  await wizard.getByRole('button', { name: 'Next' }).click()
  await wizard.getByLabel('Start date').fill(localDate(on))
  await wizard.getByLabel('Start time').fill('20:00')
  await wizard.getByLabel('End date').fill(localDate(on))
  await wizard.getByLabel('End time').fill('23:00')
  await wizard.getByRole('button', { name: 'Next' }).click()
  await wizard.getByLabel('Proof').fill('https://example.com/announcement')
  await wizard.getByRole('button', { name: 'Submit proposal' }).click()
  await expect(wizard.getByText('Proposal submitted')).toBeVisible()
  const { rows } = await site.environment.db.$client.execute({
    sql: 'select start_at from events where name = ?',
    args: [name],
  })
  return Number(rows[0]?.['start_at'])
}

/** Hypes as stored: the button shows a press before the server has it. */
async function hypeCount(name: string): Promise<number> {
  const { rows } = await site.environment.db.$client.execute({
    sql: 'select hype_count from events where name = ?',
    args: [name],
  })
  return Number(rows[0]?.['hype_count'])
}

/** The server's answer to an act: the panel shows an act before it is stored. */
function answerTo({ page }: Person, act: string) {
  return page.waitForResponse((response) => response.url().endsWith(`/${act}`))
}

function proposal({ page }: Person, name: string) {
  return page
    .locator('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name }) })
}

/** Begins with the start: "Fri 27, 21:00 · …". */
function reminderOf(name: string): RegExp {
  return new RegExp(`(\\d|[AP]M) · ${name}`)
}

async function received(person: Person, name: string) {
  await person.page.goto('/profile/notifications')
  const inApp = person.page.getByRole('listitem').filter({ hasText: reminderOf(name) })
  await expect(
    person.page.getByRole('heading', { name: 'Notifications', exact: true }),
  ).toBeVisible()
  const mails = await site.mails(person.email)
  return {
    mail: mails.filter(({ subject }) => reminderOf(name).test(subject)).length,
    discord: site.discord.posts.filter(({ body }) =>
      textOfPost(body).startsWith(`Reminder: ${name}`),
    ).length,
    inApp: await inApp.count(),
  }
}

test('from sign-up to two reminders on every channel', async ({ browser }) => {
  test.slow()
  const name = 'Night of a Thousand Songs'
  const member = await newPerson(browser, 'mika')
  const admin = await newPerson(browser, 'moderator-browser')

  await signUpAndVerify(member)
  await addWebhook(member)
  const start = await propose(member, name, 'demo_songs', Date.now() + 3 * day)

  await enter(admin, 'admin', adminPassword)
  await admin.page.goto('/admin/panel')
  const card = proposal(admin, name)
  await card.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(
    card.getByText(/Approving in 0?0:5\d|Approving in 1:00|Approving in 01:00/).first(),
  ).toBeVisible()
  const cancelled = answerTo(admin, 'cancel_approval')
  await card.getByRole('button', { name: 'Cancel approval' }).click()
  await expect(card.getByText(/Approving in/)).toBeHidden()
  await cancelled
  await site.minute(Date.now() + 2 * 60_000)
  await member.page.goto('/events')
  await expect(member.page.getByRole('link', { name })).toHaveCount(0)
  const approved = answerTo(admin, 'approve')
  await card.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect(card.getByText(/Approving in/).first()).toBeVisible()
  await approved

  const published = Date.now() + 3 * 60_000
  await site.minute(published)
  await moveClock(member, published)
  for (const path of ['/', '/events', '/fr', '/fr/events', '/es', '/es/events']) {
    await member.page.goto(path)
    await expect(member.page.getByRole('link', { name }).first()).toBeVisible()
  }

  await member.page.goto('/events')
  const hype = member.page
    .locator('li, article')
    .filter({ hasText: name })
    .getByRole('button')
    .first()
  await hype.click()
  await expect(hype).toHaveAttribute('aria-pressed', 'true')
  await expect(hype).toContainText('1')
  await expect.poll(() => hypeCount(name)).toBe(1)
  await member.page.reload()
  await expect(hype).toHaveAttribute('aria-pressed', 'true')

  await site.minute(start - 24 * hour)
  await moveClock(member, start - 24 * hour)
  expect(await received(member, name)).toEqual({ mail: 1, discord: 1, inApp: 1 })
  await site.minute(start - hour)
  await site.minute(start - hour + 60_000)
  await moveClock(member, start - hour + 60_000)
  expect(await received(member, name)).toEqual({ mail: 2, discord: 2, inApp: 2 })
})

test('taking the hype back before the second reminder leaves one', async ({ browser }) => {
  test.slow()
  const name = 'The Long Quiz'
  const member = await newPerson(browser, 'noa')
  const admin = await newPerson(browser, 'second-browser')
  await signUpAndVerify(member)
  await addWebhook(member)
  const start = await propose(member, name, 'demo_quiz', Date.now() + 4 * day)
  await enter(admin, 'admin', adminPassword)
  await admin.page.goto('/admin/panel')
  const card = proposal(admin, name)
  await admin.page.getByLabel('Approve after').selectOption({ label: 'No delay' })
  await card.getByRole('button', { name: 'Approve', exact: true }).click()
  await waitFor(
    async () =>
      (await site.mails(member.email)).some(
        ({ subject }) => subject === `“${name}” is on the agenda`,
      ),
    'the news of the approval',
  )

  await member.page.goto('/events')
  await member.page.getByRole('link', { name }).first().click()
  await member.page.waitForURL(/\/events\/./)
  await member.page.waitForLoadState('networkidle')
  const hype = member.page.locator('main button.hype').first()
  await hype.click()
  await expect(hype).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => hypeCount(name)).toBe(1)
  await site.minute(start - 24 * hour)
  await moveClock(member, start - 23 * hour)
  expect(await received(member, name)).toEqual({ mail: 1, discord: 1, inApp: 1 })

  await member.page.goto('/events')
  await member.page.getByRole('link', { name }).first().click()
  await expect(hype).toHaveAttribute('aria-pressed', 'true')
  await hype.click()
  await expect(hype).toHaveAttribute('aria-pressed', 'false')
  await expect.poll(() => hypeCount(name)).toBe(0)
  await site.minute(start - hour)
  await moveClock(member, start - hour)
  expect(await received(member, name)).toEqual({ mail: 1, discord: 1, inApp: 1 })
})
