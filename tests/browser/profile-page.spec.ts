import { expect, type Page } from '@playwright/test'
import { locales } from '#worker/locale/locales.ts'
import { axeFaults } from '#tests/browser/axe.ts'
import { test, useSite } from '#tests/browser/test.ts'
import {
  notificationForms,
  preferences,
  profileForms,
  streamerForms,
} from '#tests/support/tables/failure-texts.ts'
import {
  expectToast,
  openMemberWithConsent,
  section,
  visitProfile,
} from '#tests/support/drivers/profile.ts'
import { fillProfile } from '#tests/support/drivers/filled-profile.ts'
import { holdScripts } from '#tests/support/drivers/held-scripts.ts'
import { openMember, waitForHydration } from '#tests/support/drivers/visitors.ts'

const site = useSite()

const tabs = {
  'My agenda': '/profile/agenda',
  Notifications: '/profile/notifications',
  'Calendar links': '/profile/calendars',
  'My events': '/profile/proposals',
  Account: '/profile',
  Security: '/profile/security',
  Following: '/profile/following',
  'Streamer profile': '/profile/streamer',
}
const paths = Object.values(tabs)

test('has one navigation, whose pages Back and a reload keep', async ({ browser }) => {
  const { page } = await openMemberWithConsent(site, browser)
  await visitProfile(page, '/profile/agenda')
  const nav = page.getByRole('navigation', { name: 'Profile pages' })
  const current = nav.locator('[aria-current=page]')
  for (const [title, path] of Object.entries(tabs)) {
    await nav.getByRole('link', { name: title }).click()
    await expect(page).toHaveURL(`${site.url}${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(current).toHaveText(title)
  }
  await page.reload()
  await expect(current).toHaveText('Streamer profile')
  await page.goBack()
  await expect(current).toHaveText('Following')
})

test('one tap on a phone leads from home to the week, and one more to all else', async ({
  browser,
}) => {
  const { page } = await openMemberWithConsent(site, browser)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  await page.locator('.tab-bar').getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My agenda')
  const nav = page.getByRole('navigation', { name: 'Profile pages' })
  for (const title of Object.keys(tabs)) {
    await expect(nav.getByRole('link', { name: title })).toBeInViewport({ ratio: 1 })
  }
})

test('Discord is connected in four actions from home', async ({ browser }) => {
  const { page } = await openMemberWithConsent(site, browser)
  await page.goto('/')
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.locator('#account-menu').getByRole('link', { name: 'Notifications' }).click()
  const discord = section(page, 'Discord')
  const webhook = `https://discord.com/api/webhooks/123456789012345678/${'b'.repeat(68)}`
  await discord.getByLabel('Webhook URL').fill(webhook)
  await discord.getByRole('button', { name: 'Add webhook' }).click()
  await expect(discord.getByText(/^Connected to the webhook/)).toBeVisible()
})

test('a webhook is checked once its field is left, and its fault is named', async ({ browser }) => {
  const { page } = await openMemberWithConsent(site, browser)
  await page.goto('/profile/notifications')
  const discord = section(page, 'Discord')
  const address = discord.getByLabel('Webhook URL')
  await address.pressSequentially('https://disc', { delay: 40 })
  await page.waitForTimeout(500)
  await expect(address).not.toHaveAttribute('aria-invalid', 'true')
  await address.blur()
  await expect(discord.locator('.field-error')).toHaveText(
    'Enter a URL starting with https://discord.com/',
  )
})

test('a link to a section of an earlier profile leads to where it is now', async ({ browser }) => {
  const { page } = await openMemberWithConsent(site, browser)
  for (const [link, path, name] of [
    ['/profile#reach', '/profile/notifications#reach', 'Notification settings'],
    ['/fr/profile/agenda#calendars', '/fr/profile/calendars#calendars', 'Liens de calendrier'],
    ['/profile#devices', '/profile/security#devices', 'Devices'],
    ['/profile#proposal-7', '/profile/proposals#proposal-7', 'My events'],
  ] as const) {
    await page.goto(link)
    await expect(page).toHaveURL(`${site.url}${path}`)
    await expect(section(page, name)).toBeInViewport()
  }
  await page.evaluate(() => (location.hash = '#follows'))
  await expect(page).toHaveURL(`${site.url}/profile/following#follows`)
})

for (const theme of ['dark', 'light'] as const) {
  for (const width of [320, 1280]) {
    test(`has no axe fault and no sideways scroll, ${theme} at ${width} px`, async ({
      browser,
    }) => {
      const { page } = await openMemberWithConsent(site, browser)
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme: theme })
      await visitProfile(page, '/profile/streamer')
      await section(page, 'Streamer profile').getByLabel('Display name').fill('Nora')
      await page.getByRole('button', { name: 'Create my streamer profile' }).click()
      await expectToast(page, 'Your streamer profile is ready')
      for (const path of paths) {
        await visitProfile(page, path)
        expect(await axeFaults(page)).toEqual([])
        const beyond = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        expect(beyond).toBe(0)
      }
    })
  }
}

for (const locale of ['es', 'fr'] as const) {
  test(`speaks ${locale} in every section`, async ({ browser }) => {
    const { page } = await openMemberWithConsent(site, browser)
    const english = /\b(your|the|and|with|password|devices|streamer profile)\b/i
    for (const path of paths) {
      await page.goto(`/${locale}${path}`)
      await expect(page.locator('main')).not.toContainText(english)
      expect(await axeFaults(page)).toEqual([])
    }
  })
}

