import { expect, type Page } from '@playwright/test'
import { axeFaults } from '#tests/browser/axe.ts'
import { test, useSite } from '#tests/browser/test.ts'
import { hour } from '#tests/support/drivers/durations.ts'
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

async function openOperations(page: Page) {
  await signIn(site, page.context(), 'admin')
  await page.goto(`${site.url}/admin/panel/operations`)
  await expect(page.locator('fieldset.operations:enabled')).toBeVisible()
}

test('charts say how late, by which channel and why, each with its table', async ({ page }) => {
  const now = Date.now()
  const userId = 1
  for (const reason of ['rejected', 'rejected', 'no_answer'] as const) {
    await insertDelivery(site, { userId, kind: 'level_up', nextAt: now - hour, reason })
  }
  for (const [index, channel] of ['push', 'email', 'discord', 'in_app'].entries()) {
    for (let ago = 1; ago < 20; ago += 1) {
      const place = [Math.floor((now - ago * hour) / hour), channel]
      const sent = 40 + ((ago * 7 * (index + 3)) % 50)
      await query(
        site,
        `insert into delivery_counts values ('sent', ?, ?, ?)
        on conflict do update set count = excluded.count`,
        ...place,
        sent,
      )
      if (ago % 3 === 0 && channel !== 'in_app') {
        await query(site, `insert into delivery_counts values ('late', ?, ?, ?)`, ...place, ago)
      }
    }
  }
  await openOperations(page)
  const tables: [title: string, row: RegExp | string][] = [
    ['Lateness by hour', /\d/],
    ['Deliveries by channel', 'Your devices'],
    ['Failures by reason', 'Rejected by the service'],
  ]
  for (const [title, row] of tables) {
    const card = page.getByRole('region', { name: title })
    await expect(card.getByRole('img', { name: title })).toBeVisible()
    await card.locator('summary').click()
    await expect(card.getByRole('row').filter({ hasText: row }).first()).toBeVisible()
  }
  expect(await axeFaults(page)).toEqual([])
})

test('an incident is on the status page at once, with the sentence of an operator', async ({
  browser,
  page,
}) => {
  await query(
    site,
    `insert into incidents (kind, opened_at) values ('backlog', ${Date.now() - hour})`,
  )
  await openOperations(page)
  await page.getByRole('button', { name: 'Edit: Delayed messages' }).click()
  const dialog = page.getByRole('dialog')
  const sentences = { English: 'Mail is slow.', Español: 'El correo va lento.', Français: 'Lent.' }
  for (const [language, sentence] of Object.entries(sentences)) {
    await dialog.getByLabel(language).fill(sentence)
  }
  expect(await axeFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row').filter({ hasText: 'Mail is slow.' })).toBeVisible()

  const reader = await (await browser.newContext({ baseURL: site.url })).newPage()
  const places = { '/status': 'Mail is slow.', '/es/status': 'El correo', '/fr/status': 'Lent.' }
  for (const [path, sentence] of Object.entries(places)) {
    await reader.goto(path)
    await expect(reader.getByRole('article').filter({ hasText: sentence })).toBeVisible()
    expect(await axeFaults(reader), path).toEqual([])
  }
  await query(site, `update incidents set closed_at = ${Date.now()}`)
  await reader.goto('/status')
  await expect(reader.getByText('No known problems right now.')).toBeVisible()
  await expect(reader.getByRole('article').filter({ hasText: 'Mail is slow.' })).toBeVisible()
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
