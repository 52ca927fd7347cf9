import { expect, type Page } from '@playwright/test'
import { insertGame } from '#tests/support/factories/directory.ts'
import { createSession, password } from '#tests/support/factories/members.ts'
import { axeFaults } from '#tests/browser/axe.ts'
import { test, useSite } from '#tests/browser/test.ts'
import { waitFor } from '#tests/support/drivers/worker.ts'
import { countOf, logIn, openMember, setSessionCookies } from '#tests/support/drivers/visitors.ts'
import {
  addAuthenticator,
  chooseSuggestedPasskey,
} from '#tests/support/drivers/virtual-authenticator.ts'

const site = useSite({ vars: { STAFF_PASSKEYS: 'required' } })

const section = (page: Page) => page.locator('#passkeys')

async function addPasskey(page: Page): Promise<void> {
  await page.goto('/profile/security#passkeys')
  await section(page).getByRole('button', { name: 'Add a passkey' }).click()
  await expect(section(page).getByText('Not used yet')).toBeVisible()
}

/** Marks the session like the mailed link to the first passkey. */
async function openWayToFirst({ userId }: { userId: number }): Promise<void> {
  const sql = 'update sessions set passkey_at = ? where user_id = ?'
  await site.environment.db.$client.execute({ sql, args: [Date.now(), userId] })
}

async function createCodes(page: Page): Promise<string[]> {
  await section(page).getByRole('button', { name: 'Create codes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Recovery codes' })
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  expect(await axeFaults(page)).toEqual([])
  const codes = await dialog.getByRole('listitem').allTextContents()
  await dialog.getByRole('button', { name: 'I’ve saved them' }).click()
  await expect(section(page).getByText('10 codes left')).toBeVisible()
  return codes
}

