import { readFile } from 'node:fs/promises'
import { expect, type Browser } from '@playwright/test'
import { axeFaults } from '#tests/browser/axe.ts'
import { test } from '#tests/browser/test.ts'
import { password, createMember } from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'
import { startFakeOAuth, type FakeOAuth } from '#tests/support/fakes/fake-oauth.ts'
import {
  expectToast,
  openMemberWithConsent,
  section,
  visitProfile,
} from '#tests/support/drivers/profile.ts'
import { startTestSite, type TestSite } from '#tests/support/drivers/site.ts'
import { mailedLink, membersNamed } from '#tests/support/drivers/visitors.ts'
import { waitFor } from '#tests/support/drivers/worker.ts'

const webhook = `https://discord.com/api/webhooks/123456789012345678/${'b'.repeat(68)}`
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
let site: TestSite
let twitch: FakeOAuth
test.beforeAll(async () => {
  twitch = await startFakeOAuth('twitch')
  site = await startTestSite({ demo: true, vars: twitch.vars })
})
test.afterAll(async () => {
  await site.close()
  await twitch.close()
})

async function openProfile(browser: Browser, path = '/profile') {
  const member = await openMemberWithConsent(site, browser)
  await visitProfile(member.page, path)
  return member
}

/** From another device, of which the page knows nothing. */
function logInElsewhere(username: string, secret = password): Promise<Response> {
  return fetch(`${site.url}/api/v1/auth/login`, {
    method: 'POST',
    body: new URLSearchParams({ username, password: secret }),
    headers: { 'User-Agent': firefox },
  })
}

/** Account of one who signed up through these providers and never set a password. */
async function takePassword(username: string, ...providers: ('google' | 'twitch')[]) {
  await query(site, 'update users set password_hash = null where username = ?', username)
  for (const provider of providers) {
    await query(
      site,
      `insert into identities (user_id, provider, provider_user_id, name, created_at)
        select id, ?, username, 'Ana', 0 from users where username = ?`,
      provider,
      username,
    )
  }
}

