import { expect } from '@playwright/test'
import { locales } from '#worker/locale/locales.ts'
import { sha256 } from '#worker/auth/crypto.ts'
import { test } from '#tests/browser/test.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { createMember, password } from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'
import {
  calendarFailures,
  callbacks,
  formPages,
  oddAnswers,
} from '#tests/support/tables/failure-texts.ts'
import { startFakeOAuth, type FakeOAuth } from '#tests/support/fakes/fake-oauth.ts'
import { expectToast, section } from '#tests/support/drivers/profile.ts'
import { startTestSite, type TestSite } from '#tests/support/drivers/site.ts'
import {
  countOf,
  logIn,
  logInByKeyboard,
  mailedLink,
  membersNamed,
  openMember,
  openVisitor,
  signIn,
  type Visitor,
} from '#tests/support/drivers/visitors.ts'

let site: TestSite
let google: FakeOAuth
test.beforeAll(async () => {
  google = await startFakeOAuth('google')
  site = await startTestSite({ vars: google.vars })
})
test.afterAll(async () => {
  await site.close()
  await google.close()
})

async function placeResetLink(token: string): Promise<void> {
  const { userId, email } = await createMember(site)
  await query(
    site,
    `insert into account_tokens (id, user_id, kind, hash, email, created_at, expires_at)
      values (?, ?, 'reset_password', ?, ?, 0, ?) on conflict do nothing`,
    token,
    userId,
    sha256(token),
    email,
    Date.now() + 3_600_000,
  )
}

test.describe('the way in', () => {
  test('a guard leads to login and back to where the person was going', async ({ browser }) => {
    const { page } = await openVisitor(site, browser)
    const { username } = await openMember(site, browser)
    await page.goto('/es/profile')
    await expect(page).toHaveURL(/\/es\/login\?next=%2Fes%2Fprofile$/)
    await page.goto('/login?next=%2Fprofile')
    await logIn(page, username, 'not the password')
    await expect(page.getByText('Wrong username or password.')).toBeVisible()
    await expect(page.getByLabel('Username or email')).toHaveValue(username)
    await logIn(page, username)
    await page.waitForURL(`${site.url}/profile`)
    await page.goto('/login')
    await expect(page).toHaveURL(`${site.url}/`)
  })

  test('login never leads to another site [ASVS 3.7.2]', async ({ browser }) => {
    const { page } = await openVisitor(site, browser)
    const { username } = await openMember(site, browser)
    await page.goto('/login?next=%2F%2Fevil.example')
    await logInByKeyboard(page, username)
    await page.waitForURL(`${site.url}/`)
  })

  test('sign-up says what is wrong beside each field', async ({ browser }) => {
    const { page } = await openVisitor(site, browser)
    await page.goto('/signup')
    await page.getByLabel('Username').fill('a b')
    await page.getByLabel('Email').last().fill('nowhere')
    await page.getByLabel('Password', { exact: true }).fill('short')
    await page.getByRole('button', { name: 'Sign up' }).click()
    await expect(page.getByText('Only letters, numbers, hyphens and underscores')).toBeVisible()
    await expect(page.getByText('Invalid email address')).toBeVisible()
    await expect(page.getByText('Please confirm your password')).toBeVisible()
    await page.getByLabel('Confirm your password').fill('other')
    await expect(page.getByText('Passwords do not match')).toBeVisible()
  })
})

test.describe('the cursor', () => {
  const forms = [
    ['/login', 'email'],
    ['/signup', 'email'],
    ['/auth/reset-password', 'email'],
    ['/auth/reset-password/made-up', 'password'],
    ['/search', 'q'],
  ] as const
  test.beforeAll(() => placeResetLink('made-up'))

  test('waits in the first field of a form, and not on a touch screen', async ({ browser }) => {
    const { page } = await openVisitor(site, browser)
    const touch = await browser.newContext({ baseURL: site.url, hasTouch: true, isMobile: true })
    const phone = await touch.newPage()
    for (const [path, name] of forms) {
      await page.goto(path)
      await expect(page.locator(`main input[name=${name}]`).first(), path).toBeFocused()
      await phone.goto(path, { waitUntil: 'networkidle' })
      await expect(phone.locator('input:focus'), path).toHaveCount(0)
    }
    await page.goto('/search?q=gala', { waitUntil: 'networkidle' })
    await expect(page.locator('input:focus')).toHaveCount(0)
  })
})

