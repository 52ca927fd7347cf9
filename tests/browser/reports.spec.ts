import { expect, type Page } from '@playwright/test'
import { axeFaults } from '#tests/browser/axe.ts'
import { test, useSite } from '#tests/browser/test.ts'
import { signIn } from '#tests/support/drivers/visitors.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { insertStreamer } from '#tests/support/factories/directory.ts'
import { createMember } from '#tests/support/factories/members.ts'
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

test('a visitor reports without an account, and is answered by mail', async ({ page }) => {
  const streamerId = await insertStreamer(site, 'Luna Tostada')
  const email = 'visitor.reports@example.com'
  await page.goto(`${site.url}/streamers/${streamerId}`)
  await reportButton(page).click()
  const dialog = page.getByRole('dialog', { name: 'Report Luna Tostada' })
  await dialog.getByRole('radio', { name: 'Illegal content' }).check()
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(dialog.getByText('Confirm that you believe this is correct')).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  await dialog.getByRole('textbox', { name: 'Which law or right, and why?' }).fill('She is me.')
  await dialog.getByLabel('Your name (optional)').fill('Luna')
  await dialog.getByLabel('Your email address (optional)').fill(email)
  await dialog.getByRole('checkbox', { name: 'I believe in good faith' }).check()
  await dialog.getByRole('button', { name: 'Send report' }).click()
  await expect(page.getByText('Thank you. Moderators will look into your report.')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect.poll(async () => (await site.mails(email)).length).toBe(1)

  await signIn(site, page.context(), 'admin')
  await page.goto(`${site.url}/admin/panel/reports`)
  const row = page.getByRole('row').filter({ hasText: 'She is me.' })
  await expect(row).toContainText(`Luna · ${email}`)
  await expect(row.getByText('Urgent')).toBeVisible()
  await row.getByRole('button', { name: 'Answer the reports about Luna Tostada' }).click()
  const answer = page.getByRole('dialog', { name: 'Answer the reports about Luna Tostada' })
  await answer.getByLabel('Decision').selectOption('Mark as resolved')
  await answer.getByRole('textbox').fill('The page is yours now.')
  expect(await axeFaults(page)).toEqual([])
  await answer.getByRole('button', { name: 'Decide and answer' }).click()
  await expect(row).toBeHidden()
  await expect.poll(async () => (await site.mails(email)).length).toBe(2)
  const mail = (await site.mails(email)).at(-1)
  expect(mail?.subject).toContain('action taken')
  expect(mail?.text).toContain('The page is yours now.')
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

test('a member objects under “Your data”, and the panel says by when to answer', async ({
  page,
}) => {
  const member = await createMember(site)
  await signIn(site, page.context(), member.username)
  await page.goto(`${site.url}/profile#data`)
  await page.getByRole('button', { name: 'Object or restrict' }).click()
  const dialog = page.getByRole('dialog', { name: 'Object or restrict' })
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await expect(dialog.getByText('This field is required')).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  await dialog.getByRole('textbox').fill('Do not count my clicks.')
  await dialog.getByRole('button', { name: 'Send request' }).click()
  await expect(page.getByText('We received your request about your data')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.locator('#reports').getByText('It’s about me (personal data)')).toBeVisible()

  await signIn(site, page.context(), 'admin')
  await page.goto(`${site.url}/admin/panel/reports`)
  const row = page.getByRole('row').filter({ hasText: 'Do not count my clicks.' })
  await expect(row.getByText('Request about their own data')).toBeVisible()
  await expect(row.getByText(/Answer due by/)).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
})