test.describe('the account', () => {
  test('takes another username, unless it is the same or taken', async ({ browser }) => {
    const { page, username } = await openProfile(browser)
    const account = section(page, 'Account')
    const field = account.getByLabel('Username')
    const save = account.getByRole('button', { name: 'Change username' })
    await save.click()
    await expect(account.getByText('No changes to update')).toBeVisible()
    await createMember(site, { username: 'taken-name' })
    await field.fill('taken-name')
    await save.click()
    await expect(account.getByText('This username is already taken.')).toBeVisible()
    await field.fill('ab')
    await expect(account.getByText('At least 3 characters', { exact: false })).toBeVisible()
    await field.fill(`${username}-b`)
    await save.click()
    await expectToast(page, `Your username is now ${username}-b`)
    await visitProfile(page)
    await expect(page.locator('.profile-name')).toHaveText(`${username}-b`)
  })
  test('keeps its address until the link to the new one is opened', async ({ browser }) => {
    const { page, email, username } = await openProfile(browser)
    const account = section(page, 'Account')
    const field = account.getByLabel('Email address')
    const save = account.getByRole('button', { name: 'Change email address' })
    await expect(account.getByText('Not verified', { exact: true })).toBeVisible()
    await save.click()
    await expect(account.getByText('No changes to update')).toBeVisible()
    const other = `${username}@example.org`
    await field.fill(other)
    await account.getByLabel('Current password').fill('not my password')
    await save.click()
    await expect(account.getByText('Wrong password')).toBeVisible()
    await account.getByLabel('Current password').fill(password)
    await save.click()
    await expect(account.getByText(`Open the link we sent to ${other}`)).toBeVisible()
    await expect(field).toHaveValue(email)
    await page.goto(await mailedLink(site, other, 'verify'))
    await page.getByRole('button', { name: 'Verify my email' }).click()
    await expect(page.getByText('Email address verified.')).toBeVisible()
    await visitProfile(page)
    await expect(field).toHaveValue(other)
    await expect(account.getByText('Verified', { exact: true })).toBeVisible()
  })
  test('sends the verification link again', async ({ browser }) => {
    const { page, email } = await openProfile(browser)
    await page.getByRole('button', { name: 'Send again' }).click()
    await expectToast(page, `Verification email sent to ${email}`)
    await waitFor(async () => (await site.mails(email)).length === 1, 'the mail')
  })
  test('that came through a provider cannot change its address', async ({ browser }) => {
    const member = await openMemberWithConsent(site, browser)
    await takePassword(member.username, 'google')
    await visitProfile(member.page)
    const account = section(member.page, 'Account')
    await expect(account.getByText(/^You log in with Google, so your address/)).toBeVisible()
    await expect(account.getByLabel('Email address')).toHaveCount(0)
  })
  test('shows the round part of a picture, shrunk to WebP', async ({ browser }) => {
    const { page } = await openProfile(browser)
    const account = section(page, 'Account')
    const image = account.locator('img').last()
    const drawn = await image.getAttribute('src')
    const picture = await page.evaluate(() => {
      const canvas = document.createElement('canvas')
      canvas.width = 1400
      canvas.height = 900
      canvas.getContext('2d')?.fillRect(0, 0, 700, 900)
      return canvas.toDataURL('image/png').split(',')[1] ?? ''
    })
    const file = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(picture, 'base64') }
    await account.getByLabel('Choose an image').setInputFiles(file)
    const dialog = page.getByRole('dialog')
    await expect(dialog.getByRole('group', { name: 'Visible area' })).toBeVisible()
    await dialog.getByLabel('Zoom').fill('1.5')
    expect(await axeFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Use this image' }).click()
    await expectToast(page, 'Avatar saved')
    await expect(dialog).toBeHidden()
    await expect(image).toHaveAttribute('src', /^\/media\/avatars\//)
    const answer = await page.request.get((await image.getAttribute('src')) ?? '')
    expect(answer.headers()['content-type']).toBe('image/webp')
    await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(512)
    await account.getByRole('button', { name: 'Remove' }).click()
    await expectToast(page, 'Avatar removed')
    await expect(image).toHaveAttribute('src', drawn ?? '')
  })

  test('refuses what is no picture', async ({ browser }) => {
    const { page } = await openProfile(browser)
    const file = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture') }
    await page.getByLabel('Choose an image').setInputFiles(file)
    await expect(page.getByText(/^We can’t read this file/)).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})

test.describe('security', () => {
  test('changes the password and signs out the other devices', async ({ browser }) => {
    const { page, username } = await openProfile(browser, '/profile/security')
    await logInElsewhere(username)
    await visitProfile(page, '/profile/security')
    const form = section(page, 'Password')
    const devices = section(page, 'Devices').getByRole('listitem')
    await expect(devices).toHaveCount(2)
    await form.getByLabel('Current password').fill('not my password')
    await form.getByLabel('New password').fill('a wholly new password')
    await form.getByLabel('Confirm your password').fill('another one')
    await form.getByRole('button', { name: 'Change password' }).click()
    await expect(form.getByText('Passwords do not match')).toBeVisible()
    await form.getByLabel('Confirm your password').fill('a wholly new password')
    await form.getByRole('button', { name: 'Change password' }).click()
    await expect(form.getByText('Wrong password')).toBeVisible()
    await form.getByLabel('Current password').fill(password)
    await form.getByRole('button', { name: 'Change password' }).click()
    await expectToast(page, 'Password changed.')
    await expect(devices).toHaveCount(1)
    await expect(form.getByLabel('New password')).toHaveValue('')
    expect((await logInElsewhere(username)).status).toBe(401)
    expect((await logInElsewhere(username, 'a wholly new password')).status).toBe(200)
  })

  test('keeps the last way in, and lets go of it once there is another', async ({ browser }) => {
    const member = await openMemberWithConsent(site, browser)
    await takePassword(member.username, 'google')
    const { page } = member
    await visitProfile(page, '/profile/security')
    const methods = section(page, 'Login methods')
    const disconnect = methods.getByRole('button', { name: 'Disconnect Google' })
    await expect(methods.getByText(/^This is your only login method/)).toBeVisible()
    await expect(disconnect).toBeDisabled()
    const form = section(page, 'Password')
    await form.getByLabel('New password').fill(password)
    await form.getByLabel('Confirm your password').fill(password)
    await form.getByRole('button', { name: 'Set a password' }).click()
    await disconnect.click()
    await expectToast(page, 'Google disconnected')
    await expect(disconnect).toHaveCount(0)
  })

  test('connects Twitch at Twitch, and comes back', async ({ browser }) => {
    const { page, username } = await openProfile(browser, '/profile/security')
    twitch.person = { sub: username, channel: 'ana_at_twitch' }
    const methods = section(page, 'Login methods')
    await expect(methods.getByText('Not available on this site')).toBeVisible()
    await methods.getByRole('button', { name: 'Connect Twitch' }).click()
    await expectToast(page, 'Verify your email address first')
    await query(site, 'update users set email_verified_at = 1 where username = ?', username)
    twitch.isWilling = false
    await methods.getByRole('button', { name: 'Connect Twitch' }).click()
    await expect(page.getByText('You didn’t give permission')).toBeVisible()
    twitch.isWilling = true
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.waitForURL(`${site.url}/profile/security#sign-in`)
    await expect(methods.getByText(/^ana_at_twitch\s·\sconnected since/)).toBeVisible()
  })

  test('asks for the password first when the sign-in is a while ago', async ({ browser }) => {
    const { page, username } = await openProfile(browser, '/profile/security')
    const id = '(select id from users where username = ?)'
    await query(site, 'update users set email_verified_at = 1 where username = ?', username)
    await query(site, `update sessions set created_at = 1 where user_id = ${id}`, username)
    twitch.person = { sub: username, channel: 'late_at_twitch' }
    const methods = section(page, 'Login methods')
    await methods.getByRole('button', { name: 'Connect Twitch' }).click()
    const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
    await expect(dialog.getByText(/^For your security/)).toBeVisible()
    await dialog.getByLabel('Current password').fill('not my password')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await expect(dialog.getByText('Wrong password')).toBeVisible()
    await dialog.getByLabel('Current password').fill(password)
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await page.waitForURL(`${site.url}/profile/security#sign-in`)
    await expect(methods.getByText(/^late_at_twitch\s·\sconnected since/)).toBeVisible()

    await query(site, `update sessions set created_at = 1, confirmed_at = 1`)
    await query(site, 'update users set password_hash = null where username = ?', username)
    await visitProfile(page, '/profile/security')
    const form = section(page, 'Password')
    await form.getByLabel('New password').fill(password)
    await form.getByLabel('Confirm your password').fill(password)
    await form.getByRole('button', { name: 'Set a password' }).click()
    await dialog.getByRole('button', { name: 'Continue with Twitch' }).click()
    await page.waitForURL(`${site.url}/profile/security#password`)
    await form.getByLabel('New password').fill(password)
    await form.getByLabel('Confirm your password').fill(password)
    await form.getByRole('button', { name: 'Set a password' }).click()
    await expectToast(page, 'Password changed.')
  })

  test('says that a provider could not be disconnected', async ({ browser }) => {
    const member = await openMemberWithConsent(site, browser)
    await takePassword(member.username, 'google', 'twitch')
    const { page, context } = member
    await visitProfile(page, '/profile/security')
    const disconnect = page.getByRole('button', { name: 'Disconnect Twitch' })
    await expect(disconnect).toBeEnabled()
    await context.setOffline(true)
    await disconnect.click()
    await expectToast(page, 'Couldn’t disconnect Twitch')
    await expect(disconnect).toBeVisible()
  })

  test('signs out one device, and then everywhere', async ({ browser }) => {
    const { page, username, context } = await openProfile(browser, '/profile/security')
    const other = (await (await logInElsewhere(username)).json()) as { access_token: string }
    await visitProfile(page, '/profile/security')
    const devices = section(page, 'Devices')
    const last = devices.getByRole('listitem').filter({ hasNotText: 'This device' })
    await expect(last).toContainText('Firefox on Linux')
    await context.setOffline(true)
    await last.getByRole('button').click()
    await expectToast(page, 'Couldn’t log out that device')
    await context.setOffline(false)
    await last.getByRole('button').click()
    await expectToast(page, 'That device has been logged out')
    await expect(last).toHaveCount(0)
    const headers = { Authorization: `Bearer ${other.access_token}` }
    const refused = await fetch(`${site.url}/api/v1/users/me`, { headers })
    expect(refused.status).toBe(401)
    await devices.getByRole('button', { name: 'Log out everywhere' }).click()
    await page.waitForURL((url) => url.pathname === '/')
    await page.goto('/profile/security')
    await page.waitForURL(/\/login\?next=/)
  })
})

test.describe('settings', () => {
  test('are saved, and nothing is when nothing changed', async ({ browser }) => {
    const { page } = await openProfile(browser)
    const form = section(page, 'Settings')
    const save = form.getByRole('button', { name: 'Save' })
    await save.click()
    await expect(form.getByText('No changes to update')).toBeVisible()
    await form.getByLabel('Date format').selectOption('ymd')
    await save.click()
    await expectToast(page, 'Your settings have been updated')
    await visitProfile(page)
    await expect(form.getByLabel('Date format')).toHaveValue('ymd')
  })

  test('of marketing turn at once, and back when refused', async ({ browser }) => {
    const { page, context } = await openProfile(browser, '/profile/notifications')
    const news = section(page, 'Notification settings').getByRole('switch', { name: /^News/ })
    await expect(news).not.toBeChecked()
    const saved = page.waitForResponse('**/users/me/marketing')
    await news.click()
    await saved
    await visitProfile(page, '/profile/notifications')
    await expect(news).toBeChecked()
    await expect(news).toBeEnabled()
    await context.setOffline(true)
    await news.click()
    await expectToast(page, 'Failed to update marketing preference')
    await expect(news).toBeChecked()
  })

  test('of Discord appear with its webhook, and a test arrives', async ({ browser }) => {
    const { page } = await openProfile(browser, '/profile/notifications')
    const discord = section(page, 'Discord')
    const reminders = page.getByRole('switch', {
      name: 'Reminders for events you’ve hyped: Discord',
    })
    await expect(reminders).toHaveCount(0)
    await expect(page.getByText('To use Discord, add a webhook.')).toBeVisible()
    await discord.getByLabel('Webhook URL').fill('https://example.com/hook')
    await discord.getByRole('button', { name: 'Add webhook' }).click()
    await expect(discord.locator('.field-error')).toBeVisible()
    await discord.getByLabel('Webhook URL').fill(webhook)
    await discord.getByRole('button', { name: 'Add webhook' }).click()
    await expect(reminders).toBeEnabled()
    await discord.getByRole('button', { name: 'Send a test' }).click()
    await expectToast(page, 'Test message sent to Discord')
    expect(site.discord.posts.at(-1)?.body.embeds[0]?.description).toContain('Hypecal is connected')
    site.discord.answers.push({ status: 500 })
    await discord.getByRole('button', { name: 'Send a test' }).click()
    await expectToast(page, 'Discord didn’t accept the message')
    await discord.getByRole('button', { name: 'Remove' }).click()
    await expect(reminders).toHaveCount(0)
  })

  test('of what reaches you turn at once, and back when refused', async ({ browser }) => {
    const { page, context } = await openProfile(browser, '/profile/notifications')
    const name = 'Levels you reach: On Hypecal'
    const level = page.getByRole('switch', { name })
    await expect(level).toBeChecked()
    const saved = page.waitForResponse('**/channels/level_up/in_app')
    await level.click()
    await saved
    await visitProfile(page, '/profile/notifications')
    await expect(level).not.toBeChecked()
    await expect(level).toBeEnabled()
    await context.setOffline(true)
    await level.click()
    await expectToast(page, 'Couldn’t update this notification')
    await expect(level).not.toBeChecked()
  })

  test('of what is followed silence it, until it is followed no more', async ({ browser }) => {
    const { page, username } = await openMemberWithConsent(site, browser)
    for (const [table, column, from] of [
      ['streamer_follows', 'streamer_id', 'streamers'],
      ['game_follows', 'game_id', 'games'],
    ]) {
      await query(
        site,
        `insert into ${table} (user_id, ${column}, created_at)
          select u.id, (select min(id) from ${from}), 0 from users u where u.username = ?`,
        username,
      )
    }
    await visitProfile(page, '/profile/following')
    const switches = section(page, 'Following').getByRole('switch')
    await expect(switches).toHaveCount(2)
    const saved = page.waitForResponse('**/notification_settings/games/*')
    await switches.last().click()
    await saved
    // The page reads once what is followed.
    await page.goto('/profile/following', { waitUntil: 'networkidle' })
    await expect(switches.last()).not.toBeChecked()
    await query(
      site,
      'delete from streamer_follows where user_id = (select id from users where username = ?)',
      username,
    )
    await switches.first().click()
    await expect(page.getByText('You’re not following any streamers yet.')).toBeVisible()
    await expect(switches).toHaveCount(1)
  })
})

test.describe('the streamer profile', () => {
  test('is made, edited, and has channels added and removed', async ({ browser }) => {
    const { page, context } = await openProfile(browser, '/profile/streamer')
    const streamer = section(page, 'Streamer profile')
    const create = streamer.getByRole('button', { name: 'Create my streamer profile' })
    await create.click()
    await expect(streamer.locator('.field-error')).toHaveText('This field is required')
    await streamer.getByLabel('Display name').fill('Nora Streams')
    await streamer.getByLabel('Streaming language').selectOption('fr')
    await create.click()
    await expectToast(page, 'Your streamer profile is ready')
    const save = streamer.getByRole('button', { name: 'Save' })
    await save.click()
    await expect(streamer.getByText('No changes to update')).toBeVisible()
    await streamer.getByLabel('Display name').fill('Nora Live')
    await save.click()
    await expectToast(page, 'Streamer profile saved')

    const add = streamer.getByRole('button', { name: 'Add channel' })
    await streamer.getByLabel('Platform').selectOption('YouTube')
    const handle = streamer.getByLabel('YouTube URL name')
    await add.click()
    await expect(streamer.getByText('YouTube URL name required')).toBeVisible()
    const [taken] = await query<{ name: string }>(
      site,
      `select name from streaming_accounts where platform = 'youtube' limit 1`,
    )
    await handle.fill(taken?.name ?? '')
    await add.click()
    await expect(streamer.locator('.field-error')).toBeVisible()
    await handle.fill('nora-live')
    await add.click()
    await expectToast(page, 'nora-live added')
    const channel = streamer.getByRole('listitem').filter({ hasText: 'nora-live' })
    await expect(channel.getByText('Not verified')).toBeVisible()
    await context.setOffline(true)
    await channel.getByRole('button').click()
    await expectToast(page, 'Couldn’t remove the channel')
    await context.setOffline(false)
    await channel.getByRole('button').click()
    await expectToast(page, 'nora-live removed')
    await expect(channel).toHaveCount(0)
    await streamer.getByRole('link', { name: 'See my public page' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Nora Live' })).toBeVisible()
  })
})

test.describe('one’s own events', () => {
  test('are listed by period, and a list that does not come can be asked for again', async ({
    browser,
  }) => {
    const { page, context } = await openProfile(browser, '/profile/proposals')
    const events = section(page, 'My events')
    await expect(events.getByText(/^You have no upcoming proposals/)).toBeVisible()
    await context.setOffline(true)
    await events.getByRole('button', { name: 'Past' }).click()
    await expect(events.getByText('Couldn’t load your events')).toBeVisible()
    await context.setOffline(false)
    await events.getByRole('button', { name: 'Try again' }).click()
    await expect(events.getByText('You have no past proposals yet.')).toBeVisible()
  })
})

test.describe('one’s own data', () => {
  test('are downloaded as one file', async ({ browser }) => {
    const { page, username, context } = await openProfile(browser)
    const button = page.getByRole('button', { name: 'Download my data' })
    await expect(button).toBeEnabled()
    await context.setOffline(true)
    await button.click()
    await expectToast(page, 'Couldn’t download your data')
    await context.setOffline(false)
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
    expect(download.suggestedFilename()).toMatch(/^hypecal-\d{4}-\d\d-\d\d\.json$/)
    const data = JSON.parse(await readFile(await download.path(), 'utf8')) as {
      account: { username: string }
    }
    expect(data.account.username).toBe(username)
  })

  test('are deleted with the account, once the word and the password are typed', async ({
    browser,
  }) => {
    const { page, username } = await openProfile(browser)
    const open = page.getByRole('button', { name: 'Delete my account' })
    await open.click()
    const dialog = page.getByRole('dialog')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(open).toBeFocused()
    await open.click()
    const word = dialog.getByLabel('Type DELETE to confirm')
    const confirm = dialog.getByRole('button', { name: 'Delete permanently' })
    await word.fill(username)
    await dialog.getByLabel('Current password').fill('not my password')
    await confirm.click()
    await expect(dialog.getByText('Type the word as shown')).toBeVisible()
    await word.fill('Delete ')
    await confirm.click()
    await expect(dialog.getByText('Wrong password')).toBeVisible()
    expect(await axeFaults(page)).toEqual([])
    await dialog.getByLabel('Current password').fill(password)
    await confirm.click()
    await expect(dialog.getByText(/^Your account has been deleted/)).toBeVisible()
    await dialog.getByRole('link', { name: 'Go Home' }).click()
    await page.waitForURL((url) => url.pathname === '/')
    expect((await logInElsewhere(username)).status).toBe(401)
    expect(await membersNamed(site, username)).toBe(0)
  })
})
