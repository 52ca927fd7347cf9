import { expect, type Page } from '@playwright/test'
import { createEvent } from '#tests/support/factories/events.ts'
import { query } from '#tests/support/factories/rows.ts'
import { axeFaults } from '#tests/browser/axe.ts'
import { test, useSite } from '#tests/browser/test.ts'
import { signIn } from '#tests/support/drivers/visitors.ts'
import { createMember } from '#tests/support/factories/members.ts'

const site = useSite()

async function openMembers(page: Page): Promise<void> {
  await signIn(site, page.context(), 'admin')
  await page.goto(`${site.url}/admin/panel/users`)
  await expect(page.locator('fieldset.admin:enabled')).toBeVisible()
}

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

test('a member is found, restricted, let in again and deleted, by keyboard alone', async ({
  page,
}) => {
  const member = await createMember(site, { username: 'Ruffian', isVerified: false, createdAt: 0 })
  const event = await createEvent(site, { name: 'Fair Cup', proposerId: member.userId })

  await openMembers(page)
  const row = page.getByRole('row').filter({ hasText: 'Ruffian' })
  const search = page.getByLabel('Search by username or full email')
  await expect(search).toBeEnabled()
  await search.focus()
  await page.keyboard.type('RUFF')
  await expect(page.getByRole('status').filter({ hasText: '1 entry' })).toBeVisible()
  await expect(page).toHaveURL(/q=RUFF/)

  await page.getByRole('button', { name: 'Restrict Ruffian' }).focus()
  await press(page, 'Enter')
  const question = page.getByRole('dialog', { name: 'Restrict Ruffian?' })
  await expect(question.getByLabel('Ground')).toBeFocused()
  await page.keyboard.type('Another')
  await press(page, 'Tab')
  await expect(question.getByLabel('What happened')).toBeFocused()
  await page.keyboard.type('Spam every night')
  await press(page, 'Tab', 'Tab', 'Tab', 'Enter')
  await expect(question).toBeHidden()
  await expect(row.getByText('Restricted')).toBeVisible()

  await expect(page.getByRole('button', { name: 'Lift the restriction on Ruffian' })).toBeFocused()
  await press(page, 'Enter', 'Tab', 'Tab', 'Enter')
  await expect(row.getByText('Active')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Restrict Ruffian' })).toBeFocused()

  await press(page, 'Tab', 'Enter')
  const details = page.getByRole('dialog', { name: 'Ruffian', exact: true })
  await expect(details.getByText('admin restricted the account of Ruffian')).toBeVisible()
  await expect(details.getByText('Reason: Another reason — Spam every night')).toBeVisible()
  await expect(details.getByText('Fair Cup')).toBeVisible()
  expect(await axeFaults(page)).toEqual([])

  await details.getByRole('button', { name: 'Delete' }).focus()
  await press(page, 'Enter')
  const farewell = page.getByRole('dialog', { name: 'Delete Ruffian’s account?' })
  await expect(farewell.getByText('1 approved event, credited to “a former member”')).toBeVisible()
  const confirmation = farewell.getByLabel('Type Ruffian to confirm')
  await expect(confirmation).toBeFocused()
  await page.keyboard.type('Ruffia')
  await page.keyboard.press('Enter')
  await expect(confirmation).toHaveAttribute('aria-invalid', 'true')
  expect(await axeFaults(page)).toEqual([])
  await page.keyboard.type('n')
  await press(page, 'Tab')
  await expect(farewell.getByLabel('Ground')).toBeFocused()
  await page.keyboard.type('Another')
  await press(page, 'Tab')
  await page.keyboard.type('Came back under other names')
  await press(page, 'Tab', 'Tab', 'Tab', 'Enter')
  await expect(details).toBeHidden()
  await expect(row).toHaveCount(0)
  await expect(search).toBeFocused()
  const left = `select (select count(*) from users where id = ?1) as members,
    (select count(*) from events where id = ?2 and proposer_id is null) as events`
  expect(await query(site, left, member.userId, event.id)).toEqual([{ members: 0, events: 1 }])

  await page.getByRole('button', { name: 'Show all' }).press('Enter')
  await expect(page.getByRole('row').filter({ hasText: 'admin' })).toBeVisible()
  await expect(search).toHaveValue('')
})

test('the members fit a phone, and axe finds nothing', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openMembers(page)
  expect(await axeFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Details of admin' }).click()
  const details = page.getByRole('dialog', { name: 'admin', exact: true })
  await expect(details.getByRole('heading', { name: 'Actions by admin' })).toBeVisible()
  // Admins cannot do these things to themselves.
  await expect(details.getByRole('button', { name: 'Delete' })).toHaveCount(0)
  expect(await axeFaults(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Details of admin' })).toBeFocused()
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  expect(overflow).toBe(0)
})
