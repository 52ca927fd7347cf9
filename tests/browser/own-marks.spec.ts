import { expect, type Page } from '@playwright/test'
import { createEvent } from '#tests/support/factories/events.ts'
import { query } from '#tests/support/factories/rows.ts'
import { axeFaults } from '#tests/browser/axe.ts'
import { test, useSite } from '#tests/browser/test.ts'
import { day } from '#tests/support/drivers/durations.ts'
import { expectToast, openMemberWithConsent, visitProfile } from '#tests/support/drivers/profile.ts'

const site = useSite()
const marksOf = (page: Page) => page.getByRole('group', { name: 'More reminders' })
const box = (page: Page, name: string) => marksOf(page).getByRole('checkbox', { name })

test('a member adds two reminders in general, and another one for an event', async ({
  browser,
}) => {
  const { page, userId } = await openMemberWithConsent(site, browser, { isVerified: true })
  await page.setViewportSize({ width: 390, height: 844 })
  const event = await createEvent(site, { startAt: Date.now() + 3 * day })
  await query(
    site,
    'insert into hypes (event_id, user_id, created_at) values (?, ?, 1)',
    ...[event.id, userId],
  )

  await visitProfile(page, '/profile/notifications')
  await expect(box(page, '30 min before')).toBeDisabled()
  await expect(marksOf(page)).toContainText('need push notifications or Discord')
  await box(page, 'The evening before').check()
  await expectToast(page, 'Your settings have been updated')
  await box(page, '3 h before').check()
  // Toasts and the bar below cover what the page has scrolled to.
  await expect(page.locator('.toast')).toHaveCount(0, { timeout: 15_000 })
  await page.evaluate(() => scrollTo(0, 0))
  expect(await axeFaults(page)).toEqual([])

  await query(site, `update users set discord_webhook = 'sealed' where id = ?`, userId)
  await visitProfile(page, '/profile/notifications')
  await expect(box(page, '3 h before')).toBeChecked()
  await expect(box(page, '30 min before')).toBeDisabled()
  await box(page, '3 h before').uncheck()
  await box(page, '30 min before').check()
  await expect(box(page, '10 min before')).toBeDisabled()

  await page.goto(`/events/${event.slug}`)
  const panel = page.locator('details.planned')
  await panel.locator('summary').click()
  await expect(panel.locator('.planned-facts')).toContainText('30 min before')
  await box(page, 'The evening before').uncheck()
  await box(page, '10 min before').check()
  await expect(panel.locator('.planned-facts')).toContainText('10 min before')
  await expect(panel.locator('.planned-facts')).not.toContainText('The evening before')
  expect(await axeFaults(page)).toEqual([])
  const marks = `select event_id, mark from own_reminders where user_id = ? order by event_id, mark`
  expect(await query(site, marks, userId)).toEqual([
    { event_id: null, mark: '30min' },
    { event_id: null, mark: 'evening' },
    { event_id: event.id, mark: '10min' },
    { event_id: event.id, mark: '30min' },
  ])
})
