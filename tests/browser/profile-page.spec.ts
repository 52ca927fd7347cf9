import { expect, test } from '@playwright/test'
import { axeFaults } from '#tests/browser/axe.ts'
import { hearToast, newProfileMember, section, visitProfile } from '#tests/profile.ts'
import { startTestSite, type TestSite } from '#tests/site.ts'

let site: TestSite
test.beforeAll(async () => {
  site = await startTestSite()
})
test.afterAll(() => site.close())

test('leads to each section and says which is being read', async ({ browser }) => {
  const { page } = await newProfileMember(site, browser)
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

for (const theme of ['dark', 'light'] as const) {
  for (const width of [320, 1280]) {
    test(`has no axe fault and no sideways scroll, ${theme} at ${width} px`, async ({
      browser,
    }) => {
      const { page } = await newProfileMember(site, browser)
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme: theme })
      await visitProfile(page)
      await section(page, 'Streamer profile').getByLabel('Name shown').fill('Nora')
      await page.getByRole('button', { name: 'Create my streamer profile' }).click()
      await hearToast(page, 'Your streamer profile is ready')
      expect(await axeFaults(page)).toEqual([])
      const beyond = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(beyond).toBe(0)
    })
  }
}

for (const [locale, title] of [
  ['es', 'Tu perfil'],
  ['fr', 'Votre profil'],
] as const) {
  test(`speaks ${locale} in every section`, async ({ browser }) => {
    const { page } = await newProfileMember(site, browser)
    await page.goto(`/${locale}/profile`)
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
    const english = /\b(your|the|and|with|password|devices|streamer profile)\b/i
    await expect(page.locator('main')).not.toContainText(english)
    expect(await axeFaults(page)).toEqual([])
  })
}
