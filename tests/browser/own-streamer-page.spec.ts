import { expect } from '@playwright/test'
import { test } from '#tests/browser/test.ts'
import { insertStreamer } from '#tests/support/factories/directory.ts'
import { query } from '#tests/support/factories/rows.ts'
import { startTestSite, type TestSite } from '#tests/support/drivers/site.ts'
import { adminPassword } from '#tests/support/drivers/data-folder.ts'
import { logIn } from '#tests/support/drivers/visitors.ts'

let site: TestSite
let own: number
let other: number
test.beforeAll(async () => {
  site = await startTestSite()
  const [admin] = await query<{ id: number }>(site, `select id from users where role = 'admin'`)
  own = await insertStreamer(site, 'Ann', admin?.id)
  other = await insertStreamer(site, 'Bob')
})
test.afterAll(() => site.close())

test('owners edit their page and propose; everybody else follows', async ({ page }) => {
  const follow = page.getByRole('button', { name: /^Follow (?:Ann|Bob)/ })
  const edit = page.getByRole('link', { name: 'Edit your page' })
  const invitation = page.getByText(/^Follow \w+ to hear about the next one/)
  await page.goto(`${site.url}/streamers/${own}`)
  await expect(follow).toBeVisible()
  await expect(invitation).toBeVisible()
  await expect(edit).toBeHidden()

  await page.goto(`${site.url}/login`)
  await logIn(page, 'admin', adminPassword)
  await page.waitForURL((url) => !url.pathname.includes('login'))
  await page.goto(`${site.url}/streamers/${own}`)
  await expect(edit).toBeVisible()
  await expect(follow).toBeHidden()
  await expect(invitation).toBeHidden()
  await expect(page.getByText('Nothing is announced yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Propose your next event' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()

  await page.goto(`${site.url}/streamers/${other}`)
  await expect(follow).toBeVisible()
  await expect(edit).toBeHidden()
})
