import { expect, type Browser, type Page } from '@playwright/test'
import { axeFaults } from '#tests/browser/axe.ts'
import { test, useSite } from '#tests/browser/test.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { codeIn, otherThan } from '#tests/support/drivers/sign-in-codes.ts'
import { countOf, openVisitor } from '#tests/support/drivers/visitors.ts'
import { waitFor } from '#tests/support/drivers/worker.ts'
import { insertStreamer } from '#tests/support/factories/directory.ts'
import { createEvent, type CreatedEvent } from '#tests/support/factories/events.ts'
import { createMember } from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'

const site = useSite()
let event: CreatedEvent
let streamerId: number
const startAt = Math.floor(Date.now() / hour) * hour + 3 * day

test.beforeAll(async () => {
  event = await createEvent(site, { name: 'The Gala', startAt, endAt: startAt + 3 * hour })
  streamerId = await insertStreamer(site, 'Luna Tostada')
})

let count = 0
function newEmail(): string {
  count += 1
  return `coded-${process.pid}-${count}@example.com`
}

function mailedCode(email: string, number = 1): Promise<string> {
  return waitFor(async () => {
    const codes = (await site.mails(email)).flatMap((mail) => codeIn(mail) ?? [])
    return codes.length >= number && codes.at(-1)
  }, `code ${number} for ${email}`)
}

const codeField = (page: Page) => page.getByRole('textbox', { name: 'Six-digit code' })
const hypeButton = (page: Page) =>
  page.locator(`main [data-hype-event="${event.id}"]:visible`).first()
const hypesOf = (email: string) =>
  countOf(
    site,
    `select count(*) as found from hypes h join users u on u.id = h.user_id where u.email = ?`,
    email,
  )

async function open(browser: Browser, address: string): Promise<Page> {
  const { page } = await openVisitor(site, browser)
  await page.goto(address)
  return page
}

async function askOn(page: Page, email: string): Promise<void> {
  await page
    .getByRole('textbox', { name: /^Email/ })
    .first()
    .fill(email)
  await page.getByRole('button', { name: 'Email me a code' }).click()
  await expect(page.getByText(`We sent a code to ${email}`)).toBeVisible()
}

for (const [name, address] of Object.entries({ login: '/login', 'sign-up': '/signup' })) {
  test(`${name} takes a code for a new address and goes on where it was wanted`, async ({
    browser,
  }) => {
    const page = await open(browser, `${address}?next=%2Fevents`)
    const email = newEmail()
    await askOn(page, email)
    expect(await axeFaults(page)).toEqual([])
    await expect(codeField(page)).toBeFocused()
    await codeField(page).pressSequentially(await mailedCode(email))
    await page.waitForURL(`${site.url}/events`)
    await expect(page.locator('html')).toHaveAttribute('data-signed-in', '')
    expect(await countOf(site, 'select count(*) as found from users where email = ?', email)).toBe(
      1,
    )
  })
}

test('the password stays at hand beside the code, and after it was sent', async ({ browser }) => {
  const page = await open(browser, '/login')
  await expect(page.getByLabel('Password')).toBeVisible()
  await askOn(page, newEmail())
  await expect(page.getByLabel('Password')).toHaveCount(0)
  await page.getByRole('button', { name: 'Use a password instead' }).click()
  await expect(page.getByLabel('Password')).toBeVisible()
  await page.goto('/signup')
  const fields = page.locator('form').last().getByRole('textbox')
  await expect(fields).toHaveCount(4)
})

test('a wrong, a used-up and a pasted code each have their message beside the field', async ({
  browser,
}) => {
  const page = await open(browser, '/login')
  const email = newEmail()
  await askOn(page, email)
  const code = await mailedCode(email)
  await codeField(page).fill('12')
  await page.getByRole('button', { name: 'Continue' }).click()
  await expect(codeField(page)).toHaveAccessibleDescription('Enter the six digits')
  let guess = code
  for (let turn = 0; turn < 5; turn += 1) {
    guess = otherThan(guess)
    await codeField(page).fill('')
    const heard = page.waitForResponse('**/auth/code/verify')
    await codeField(page).pressSequentially(guess)
    await heard
    await expect(codeField(page)).toHaveAccessibleDescription(
      turn < 4 ? 'That code isn’t right. Check the latest email.' : /^Too many wrong codes/,
    )
  }
  await codeField(page).evaluate(
    (field, text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text', text)
      field.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    },
    `${code.slice(0, 3)} ${code.slice(3)}`,
  )
  await expect(codeField(page)).toHaveValue(code)
  await expect(codeField(page)).toHaveAccessibleDescription(/^Too many wrong codes/)
  expect(await axeFaults(page)).toEqual([])
})

