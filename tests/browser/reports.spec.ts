import { expect, type Page } from '@playwright/test'
import { axeFaults } from '#tests/browser/axe.ts'
import { test, useSite } from '#tests/browser/test.ts'
import { signIn } from '#tests/support/drivers/visitors.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { insertStreamer } from '#tests/support/factories/directory.ts'
import { createMember, password } from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'

const site = useSite()

const reportButton = (page: Page) => page.getByRole('button', { name: 'Report', exact: true })

test('a member reports an event by keyboard alone, and a moderator dismisses it', async ({
  page,
}) => {
  const member = await createMember(site)
  const event = await createEvent(site, { name: 'Too good to be true' })
  await signIn(site, page.context(), member.username)
  await page.goto(`${site.url}/events/${event.slug}`)
  await reportButton(page).focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Report Too good to be true' })
  await expect(dialog.getByRole('radio', { name: 'The event' })).toBeFocused()
  expect(await axeFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(reportButton(page)).toBeFocused()

  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog.getByText('This field is required')).toBeVisible()
  await dialog.getByRole('radio', { name: 'Something else' }).focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('Tab')
  await expect(dialog.getByRole('textbox', { name: 'Details' })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('Tell us what’s wrong')).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  await dialog.getByRole('textbox', { name: 'Details' }).fill('It sells tickets.')
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('Thank you. Moderators will look into your report.')).toBeVisible()
  await expect(dialog).toBeHidden()

  await reportButton(page).click()
  await dialog.getByRole('radio', { name: 'Spam or scam' }).check()
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog.getByRole('alert')).toContainText('You’ve already reported this.')
  await dialog.getByRole('radio', { name: 'The image' }).check()
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog).toBeHidden()

  await signIn(site, page.context(), 'admin')
  await page.goto(`${site.url}/admin/panel/reports`)
  const tab = page.getByRole('link', { name: 'Reports 2' })
  await expect(tab).toHaveAttribute('aria-current', 'page')
  const row = page.getByRole('row').filter({ hasText: 'It sells tickets.' })
  await expect(row.getByRole('link', { name: 'Too good to be true', exact: true })).toHaveAttribute(
    'href',
    `/events/${event.slug}`,
  )
  await expect(row.getByText('Something else × 1')).toBeVisible()
  await expect(page.getByRole('row').filter({ hasText: 'Event image' })).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  await row.getByRole('button', { name: 'Dismiss' }).click()
  await expect(page.getByText('Reports about Too good to be true dismissed')).toBeVisible()
  await expect(row).toBeHidden()
  await expect(page.getByRole('link', { name: 'Reports 1' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Dismiss the reports about Too' })).toBeFocused()

  await page.getByLabel('Select this page').check()
  await page.getByRole('button', { name: 'Mark as resolved', exact: true }).click()
  await expect(page.getByText('All caught up: no open reports.')).toBeVisible()
  await page.getByLabel('Status').selectOption('Decided')
  await expect(row.getByText('Dismissed by admin')).toBeVisible()
  await expect(page).toHaveURL(/state=decided/)
  expect(await axeFaults(page)).toEqual([])

  await page.goto(`${site.url}/admin/panel/log`)
  await expect(page.getByText('admin dismissed the reports about')).toBeVisible()
  await page.goto(`${site.url}/events/${event.slug}`)
  await expect(page.getByRole('heading', { name: 'Too good to be true' })).toBeVisible()
})

test('a guest logs in first, and comes back to the report', async ({ page }) => {
  const member = await createMember(site, { hasPassword: true })
  const streamerId = await insertStreamer(site, 'Luna Tostada')
  await page.goto(`${site.url}/streamers/${streamerId}`)
  await reportButton(page).click()
  await expect(page).toHaveURL(/\/signup\?/)
  await expect(page.locator('[data-pending="report"]')).toContainText('Report Luna Tostada')
  await page.locator('main').getByRole('link', { name: 'Log in' }).first().click()
  await page.getByLabel('Username').fill(member.username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.locator('main').getByRole('button', { name: 'Log in', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Report Luna Tostada' })
  await expect(dialog).toBeVisible()
  await expect(page).toHaveURL(`${site.url}/streamers/${streamerId}`)
  await dialog.getByRole('radio', { name: 'Impersonation' }).check()
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog).toBeHidden()
  const rows = await query(
    site,
    'select subject_type, reason from reports where user_id = ?',
    member.userId,
  )
  expect(rows).toEqual([{ subject_type: 'streamer', reason: 'impersonation' }])
})

test('a moderator goes from a report straight to where its event is corrected', async ({
  page,
}) => {
  const member = await createMember(site)
  const event = await createEvent(site, { name: 'Twice the same' })
  await createEvent(site, { name: 'Twice the same' })
  await query(
    site,
    `insert into reports (user_id, subject_type, subject_id, reason, created_at)
      values (?, 'event', ?, 'wrong_information', ?)`,
    ...[member.userId, event.id, Date.now()],
  )
  await signIn(site, page.context(), 'admin')
  await page.goto(`${site.url}/admin/panel/reports`)
  await page.getByRole('link', { name: 'Moderate Twice the same' }).click()
  await expect(page.locator('fieldset.proposals:enabled')).toBeVisible()
  await expect(page.locator('.proposal')).toHaveCount(1)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reset and edit' }).click()
  const wizard = page.getByRole('dialog', { name: 'Edit: Twice the same' })
  await wizard.getByText('Details', { exact: true }).click()
  await wizard.getByLabel('Event name').fill('Only once')
  await wizard.getByRole('button', { name: 'Save changes' }).click()
  await expect(wizard).toBeHidden()
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await expect
    .poll(() => query(site, `select name from events where id = ?`, event.id))
    .toEqual([{ name: 'Only once' }])
})
