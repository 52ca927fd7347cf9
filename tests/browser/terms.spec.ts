import { expect, type Page } from '@playwright/test'
import { termsVersion } from '#worker/contracts/terms.ts'
import { operator } from '#worker/contracts/operator.ts'
import { axeFaults } from '#tests/browser/axe.ts'
import { test } from '#tests/browser/test.ts'
import { day } from '#tests/support/drivers/durations.ts'
import { codeIn } from '#tests/support/drivers/sign-in-codes.ts'
import { startTestSite, type TestSite } from '#tests/support/drivers/site.ts'
import { mailedLink, openMember, openVisitor, signIn } from '#tests/support/drivers/visitors.ts'
import { waitFor } from '#tests/support/drivers/worker.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { createMember } from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'
import { startFakeOAuth, type FakeOAuth } from '#tests/support/fakes/fake-oauth.ts'

let site: TestSite
let providers: { google: FakeOAuth; twitch: FakeOAuth }
test.beforeAll(async () => {
  providers = { google: await startFakeOAuth('google'), twitch: await startFakeOAuth('twitch') }
  site = await startTestSite({ vars: { ...providers.google.vars, ...providers.twitch.vars } })
})
test.afterAll(async () => {
  await site.close()
  await Promise.all(Object.values(providers).map((provider) => provider.close()))
})

const line = `By creating an account you accept our terms (opens in a new tab) and confirm that you are ${operator.digitalAge} or older. How we use your data: privacy policy (opens in a new tab).`

async function expectAccepted(email: string, since: number): Promise<void> {
  const accepted = () =>
    query<{ version: string; at: number }>(
      site,
      `select terms_version as version, terms_accepted_at as at from users where email = ?`,
      email,
    )
  await expect.poll(accepted).toHaveLength(1)
  const [row] = await accepted()
  expect(row?.version).toBe(termsVersion)
  expect(row?.at).toBeGreaterThanOrEqual(since)
}

async function enterCode(page: Page, email: string): Promise<void> {
  await page.getByRole('button', { name: 'Email me a code' }).click()
  const code = await waitFor(
    async () => (await site.mails(email)).flatMap((mail) => codeIn(mail) ?? [])[0],
    'a code',
  )
  await expect(page.getByText(line)).toBeVisible()
  await page.getByRole('textbox', { name: 'Six-digit code' }).pressSequentially(code)
}

test.describe('sign-up says what one accepts, and stores its version', () => {
  test('by a password', async ({ browser }) => {
    const { page } = await openVisitor(site, browser)
    const since = Date.now()
    await page.goto('/signup')
    await expect(page.getByText(line)).toBeVisible()
    const link = page.getByRole('link', { name: /^terms/ })
    await expect(link.first()).toHaveAttribute('href', '/terms-and-conditions')
    await page.getByLabel('Username').fill('accepting')
    await page.getByLabel('Email').last().fill('accepting@example.com')
    await page.getByLabel('Password', { exact: true }).fill('a long enough password')
    await page.getByLabel('Confirm your password').fill('a long enough password')
    await page.getByRole('button', { name: 'Sign up' }).click()
    expect(await mailedLink(site, 'accepting@example.com', 'verify')).toContain('/auth/verify/')
    await expectAccepted('accepting@example.com', since)
  })

  test('by a mailed code, on the page of login', async ({ browser }) => {
    const { page } = await openVisitor(site, browser)
    const since = Date.now()
    await page.goto('/login')
    await expect(page.getByText(line)).toBeVisible()
    await page
      .getByRole('textbox', { name: /^Email/ })
      .first()
      .fill('coded@example.com')
    await enterCode(page, 'coded@example.com')
    await expectAccepted('coded@example.com', since)
  })

  test('by a mailed code, over a page', async ({ browser }) => {
    const { page } = await openVisitor(site, browser)
    const event = await createEvent(site, { startAt: Date.now() + 3 * day })
    const since = Date.now()
    await page.goto(`/events/${event.slug}`)
    await page.locator(`main [data-hype-event="${event.id}"]:visible`).first().click()
    await expect(page.getByRole('dialog').getByText(line)).toBeVisible()
    await page.getByRole('dialog').getByRole('textbox').fill('over@example.com')
    await enterCode(page, 'over@example.com')
    await expectAccepted('over@example.com', since)
  })

  for (const provider of ['google', 'twitch'] as const) {
    test(`by ${provider}`, async ({ browser }) => {
      const { page } = await openVisitor(site, browser)
      const email = `${provider}@provider.example`
      const since = Date.now()
      providers[provider].person = {
        sub: '71',
        email,
        email_verified: true,
        name: 'Seven',
        channel: 'seven',
      }
      await page.goto('/signup')
      await page.getByRole('button', { name: new RegExp(`Continue with ${provider}`, 'i') }).click()
      await page.waitForURL(`${site.url}/**`)
      await expectAccepted(email, since)
    })
  }
})