test('another code can be had after half a minute, and another address at once', async ({
  browser,
}) => {
  const { page } = await openVisitor(site, browser)
  await page.clock.install()
  await page.goto('/login')
  const [wrong, email] = [newEmail(), newEmail()]
  await askOn(page, wrong)
  await page.getByRole('button', { name: 'Use another address' }).click()
  await askOn(page, email)
  await mailedCode(email)
  await expect(page.getByRole('button', { name: /^New code in \d+ s$/ })).toBeDisabled()
  await page.clock.fastForward(31_000)
  await page.getByRole('button', { name: 'Send a new code' }).click()
  await expect(page.getByText('The previous one no longer works.')).toBeVisible()
  await codeField(page).pressSequentially(await mailedCode(email, 2))
  await page.waitForURL(`${site.url}/`)
})

test('a tab that is reloaded meanwhile still takes its code', async ({ browser }) => {
  const page = await open(browser, '/login')
  const email = newEmail()
  await askOn(page, email)
  await page.reload()
  await expect(page.getByText(`We sent a code to ${email}`)).toBeVisible()
  await codeField(page).pressSequentially(await mailedCode(email))
  await page.waitForURL(`${site.url}/`)
})

test.describe('a guest who hypes', () => {
  test('gives an address and a code over the page, and the hype counts only then', async ({
    browser,
  }) => {
    const page = await open(browser, `/events/${event.slug}`)
    const email = newEmail()
    const before = Number(await hypeButton(page).locator('[data-hype-count]').textContent())
    await hypeButton(page).click()
    const sheet = page.getByRole('dialog', { name: 'Get reminders for The Gala' })
    await expect(sheet).toBeVisible()
    await expect(sheet.locator('.email-sheet-when')).toHaveText(/\d/)
    expect(await axeFaults(page)).toEqual([])
    await askOn(page, email)
    expect(await axeFaults(page)).toEqual([])
    await expect(hypeButton(page)).toHaveAttribute('aria-pressed', 'false')
    const rows = await query<{ hype_count: number }>(
      site,
      'select hype_count from events where id = ?',
      event.id,
    )
    expect(rows).toEqual([{ hype_count: before }])
    let isLeft = false
    page.on('framenavigated', () => (isLeft = true))
    await codeField(page).pressSequentially(await mailedCode(email))
    await expect(hypeButton(page)).toHaveAttribute('aria-pressed', 'true')
    const done = page.getByRole('dialog', { name: 'Hyped' })
    await expect(done.getByRole('heading')).toBeFocused()
    await expect(done.getByText(/^We’ll remind you by email: .+ \d.* and .+ \d.*\.$/)).toBeVisible()
    expect(await axeFaults(page)).toEqual([])
    await expect(page.locator('.toast')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('heading', { name: 'The Gala', level: 1 })).toBeFocused()
    await expect(page.locator('html')).toHaveAttribute('data-signed-in', '')
    await expect(hypeButton(page).locator('[data-hype-count]')).toHaveText(String(before + 1))
    expect([isLeft, new URL(page.url()).search, await hypesOf(email)]).toEqual([false, '', 1])

    // The very same session goes on after a reload.
    await page.reload()
    await expect(hypeButton(page)).toHaveAttribute('aria-pressed', 'true')
  })

  test('and presses Enter late after the code keeps the hype, and may take it back later', async ({
    browser,
  }) => {
    for (const late of [0, 150, 400, 700]) {
      const page = await open(browser, `/events/${event.slug}`)
      const email = newEmail()
      await hypeButton(page).click()
      await askOn(page, email)
      const code = await mailedCode(email)
      const isEntered = page.waitForResponse('**/auth/code/verify')
      await codeField(page).pressSequentially(code)
      await isEntered
      const heading = page.getByRole('dialog').getByRole('heading', { name: 'Hyped' })
      // Polled by the frame: the sheet is deaf for a second only.
      if (late > 0) await page.waitForFunction(() => document.activeElement?.matches('dialog h2'))
      await page.waitForTimeout(late)
      await page.keyboard.press('Enter')
      // Nor does a late tap hit what stands where "Continue" was.
      if (late === 150 || late === 400) await page.mouse.click(640, 400)
      await expect(heading).toBeFocused()
      await expect(hypeButton(page)).toHaveAttribute('aria-pressed', 'true')
      await page.waitForTimeout(1050)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page.getByRole('heading', { name: 'The Gala', level: 1 })).toBeFocused()
      await page.keyboard.press('Enter')
      await expect(hypeButton(page)).toHaveAttribute('aria-pressed', 'true')
      await expect.poll(() => hypesOf(email)).toBe(1)
      if (late === 700) await expectUndo(page, email)
      await page.context().close()
    }
  })

  /** A hype taken back says so in place of the earlier message, and can be had again. */
  async function expectUndo(page: Page, email: string): Promise<void> {
    await hypeButton(page).click()
    const removed = page.locator('.toast', { hasText: /^Hype removed/ })
    await expect(removed).toBeVisible()
    await expect.poll(() => hypesOf(email)).toBe(0)
    await removed.getByRole('button', { name: 'Undo' }).click()
    await expect(hypeButton(page)).toHaveAttribute('aria-pressed', 'true')
    await expect(removed).toHaveCount(0)
    await expect.poll(() => hypesOf(email)).toBe(1)
  }

  test('opens the account that the address has', async ({ browser }) => {
    const member = await createMember(site, { language: 'en' })
    const page = await open(browser, '/events')
    await hypeButton(page).click()
    await askOn(page, member.email)
    await codeField(page).pressSequentially(await mailedCode(member.email))
    await expect(hypeButton(page)).toHaveAttribute('aria-pressed', 'true')
    await expect.poll(() => hypesOf(member.email)).toBe(1)
    expect(new URL(page.url()).pathname).toBe('/events')
    // In a list the focus goes to the row's link.
    await expect(page.getByRole('dialog', { name: 'Hyped' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('link', { name: 'The Gala' }).first()).toBeFocused()
    await page.goto('/profile')
    await expect(page.getByRole('textbox', { name: 'Username' })).toHaveValue(member.username)
  })

  test('and closes the sheet has hyped nothing, and is back at the button', async ({ browser }) => {
    const page = await open(browser, `/events/${event.slug}`)
    await hypeButton(page).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(hypeButton(page)).toBeFocused()
    await expect(hypeButton(page)).toHaveAttribute('aria-pressed', 'false')
  })

  test('on a small phone sees all of the sheet', async ({ browser }) => {
    const context = await browser.newContext({
      baseURL: site.url,
      locale: 'fr-FR',
      viewport: { width: 320, height: 568 },
    })
    const page = await context.newPage()
    await page.goto(`/fr/events/${event.slug}`)
    await hypeButton(page).click()
    const sheet = page.getByRole('dialog', {
      name: 'Recevez les rappels de «\u00a0The Gala\u00a0»',
    })
    await expect(sheet).toBeVisible()
    const width = await sheet.evaluate((element) => element.scrollWidth - element.clientWidth)
    expect(width).toBe(0)
    await expect(
      sheet.getByRole('link', { name: 'Se connecter avec un mot de passe' }),
    ).toBeVisible()
  })
})

test('a guest follows by e-mail without leaving the streamer', async ({ browser }) => {
  const page = await open(browser, `/streamers/${streamerId}`)
  const button = page.locator(`[data-follow="streamer-${streamerId}"]:visible`).first()
  await button.click()
  await expect(page.getByRole('dialog', { name: 'Follow Luna Tostada' })).toBeVisible()
  const email = newEmail()
  await askOn(page, email)
  await codeField(page).pressSequentially(await mailedCode(email))
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  const done = page.getByRole('dialog', { name: 'You’re following Luna Tostada' })
  await expect(done).toBeVisible()
  await page.waitForTimeout(1050)
  await page.mouse.click(5, 5)
  await expect(done).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Luna Tostada', level: 1 })).toBeFocused()
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  const rows = `select count(*) as found from streamer_follows f join users u on u.id = f.user_id
    where u.email = ?`
  await expect.poll(() => countOf(site, rows, email)).toBe(1)
})

const calendarSheet = 'Add The Gala to your calendar'
test('a guest adds to a calendar, and proposes, by e-mail over the page', async ({ browser }) => {
  const page = await open(browser, `/events/${event.slug}`)
  const email = newEmail()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Add to iCal' }).click()
  await expect(page.getByRole('dialog', { name: calendarSheet })).toBeVisible()
  await askOn(page, email)
  await codeField(page).pressSequentially(await mailedCode(email))
  expect((await download).suggestedFilename()).toMatch(/\.ics$/)
  await expect(page.getByRole('dialog', { name: 'Calendar file downloaded' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: 'The Gala', level: 1 })).toBeFocused()

  const other = await open(browser, '/events')
  const second = newEmail()
  await other.getByRole('button', { name: 'Propose an event' }).first().click()
  await expect(other.getByRole('dialog', { name: 'Propose an event' })).toBeVisible()
  await askOn(other, second)
  await codeField(other).pressSequentially(await mailedCode(second))
  await expect(other.getByRole('dialog').getByText('Step 1 of 4')).toBeVisible()
  expect(new URL(other.url()).pathname + new URL(other.url()).search).toBe('/events')
})

test('a member without a password proves by code who they are, and creates one', async ({
  browser,
}) => {
  const page = await open(browser, '/login?next=%2Fprofile%2Fsecurity')
  const email = newEmail()
  await askOn(page, email)
  await codeField(page).pressSequentially(await mailedCode(email))
  await page.waitForURL(`${site.url}/profile/security`)
  await query(
    site,
    `update sessions set created_at = 1 where user_id = (select id from users where email = ?)`,
    email,
  )
  const save = page.getByRole('button', { name: 'Set a password' })
  await page.getByLabel('New password').fill('an entirely new one')
  await page.getByLabel('Confirm your password').fill('an entirely new one')
  await save.click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await dialog.getByRole('button', { name: 'Email me a code' }).click()
  await codeField(page).pressSequentially(await mailedCode(email, 2))
  await expect(dialog).toHaveCount(0)
  await save.click()
  await expect
    .poll(() =>
      countOf(
        site,
        'select count(*) as found from users where email = ? and password_hash is not null',
        email,
      ),
    )
    .toBe(1)
})
