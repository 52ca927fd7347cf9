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
import { holdScripts } from '#tests/support/drivers/held-scripts.ts'
import { openMember, waitForHydration } from '#tests/support/drivers/visitors.ts'

const site = useSite()

test('leads to each section and says which is being read', async ({ browser }) => {
  const { page } = await openMemberWithConsent(site, browser)
  await visitProfile(page)
  const nav = page.getByRole('navigation', { name: 'On this page' })
  await nav.getByRole('link', { name: 'Devices' }).click()
  await expect(section(page, 'Devices')).toBeInViewport()
  await expect(nav.getByRole('link', { name: 'Devices' })).toHaveAttribute('aria-current', 'true')
  await nav.getByRole('link', { name: 'Your data' }).click()
  await expect(nav.locator('[aria-current]')).toHaveText('Your data')
  await page.evaluate(() => scrollTo(0, 0))
  await expect(nav.locator('[aria-current]')).toHaveText('Account')
})

test('has three pages, which Back and a reload keep', async ({ browser }) => {
  const { page } = await openMemberWithConsent(site, browser)
  await visitProfile(page, '/profile/agenda')
  const tabs = page.getByRole('navigation', { name: 'Profile pages' })
  const current = tabs.locator('[aria-current=page]')
  await expect(tabs.getByRole('link')).toHaveText(['My agenda', 'Notifications', 'Account'])
  await expect(current).toHaveText('My agenda')
  await tabs.getByRole('link', { name: 'Account' }).click()
  await expect(section(page, 'Devices')).toBeVisible()
  await tabs.getByRole('link', { name: 'Notifications' }).click()
  await expect(section(page, 'Discord')).toBeVisible()
  await page.reload()
  await expect(current).toHaveText('Notifications')
  await page.goBack()
  await expect(current).toHaveText('Account')
})

test('a link to a section of an earlier profile leads to where it is now', async ({ browser }) => {
  const { page } = await openMemberWithConsent(site, browser)
  for (const [link, path, name] of [
    ['/profile#reach', '/profile/notifications#reach', 'Notification settings'],
    ['/fr/profile#calendars', '/fr/profile/agenda#calendars', 'Mes calendriers'],
    ['/profile#devices', '/profile#devices', 'Devices'],
  ] as const) {
    await page.goto(link)
    await expect(page).toHaveURL(`${site.url}${path}`)
    await expect(section(page, name)).toBeInViewport()
  }
  await page.evaluate(() => (location.hash = '#follows'))
  await expect(page).toHaveURL(`${site.url}/profile/agenda#follows`)
})

for (const theme of ['dark', 'light'] as const) {
  for (const width of [320, 1280]) {
    test(`has no axe fault and no sideways scroll, ${theme} at ${width} px`, async ({
      browser,
    }) => {
      const { page } = await openMemberWithConsent(site, browser)
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme: theme })
      await visitProfile(page)
      await section(page, 'Streamer profile').getByLabel('Display name').fill('Nora')
      await page.getByRole('button', { name: 'Create my streamer profile' }).click()
      await expectToast(page, 'Your streamer profile is ready')
      for (const path of ['/profile', '/profile/agenda', '/profile/notifications']) {
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

for (const [locale, title] of [
  ['es', 'Tu perfil'],
  ['fr', 'Votre profil'],
] as const) {
  test(`speaks ${locale} in every section`, async ({ browser }) => {
    const { page } = await openMemberWithConsent(site, browser)
    const english = /\b(your|the|and|with|password|devices|streamer profile)\b/i
    for (const tab of ['', '/agenda', '/notifications']) {
      await page.goto(`/${locale}/profile${tab}`)
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
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
    for (const form of profileForms) await failIn(page, form, index)

    await page.unroute('**/api/v1/users/me**')
    await save.click()
    await expect(toasts.last()).toHaveText(preferences.saved[index] ?? '')
    await page.locator('#streamer button[type=submit]').click()
    await expect(page.locator('#streamer form')).toHaveCount(2)

    await refuseAll(page)
    for (const form of streamerForms) await failIn(page, form, index)

    await page.unroute('**/api/v1/users/me**')
    await visitProfile(page, `/${locale}/profile/notifications`)
    await refuseAll(page)
    for (const form of notificationForms) await failIn(page, form, index)
  })
}

function refuseAll(page: Page): Promise<unknown> {
  return page.route('**/api/v1/users/me**', (route) => route.abort())
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
  await visitProfile(page)
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
