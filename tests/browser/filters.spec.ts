import { expect, type Page } from '@playwright/test'
import { test } from '#tests/browser/test.ts'
import { startTestSite, type TestSite } from '#tests/support/drivers/site.ts'

let site: TestSite
test.beforeAll(async () => {
  site = await startTestSite({ demo: true })
})
test.afterAll(() => site.close())

test.use({ locale: 'en-GB', timezoneId: 'Europe/Paris' })

/** Holds back what matches until it is let go. */
async function hold(page: Page, url: string | RegExp): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(url, async (route) => {
    await released
    await route.continue()
  })
  return release
}

const anyGame = '[data-suggest="game"]'

test('what is typed before the suggestions have loaded is searched for', async ({ page }) => {
  const release = await hold(page, /\/api\/v1\/games\?limit=20$/)
  await page.goto(`${site.url}/events`, { waitUntil: 'load' })
  await page.getByLabel('Game', { exact: true }).click()
  await page.keyboard.insertText('mine')
  release()
  await expect(page.getByRole('option', { name: 'Minecraft', exact: true })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Game' })).toHaveValue('mine')
})

test('while an answer is on its way the list says so, and says “nothing” only of the present text', async ({
  page,
}) => {
  await page.goto(`${site.url}/events`)
  await page.getByLabel('Game', { exact: true }).click()
  const field = page.getByRole('combobox', { name: 'Game' })
  await expect(page.locator(`${anyGame} [role="option"]`)).not.toHaveCount(0)
  const note = page.locator(`${anyGame} .suggest-none`)
  const release = await hold(page, /\/api\/v1\/games\?.*q=/)
  await field.fill('no such game')
  await expect(note).toHaveText('Searching…')
  await field.fill('no such game at all')
  await page.waitForRequest(/q=no\+such\+game\+at\+all/)
  await expect(note).toHaveText('Searching…')
  release()
  await expect(note).toHaveText('No results found')
  await page.route(/\/api\/v1\/games\?.*q=/, (route) => route.abort())
  await field.fill('nothing is known of this')
  await expect(note).toHaveText('The search failed.')
})