test('new terms reach everybody verified and stay above the page until they are read', async ({
  browser,
  page,
}) => {
  const mailed = await createMember(site, { language: 'fr' })
  const reader = await openMember(site, browser, { isVerified: true, language: 'en' })
  await signIn(site, page.context(), 'admin')
  await page.goto(`${site.url}/admin/panel/campaigns/editor`)
  await expect(page.locator('fieldset.editor:enabled')).toBeVisible()
  await page.getByLabel('Name', { exact: true }).fill('New terms')
  await page.getByLabel('Sent as').selectOption('New terms, to all members')
  await page.getByLabel('Subject').fill('Our terms change')
  await page.getByLabel('Text', { exact: true }).fill('The **age** changes.')
  await page
    .getByLabel('Applies from')
    .fill(new Date(Date.now() + 16 * day).toISOString().slice(0, 10))
  const dialog = page.getByRole('dialog', { name: 'Send “New terms”' })
  const send = async () => {
    await page.getByRole('button', { name: 'Send…' }).click()
    await dialog.getByRole('button', { name: /^Send to/ }).click()
  }
  await send()
  await expect(page.getByText('Write the subject and the text in every language')).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  for (const [language, subject] of [
    ['Español', 'Cambian los términos'],
    ['Français', 'Les conditions changent'],
  ]) {
    await page.getByRole('button', { name: new RegExp(`^${language}`) }).click()
    await page.getByLabel('Subject').fill(subject!)
    await page.getByLabel('Text', { exact: true }).fill(subject!)
  }
  await send()
  await expect(page.getByText('“New terms” is being sent')).toBeVisible()
  const subjects = async (email: string) => (await site.mails(email)).map(({ subject }) => subject)
  await expect.poll(() => subjects(mailed.email)).toEqual(['Les conditions changent'])
  await expect.poll(() => subjects(reader.email)).toEqual(['Our terms change'])

  const theirs = reader.page
  const above = theirs.getByRole('complementary', { name: 'Message to all members' })
  for (const path of ['/', '/faq', '/profile']) {
    await theirs.goto(path)
    await expect(above).toContainText('Our terms change')
  }
  expect(await axeFaults(theirs)).toEqual([])
  await above.getByRole('link', { name: 'Read' }).click()
  await expect(theirs.getByRole('heading', { level: 1 })).toHaveText('Our terms change')
  await expect(theirs.locator('.prose strong')).toHaveText('age')
  expect(await axeFaults(theirs)).toEqual([])
  await theirs.getByRole('link', { name: 'Read the text' }).click()
  await expect(theirs.getByRole('heading', { name: 'Changes', exact: true })).toBeVisible()
  await above.getByRole('button', { name: 'I’ve read it' }).click()
  await expect(above).toBeHidden()
  await expectAccepted(reader.email, 0)
  await theirs.reload()
  await expect(theirs.locator('[data-unread-count]')).toHaveText('0')
  await expect(above).toBeHidden()

  await theirs.getByRole('link', { name: 'November 28, 2026' }).click()
  await expect(theirs.getByText('You’re reading an earlier version.')).toBeVisible()
  await expect(theirs.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
})