for (const [index, locale] of locales.entries()) {
  test(`says in ${locale} what could not be done`, async ({ browser }) => {
    test.slow()
    const { page } = await openMemberWithConsent(site, browser)
    await visitProfile(page, `/${locale}/profile`)
    const toasts = page.locator('.toast p')
    const save = page.locator('#preferences button[type=submit]')
    await save.click()
    await expect(page.locator('#preferences [role=status]')).toHaveText(
      preferences.unchanged[index] ?? '',
    )
    await page.locator('#preferences select[name=date_format_id]').selectOption('ymd')

    await refuseAll(page)
    await save.click()
    await expect(toasts.last()).toHaveText(preferences.unanswered[index] ?? '')
    await failInAll(page, ofSection('account'), index)

    await page.unroute('**/api/v1/users/me**')
    await save.click()
    await expect(toasts.last()).toHaveText(preferences.saved[index] ?? '')
    await visitProfile(page, `/${locale}/profile/security`)
    await refuseAll(page)
    await failInAll(page, ofSection('password'), index)

    await page.unroute('**/api/v1/users/me**')
    await visitProfile(page, `/${locale}/profile/streamer`)
    await refuseAll(page)
    await failInAll(page, ofSection('streamer'), index)

    await page.unroute('**/api/v1/users/me**')
    await page.locator('#streamer button[type=submit]').click()
    await expect(page.locator('#streamer form')).toHaveCount(2)

    await refuseAll(page)
    await failInAll(page, streamerForms, index)

    await page.unroute('**/api/v1/users/me**')
    await visitProfile(page, `/${locale}/profile/notifications`)
    await refuseAll(page)
    await failInAll(page, notificationForms, index)
  })
}

function refuseAll(page: Page): Promise<unknown> {
  return page.route('**/api/v1/users/me**', (route) => route.abort())
}

test('no page of a member with everything is taller than 2,500 px at 1280', async ({ browser }) => {
  const member = await openMemberWithConsent(site, browser, { isVerified: true })
  const { page } = member
  await fillProfile(site, member)
  await page.setViewportSize({ width: 1280, height: 800 })
  const heights: Record<string, number> = {}
  for (const path of paths) {
    await visitProfile(page, path)
    heights[path] = await page.evaluate(() => document.documentElement.scrollHeight)
  }
  expect(Object.entries(heights).filter(([, height]) => height > 2_500)).toEqual([])
  expect(Object.values(heights).some((height) => height > 1_500)).toBe(true)
})

const ofSection = (id: string) => profileForms.filter(({ section }) => section === id)

async function failInAll(page: Page, forms: typeof profileForms, index: number): Promise<void> {
  for (const form of forms) await failIn(page, form, index)
}

async function failIn(
  page: Page,
  { section: id, form: place = 0, fields, unanswered }: (typeof profileForms)[number],
  index: number,
): Promise<void> {
  const form = page.locator(`#${id} form`).nth(place)
  for (const [name, value] of Object.entries(fields)) {
    await form.locator(`input[name=${name}]`).fill(value)
  }
  await form.locator('button[type=submit]').click()
  await expect(form.getByRole('alert')).toHaveText(unanswered[index] ?? '')
}

test('what is typed before the page is alive stays, and is saved', async ({ browser }) => {
  const { page, username } = await openMember(site, browser)
  const letScriptsIn = await holdScripts(page)
  await page.goto('/profile', { waitUntil: 'commit' })
  const account = section(page, 'Account')
  const field = account.getByLabel('Username')
  await expect(field).toHaveValue(username)
  await field.fill('typed-early')
  letScriptsIn()
  await waitForHydration(page, 'Change username')
  await expect(field).toHaveValue('typed-early')
  await account.getByRole('button', { name: 'Change username' }).click()
  await expectToast(page, 'Your username is now typed-early')
})

test('a Twitch channel is typed in where no platform can be connected, and waits for the team', async ({
  browser,
}) => {
  const { page } = await openMemberWithConsent(site, browser)
  await visitProfile(page, '/profile/streamer')
  const streamer = section(page, 'Streamer profile')
  await streamer.getByLabel('Display name').fill('Nora')
  await streamer.getByRole('button', { name: 'Create my streamer profile' }).click()
  const name = streamer.getByLabel('Twitch channel name')
  const add = streamer.getByRole('button', { name: 'Add channel' })
  await add.click()
  await expect(streamer.getByText('Twitch channel name required')).toBeVisible()
  await expect(streamer.getByRole('button', { name: 'Connect Twitch' })).toHaveCount(0)
  await name.fill('https://www.twitch.tv/nora_on_air')
  await add.click()
  await expectToast(page, 'nora_on_air added')
  await expect(name).toHaveValue('')
  const channel = streamer.getByRole('listitem').filter({ hasText: 'nora_on_air' })
  await expect(channel).toContainText('Not verified')
  await expect(channel).toContainText('Our team will check that it’s yours.')
  await expect(channel.getByRole('link')).toHaveAttribute('href', /twitch\.tv\/nora_on_air$/)
})