test.describe('a forgotten password', () => {
  test('is replaced by the mailed link, once, and ends every session', async ({ browser }) => {
    const { username, email, page: signedIn } = await openMember(site, browser)
    const { page } = await openVisitor(site, browser)
    await page.goto('/login')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByLabel('Email').fill('nobody@example.com')
    await page.getByRole('button', { name: 'Send me a link' }).click()
    await expect(page.getByText('If nobody@example.com belongs to an account')).toBeVisible()
    await page.goto('/auth/reset-password')
    await page.getByLabel('Email').fill(email)
    await page.getByRole('button', { name: 'Send me a link' }).click()
    await expect(page.getByText(`If ${email} belongs to an account`)).toBeVisible()

    const link = await mailedLink(site, email, 'reset-password')
    await page.goto(link)
    await page.getByLabel('New password').fill('an entirely new one')
    await page.getByLabel('Confirm your password').fill('another one')
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page.getByText("Passwords don't match")).toBeVisible()
    await page.getByLabel('Confirm your password').fill('an entirely new one')
    await page.getByRole('button', { name: 'Save password' }).click()
    await expect(page.getByText('Your password has been changed')).toBeVisible()

    await signedIn.goto('/profile')
    await expect(signedIn).toHaveURL(/\/login\?next=/)
    await page.getByRole('link', { name: 'Log in' }).click()
    await logIn(page, username, 'an entirely new one')
    await page.waitForURL(`${site.url}/`)

    const { page: later } = await openVisitor(site, browser)
    await later.goto(link)
    await expect(later.getByText('This link is invalid or has expired.')).toBeVisible()
    await expect(later.locator('input[type=password]')).toHaveCount(0)
    await later.getByRole('link', { name: 'Get a new link' }).click()
    await expect(later.getByLabel('Email')).toBeVisible()
  })
})