/** Something to change in the panel. */
async function createGroup(page: Page, name: string): Promise<void> {
  await page.goto('/admin/panel/groups')
  await page.getByRole('button', { name: 'New group' }).click()
  const dialog = page.getByRole('dialog', { name: 'New group' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByRole('button', { name: 'Create' }).click()
}

const groupsNamed = (name: string) =>
  countOf(site, 'select count(*) as found from event_groups where name = ?', name)

test('a member adds a passkey, names it, logs in with it and removes it', async ({ browser }) => {
  const { page, context } = await openMember(site, browser, { isVerified: true })
  await addAuthenticator(page)
  await addPasskey(page)
  expect(await axeFaults(page)).toEqual([])
  await section(page)
    .getByRole('button', { name: /^Rename / })
    .click()
  await page.getByRole('dialog').getByLabel('Name').fill('Desk')
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
  await expect(section(page).getByText('Desk')).toBeVisible()

  await context.clearCookies()
  await page.goto('/login?next=%2Fprofile%2Fsecurity')
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await expect(page).toHaveURL(/\/profile\/security$/)
  await expect(section(page).getByText('Last used')).toBeVisible()

  await section(page).getByRole('button', { name: 'Remove Desk' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(section(page).getByText('No passkeys yet')).toBeVisible()
})

test('a passkey is chosen among the suggestions of the username', async ({ browser }) => {
  const { page, context } = await openMember(site, browser, { isVerified: true })
  await addAuthenticator(page)
  await addPasskey(page)
  await context.clearCookies()
  await chooseSuggestedPasskey(page)
  await page.goto('/login?next=%2Fprofile%2Fsecurity')
  await expect(page).toHaveURL(/\/profile\/security$/)
  await expect(section(page).getByText('Last used')).toBeVisible()
})

test('who uses no passkey sees why, and logs in by password', async ({ browser }) => {
  const { page, context, username } = await openMember(site, browser, { isVerified: true })
  const authenticator = await addAuthenticator(page)
  await context.clearCookies()
  await authenticator.setVerified(false)
  await page.goto('/login')
  await page.getByRole('button', { name: 'Log in with a passkey' }).click()
  await expect(page.getByText('No passkey was used. Try again.')).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  await logIn(page, username, password)
  await expect(page).toHaveURL(`${site.url}/`)
})

test('a moderator without a passkey is led to add one, and then changes things', async ({
  browser,
}) => {
  const member = { isVerified: true, role: 'moderator', language: 'en' } as const
  const { page, email } = await openMember(site, browser, member)
  await addAuthenticator(page)
  await createGroup(page, 'First try')
  const dialog = page.getByRole('dialog', { name: 'Passkey needed' })
  expect(await axeFaults(page)).toEqual([])
  expect(await groupsNamed('First try')).toBe(0)
  await dialog.getByRole('button', { name: 'Email me the link' }).click()
  await expect(dialog.getByText('We sent you a link.')).toBeVisible()
  const link = /\/profile\/security\?passkey=[\w-]+#passkeys/
  const mail = await waitFor(
    async () => (await site.mails(email)).find(({ text }) => link.test(text)),
    'the link to the first passkey',
  )
  await page.goto(link.exec(mail.text)?.[0] ?? '')
  await expect(page.getByText('You can add your passkey now.')).toBeVisible()
  await expect(page).toHaveURL(/\/profile\/security#passkeys$/)
  await expect(section(page).getByText('You need a passkey to make changes in admin')).toBeVisible()
  await addPasskey(page)
  await createCodes(page)
  await createGroup(page, 'Second try')
  await expect.poll(() => groupsNamed('Second try')).toBe(1)
})

test('in another session the passkey is asked for once, and the change goes on', async ({
  browser,
}) => {
  const member = await openMember(site, browser, { isVerified: true, role: 'moderator' })
  const { page, context } = member
  await addAuthenticator(page)
  await openWayToFirst(member)
  await addPasskey(page)
  await setSessionCookies(site, context, await createSession(site, member))
  await createGroup(page, 'Third try')
  await page
    .getByRole('dialog', { name: 'Passkey needed' })
    .getByRole('button', { name: 'Use a passkey' })
    .click()
  await expect.poll(() => groupsNamed('Third try')).toBe(1)
  await createGroup(page, 'Fourth try')
  await expect.poll(() => groupsNamed('Fourth try')).toBe(1)
})

test('who lost the device goes on with a recovery code and adds another passkey', async ({
  browser,
}) => {
  const member = await openMember(site, browser, { isVerified: true, role: 'moderator' })
  const { page, context } = member
  const lost = await addAuthenticator(page)
  await openWayToFirst(member)
  await addPasskey(page)
  const [code = ''] = await createCodes(page)
  await lost.remove()
  await addAuthenticator(page)

  await setSessionCookies(site, context, await createSession(site, member))
  await createGroup(page, 'Without device')
  const dialog = page.getByRole('dialog', { name: 'Passkey needed' })
  await dialog.getByRole('button', { name: 'Use a recovery code' }).click()
  await dialog.getByLabel('Recovery code').fill('aaaa-bbbb-cccc-dddd')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('This code is wrong or has already been used')).toBeVisible()
  await dialog.getByLabel('Recovery code').fill(code)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect.poll(() => groupsNamed('Without device')).toBe(1)

  await page.goto('/profile/security#passkeys')
  await expect(section(page).getByText('9 codes left')).toBeVisible()
  await section(page).getByRole('button', { name: 'Add a passkey' }).click()
  await expect(section(page).getByRole('button', { name: /^Remove / })).toHaveCount(2)
})

test('a deletion late in a session is confirmed by the passkey or the password', async ({
  browser,
}) => {
  const member = await openMember(site, browser, { isVerified: true, role: 'admin' })
  const { page, context } = member
  await addAuthenticator(page)
  await openWayToFirst(member)
  await addPasskey(page)
  const before = Date.now() - 20 * 60_000
  const session = await createSession(site, member)
  const late = `update sessions set created_at = ?, passkey_at = ? where id = ?`
  await site.environment.db.$client.execute({
    sql: late,
    args: [before, before, session.sessionId],
  })
  await setSessionCookies(site, context, session)
  await insertGame(site, 'Deleted game')
  await page.goto('/admin/panel/games?q=Deleted')
  await page.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await expect(dialog.getByRole('button', { name: 'Use a passkey' })).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  await dialog.getByLabel('Current password').fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  const left = "select count(*) as found from games where name = 'Deleted game'"
  await expect.poll(() => countOf(site, left)).toBe(0)
})
