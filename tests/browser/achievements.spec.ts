import { expect } from '@playwright/test'
import { axeFaults } from '#tests/browser/axe.ts'
import { test, useSite } from '#tests/browser/test.ts'
import { query } from '#tests/support/factories/rows.ts'
import { openMemberWithConsent } from '#tests/support/drivers/profile.ts'

const site = useSite({ demo: true })

for (const theme of ['dark', 'light'] as const) {
  for (const width of [320, 1280]) {
    test(`has no axe fault and no sideways scroll, ${theme} at ${width} px`, async ({
      browser,
    }) => {
      const { page, username } = await openMemberWithConsent(site, browser)
      await query(
        site,
        `insert into unlocked_achievements (user_id, achievement, unlocked_at, seen_at)
          select id, 'polyglot', 1, 1 from users where username = ?`,
        username,
      )
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme: theme })
      await page.goto('/achievements?period=all')
      await expect(page.getByRole('heading', { level: 3 }).first()).toHaveText('Polyglot')
      expect(await axeFaults(page)).toEqual([])
      const beyond = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(beyond).toBe(0)
    })
  }
}

test('filters without a script, by link and by form', async ({ browser }) => {
  const { context } = await openMemberWithConsent(site, browser)
  const scriptless = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false })
  await scriptless.addCookies(await context.cookies())
  const page = await scriptless.newPage()
  await page.goto('/achievements?show=locked')
  await page.locator('main').getByRole('link', { name: 'Streamers', exact: true }).last().click()
  await expect(page).toHaveURL(/category=streamers&show=locked$/)
  await page.locator('main').getByRole('searchbox').fill('polyglot')
  await page.locator('main').getByRole('search').getByRole('button').click()
  await expect(page).toHaveURL(/category=streamers&show=locked&q=polyglot$/)
  await expect(page.locator('.achievement h3')).toHaveText(['Polyglot'])
})

for (const locale of ['', '/es', '/fr']) {
  test(`six tabs fit a narrow phone under ${locale || '/'}`, async ({ browser }) => {
    const { page } = await openMemberWithConsent(site, browser)
    await page.setViewportSize({ width: 320, height: 700 })
    await page.goto(`${locale}/achievements`)
    await page.evaluate(() => {
      document.documentElement.dataset['scopes'] = 'user moderator'
    })
    const tabs = page.locator('.tab-bar a:visible')
    await expect(tabs).toHaveCount(6)
    const tooLong = await tabs.evaluateAll((all) =>
      all.filter((tab) => {
        const text = document.createRange()
        text.selectNodeContents(tab)
        return text.getBoundingClientRect().width > tab.getBoundingClientRect().width
      }),
    )
    expect(tooLong).toHaveLength(0)
  })
}