test.describe('Google', () => {
  test('brings somebody new in, back to where they were going', async ({ browser }) => {
    const { page } = await openVisitor(site, browser)
    google.person = { sub: '1', email: 'new@gmail.example', email_verified: true, name: 'New One' }
    await page.goto('/signup?next=%2Fprofile')
    await expect(page.getByRole('button', { name: 'Continue with Twitch' })).toHaveCount(0)
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await page.waitForURL(`${site.url}/profile`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  })

  test('may be refused, and tried again', async ({ browser }) => {
    const { page } = await openVisitor(site, browser)
    google.person = { sub: '2', email: 'two@gmail.example', email_verified: true, name: 'Two' }
    google.isWilling = false
    await page.goto('/login?next=%2Fevents')
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await expect(page.getByText('Authorization code not found')).toBeVisible()
    await expect(page.getByText('You didn’t give permission')).toBeVisible()
    expect(new URL(page.url()).search).toBe('')
    google.isWilling = true
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.waitForURL(`${site.url}/events`)
  })

  test('speaks the language that was left for it', async ({ browser }) => {
    const { page } = await openVisitor(site, browser)
    google.person = { sub: '6', email: 'six@gmail.example', email_verified: true, name: 'Six' }
    google.isWilling = false
    await page.goto('/es/login')
    await page.getByRole('button', { name: 'Continuar con Google' }).click()
    await expect(page.getByText('No has dado permiso')).toBeVisible()
    await expect(page).toHaveURL('/es/auth/google/callback')
    google.isWilling = true
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await page.waitForURL(`${site.url}/es`)
  })

  test('may fail in ways that are told apart', async ({ browser }) => {
    const { page } = await openVisitor(site, browser)
    google.person = { sub: '3', email: 'three@gmail.example', email_verified: true, name: 'Three' }
    await page.goto('/auth/google/callback')
    await expect(page.getByText('Authorization code not found')).toBeVisible()
    await page.goto('/auth/google/callback?code=made-up&state=made-up')
    await expect(page.getByText('Error fetching data')).toBeVisible()

    google.faults.set('/token', { status: 200, body: '{}' })
    await page.goto('/login')
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await expect(page.getByText('No data received')).toBeVisible()

    const connect = '**/api/v1/auth/google/connect'
    await page.route(connect, (route) => route.abort())
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Unexpected connection error')).toBeVisible()
    await page.unroute(connect)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.waitForURL(`${site.url}/`)
  })

  test('is connected only by who has signed in to the account of that address', async ({
    browser,
  }) => {
    const { email } = await openMember(site, browser, { isVerified: true })
    const { page } = await openVisitor(site, browser)
    google.person = { sub: '4', email, email_verified: true, name: 'Four' }
    await page.goto('/login')
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await expect(page.getByText('An account with this email address already exists')).toBeVisible()
    await page.locator('main').getByRole('link', { name: 'Log in' }).click()
    await expect(page).toHaveURL(/\/login\?next=%2Fprofile$/)
  })

  test('is a way in that can be kept, joined by a password, let go of and left', async ({
    browser,
  }) => {
    const { page } = await openVisitor(site, browser)
    const email = 'five@gmail.example'
    google.person = { sub: '5', email, email_verified: true, name: 'Five' }
    await page.goto('/signup?next=%2Fprofile')
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await page.waitForURL(`${site.url}/profile`)
    const account = section(page, 'Account')
    await account.getByLabel('Username').fill('five-of-five')
    await account.getByRole('button', { name: 'Change username' }).click()
    await expectToast(page, 'Your username is now five-of-five')
    await expect(account.getByText(email)).toBeVisible()
    await expect(account.getByText('Verified', { exact: true })).toBeVisible()
    await expect(account.getByText(/^You log in with Google, so your address/)).toBeVisible()
    await expect(account.getByLabel('Email address')).toHaveCount(0)

    await page.goto('/profile/security')
    const methods = section(page, 'Login methods')
    const disconnect = methods.getByRole('button', { name: 'Disconnect Google' })
    await expect(methods.getByText(/^This is your only login method/)).toBeVisible()
    await expect(disconnect).toBeDisabled()
    const form = section(page, 'Password')
    await form.getByLabel('New password').fill(password)
    await form.getByLabel('Confirm your password').fill(password)
    await form.getByRole('button', { name: 'Set a password' }).click()
    await expectToast(page, 'Password changed.')
    await disconnect.click()
    await expectToast(page, 'Google disconnected')
    await page.goto('/profile')
    await expect(account.getByLabel('Email address')).toHaveValue(email)

    const { page: later } = await openVisitor(site, browser)
    await later.goto('/login?next=%2Fprofile')
    await logIn(later, 'five-of-five')
    await later.waitForURL(`${site.url}/profile`)
    await later.getByRole('button', { name: 'Delete my account' }).click()
    const dialog = later.getByRole('dialog')
    await dialog.getByLabel('Type DELETE to confirm').fill('DELETE')
    await dialog.getByLabel('Current password').fill(password)
    await dialog.getByRole('button', { name: 'Delete permanently' }).click()
    await expect(dialog.getByText(/^Your account has been deleted/)).toBeVisible()
    expect(await membersNamed(site, 'five-of-five')).toBe(0)

    await page.goto('/login?next=%2Fprofile')
    await page.getByRole('button', { name: 'Continue with Google' }).click()
    await page.waitForURL(`${site.url}/profile`)
    await expect(page.getByRole('textbox', { name: 'Username' })).not.toHaveValue('five-of-five')
  })
})

test('an account is deleted by the mailed link, and only on the second word', async ({
  browser,
}) => {
  const { username, email } = await openMember(site, browser)
  const { page } = await openVisitor(site, browser)
  await page.goto('/data-deletion-request')
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send me the link' }).click()
  await expect(page.getByText(`If ${email} belongs to an account`)).toBeVisible()
  await page.goto(await mailedLink(site, email, 'delete-account'))
  await expect(page.getByRole('button', { name: 'Delete permanently' })).toBeEnabled()
  expect(await membersNamed(site, username)).toBe(1)
  await page.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(page.getByText('Your account has been deleted.')).toBeVisible()
  expect(await membersNamed(site, username)).toBe(0)
  await page.goto('/auth/delete-account/made-up')
  await page.getByRole('button', { name: 'Delete permanently' }).click()
  await expect(page.getByText('This link is invalid or has expired.')).toBeVisible()
})

test.describe('what a page tells of itself', () => {
  async function watch({ context, page }: Visitor) {
    const reports: { path: string; body: unknown; cookie: string | undefined }[] = []
    await context.route(/client_(errors|events)/, async (route) => {
      const { cookie } = await route.request().allHeaders()
      reports.push({ path: route.request().url(), body: route.request().postDataJSON(), cookie })
      await route.continue()
    })
    const fail = (text: string) =>
      page.evaluate((message) => {
        setTimeout(() => {
          throw new Error(message)
        })
      }, text)
    return { reports, fail }
  }

  test('errors are sent only once that is allowed [ASVS 14.2.3]', async ({ browser }) => {
    const visitor = await openVisitor(site, browser)
    const { page } = visitor
    const { reports, fail } = await watch(visitor)
    await page.goto('/events?q=secret')
    await fail('before anybody chose')
    await page.getByRole('button', { name: 'Only what’s needed' }).click()
    await fail('after a no')
    await page.getByRole('button', { name: 'Cookie settings' }).click()
    await page.getByRole('button', { name: 'Allow' }).click()
    await fail('after a yes')
    await expect.poll(() => reports.length).toBe(1)
    expect(reports[0]?.body).toMatchObject({
      message: 'after a yes',
      route: '/[...locale]/events',
    })
    expect(JSON.stringify(reports)).not.toContain('secret')
    await expect.poll(() => countOf(site, 'select count(*) as found from client_errors')).toBe(1)
  })

  test('clicks are counted without cookies, and not those of the staff', async ({ browser }) => {
    const member = await openMember(site, browser)
    const { page, username } = member
    const { reports } = await watch(member)
    await page.goto('/')
    await page.getByRole('button', { name: 'Propose an event' }).first().click()
    await expect.poll(() => reports.length).toBe(1)
    expect(reports[0]).toMatchObject({ body: { name: 'propose-open' }, cookie: undefined })
    expect(await page.evaluate(() => localStorage.getItem('analytics-disabled'))).toBeNull()

    await query(site, `update users set role = 'moderator' where username = ?`, username)
    await signIn(site, member.context, username)
    await page.goto('/')
    expect(await page.evaluate(() => localStorage.getItem('analytics-disabled'))).not.toBeNull()
    await page.getByRole('button', { name: 'Propose an event' }).first().click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(reports).toHaveLength(1)
  })
})

test.describe('what goes wrong is said in every language', () => {
  test.beforeAll(() => placeResetLink('made-up'))
  for (const { path, fields, unanswered, answered } of formPages) {
    test(`on ${path}`, async ({ browser }) => {
      const { page } = await openVisitor(site, browser)
      const last = Object.keys(fields).at(-1)
      const form = page.locator('main form').filter({ has: page.locator(`[name=${last}]`) })
      const submit = form.locator('button[type=submit]')
      for (const [index, locale] of locales.entries()) {
        await page.goto(`/${locale}${path}`)
        for (const [name, value] of Object.entries(fields)) {
          await form.locator(`input[name=${name}]`).fill(value)
        }
        await page.route('**/api/v1/auth/**', (route) => route.abort())
        await submit.click()
        await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveText(
          unanswered[index] ?? '',
        )
        await page.unroute('**/api/v1/auth/**')
        await submit.click()
        await expect(page.locator('main').getByText(answered[index] ?? '')).toBeVisible()
      }
    })
  }

  test('by a form that hears neither words nor JSON', async ({ browser }) => {
    const { page } = await openVisitor(site, browser)
    for (const [status, ...words] of oddAnswers) {
      const answer = { status, contentType: 'text/html', body: '<html>' }
      for (const [index, locale] of locales.entries()) {
        await page.goto(`/${locale}/login`)
        // From here on: pages that are intercepted as they load keep no scripts.
        await page.route('**/api/v1/auth/login', (route) => route.fulfill(answer))
        await page.locator('input[name=username]').fill('ana')
        await page.locator('input[name=password]').fill(password)
        await page.locator('input[name=password]').press('Enter')
        await expect(page.getByRole('alert').filter({ hasText: /\S/ })).toHaveText(
          words[index] ?? '',
        )
        await page.unrouteAll()
      }
    }
  })

  test('where a provider leads back to', async ({ browser }) => {
    const { page } = await openVisitor(site, browser)
    for (const [query, answer, ...words] of callbacks) {
      await page.route('**/api/v1/auth/google/connect', (route) =>
        answer ? route.fulfill(answer) : route.abort(),
      )
      for (const [index, locale] of locales.entries()) {
        await page.goto(`/${locale}/auth/google/callback${query}`)
        const fault = page.locator('main .notice-error p').first()
        await expect(fault).toHaveText(words[index] ?? '')
      }
    }
  })

  test('by an event that no calendar takes', async ({ browser }) => {
    const { page } = await openMember(site, browser)
    const startAt = Date.now() + 86_400_000
    const { slug } = await createEvent(site, { startAt, endAt: startAt + 3_600_000 })
    for (const [index, locale] of locales.entries()) {
      await page.goto(`/${locale}/events/${slug}`)
      await page.route('**/calendar?target=*', (route) => route.abort())
      for (const [target, words] of Object.entries(calendarFailures)) {
        await page.locator(`[data-calendar-target=${target}]`).click()
        await expectToast(page, words[index] ?? '')
      }
      await page.unrouteAll()
    }
  })
})
