import { expect } from '@playwright/test'
import { test, useSite } from '#tests/browser/test.ts'
import { insertDelivery } from '#tests/support/factories/deliveries.ts'
import { query } from '#tests/support/factories/rows.ts'
import { signIn } from '#tests/support/drivers/visitors.ts'

const site = useSite()

test('an admin sees what failed and why, and has it sent again, by keyboard alone', async ({
  page,
}) => {
  const [admin] = await query<{ id: number; email: string }>(site, 'select id, email from users')
  const userId = admin?.id ?? 0
  await query(
    site,
    `update users set email = 'admin@example.com', email_verified_at = 1, created_at = 1`,
  )
  const reason = 'Service error'
  await insertDelivery(site, { userId, nextAt: Date.now() - 60_000 })
  await insertDelivery(site, { userId, kind: 'password_changed', reason: 'no_answer' })
  await insertDelivery(site, { userId, status: 'unknown', channel: 'discord', kind: 'reminder' })

  await signIn(site, page.context(), 'admin')
  await page.goto(`${site.url}/admin/panel`)
  await page.getByRole('link', { name: 'System', exact: true }).click()
  await page.getByRole('link', { name: 'Operations' }).click()
  await expect(page.locator('fieldset.operations:enabled')).toBeVisible()
  const mail = page.getByRole('region', { name: 'Email' })
  await expect(mail.getByRole('img', { name: 'Email: deliveries per hour' })).toBeVisible()
  await mail.locator('summary').click()
  await expect(mail.getByRole('table')).toBeVisible()
  const hours = mail.locator('.operations-hours')
  expect(await hours.evaluate((box) => box.scrollWidth - box.clientWidth)).toBe(0)
  const job = page.getByRole('row').filter({ hasText: 'Every minute' })
  await expect(job.locator('.badge-danger')).toHaveText('Never run')
  await expect(page.getByRole('row').filter({ hasText: 'May have arrived' })).toBeVisible()

  await page.getByRole('button', { name: `Only this reason: ${reason}` }).focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/reason=service_failed/)
  await expect(page.getByRole('status').filter({ hasText: '1 entry' })).toBeVisible()
  await page.getByRole('button', { name: 'Retry: Account already exists for admin' }).focus()
  await page.keyboard.press('Enter')
  const again = page.getByRole('button', { name: 'Queued again' })
  await expect(again).toBeFocused()
  await expect.poll(async () => (await site.mails('admin@example.com')).length).toBe(1)
})

for (const tab of ['log', 'security']) {
  test(`a member searched for in the panel's ${tab} keeps the focus, and goes with the filters`, async ({
    page,
  }) => {
    await signIn(site, page.context(), 'admin')
    await page.goto(`${site.url}/admin/panel/${tab}`)
    const search = page.getByLabel('Member', { exact: true })
    await expect(search).toBeEnabled()
    await search.fill('nobo')
    await expect(page).toHaveURL(/person=nobo/)
    await page.keyboard.type('dy')
    await expect(page).toHaveURL(/person=nobody/)
    await page.getByRole('button', { name: 'Show all' }).click()
    await expect(search).toHaveValue('')
  })
}
