import { expect, type Browser } from '@playwright/test'
import { axeFaults } from '#tests/browser/axe.ts'
import { test, useSite } from '#tests/browser/test.ts'
import {
  expectToast,
  openMemberWithConsent,
  section,
  visitProfile,
} from '#tests/support/drivers/profile.ts'

const site = useSite()

async function openReach(browser: Browser) {
  const { page } = await openMemberWithConsent(site, browser)
  await visitProfile(page, '/profile/notifications')
  const reach = section(page, 'Notification settings')
  return {
    page,
    reach,
    digest: reach.getByRole('combobox', {
      name: 'New events from streamers, games and groups you follow',
    }),
    quiet: reach.getByRole('switch', { name: 'Quiet hours' }),
    from: reach.getByLabel('From', { exact: true }),
    to: reach.getByLabel('To', { exact: true }),
  }
}

test('a digest is chosen and kept', async ({ browser }) => {
  const { page, digest } = await openReach(browser)
  await expect(digest).toHaveValue('off')
  const saved = page.waitForResponse('**/notification_settings/digest')
  await digest.selectOption('weekly')
  expect((await saved).status()).toBe(200)
  await visitProfile(page, '/profile/notifications')
  await expect(digest).toHaveValue('weekly')
})

test('quiet hours are switched on, changed, kept and switched off', async ({ browser }) => {
  const { page, quiet, from, to } = await openReach(browser)
  await expect(from).toHaveCount(0)
  await quiet.click()
  await expect(from).toHaveValue('22:00')
  await expect(to).toHaveValue('08:00')
  const saved = page.waitForResponse('**/notification_settings/quiet_hours')
  await to.fill('09:30')
  await to.blur()
  expect((await saved).status()).toBe(200)
  await visitProfile(page, '/profile/notifications')
  await expect(quiet).toBeChecked()
  await expect(to).toHaveValue('09:30')
  expect(await axeFaults(page)).toEqual([])
  await to.fill('22:00')
  await expect(page.getByText('The two times must be different')).toBeVisible()
  await to.blur()
  await expect(to).toHaveValue('09:30')
  await quiet.click()
  await expect(from).toHaveCount(0)
})

test('a choice that is refused goes back and says so', async ({ browser }) => {
  const { page, digest, quiet } = await openReach(browser)
  await page.route('**/notification_settings/**', (route) => route.abort())
  await digest.selectOption('daily')
  await expectToast(page, 'Couldn’t change the digest')
  await expect(digest).toHaveValue('off')
  await quiet.click()
  await expectToast(page, 'Couldn’t change quiet hours')
  await expect(quiet).not.toBeChecked()
})
