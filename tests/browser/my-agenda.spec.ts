import { expect, type Page } from '@playwright/test'
import { axeFaults } from '#tests/browser/axe.ts'
import { test, useSite } from '#tests/browser/test.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { openMemberWithConsent, section, visitProfile } from '#tests/support/drivers/profile.ts'
import { insertFollows, insertStreamer } from '#tests/support/factories/directory.ts'
import { createEvent, insertHypes } from '#tests/support/factories/events.ts'
import { query } from '#tests/support/factories/rows.ts'
import { logIn } from '#tests/support/drivers/visitors.ts'

const site = useSite()

const path = '/profile/agenda'
const rowOf = (page: Page, name: string) =>
  section(page, 'My hyped events')
    .getByRole('listitem')
    .filter({ has: page.getByRole('link', { name, exact: true }) })

/** Hyped: two that overlap, one of next week, one of the past. */
async function placeHypes(userId: number): Promise<void> {
  const now = Date.now()
  const events = [
    { name: 'Late Race', startAt: now + 3 * hour, endAt: now + 6 * hour },
    { name: 'Night Talk', startAt: now + 5 * hour, endAt: now + 7 * hour },
    { name: 'Next Week', startAt: now + 7 * day },
    { name: 'Long Gone', startAt: now - 7 * day },
  ]
  for (const event of events) {
    const { id } = await createEvent(site, event)
    await insertHypes(site, id, [{ userId }])
  }
}

const isHyped = async (name: string, userId: number) => {
  const rows = await query(
    site,
    `select 1 from hypes h join events e on e.id = h.event_id
      where h.user_id = ? and e.name = ? order by e.id desc limit 1`,
    userId,
    name,
  )
  return rows.length > 0
}

test('shows what comes, what runs at the same time, and what has been', async ({ browser }) => {
  const { page, userId } = await openMemberWithConsent(site, browser)
  await placeHypes(userId)
  await visitProfile(page, path)
  const names = section(page, 'My hyped events').locator('.hyped-what > a')
  await expect(names).toHaveText(['Late Race', 'Night Talk', 'Next Week'])
  await expect(rowOf(page, 'Late Race')).toContainText('in 3 hr')
  await expect(rowOf(page, 'Late Race')).toContainText('Overlaps with Night Talk')
  await expect(rowOf(page, 'Next Week')).toContainText('In 7 days')
  await expect(rowOf(page, 'Next Week').locator('.clash-mark')).toHaveCount(0)
  await expect(rowOf(page, 'Late Race').locator('img').last()).toHaveJSProperty('complete', true)
  expect(await axeFaults(page)).toEqual([])
  await page.getByRole('button', { name: 'Past' }).click()
  await expect(names).toHaveText(['Long Gone'])
  await expect(rowOf(page, 'Long Gone').locator('[data-hype-event]')).toHaveCount(0)
})

test('un-hypes in place, and takes it back in place', async ({ browser }) => {
  const { page, userId } = await openMemberWithConsent(site, browser)
  await placeHypes(userId)
  await visitProfile(page, path)
  const row = rowOf(page, 'Late Race')
  const button = row.getByRole('button')
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await button.click()
  await expect(row).toContainText('Removed from your agenda')
  await expect(page.locator('.clash-mark')).toHaveCount(0)
  await expect.poll(() => isHyped('Late Race', userId)).toBe(false)
  await button.click()
  await expect(row).toContainText('Overlaps with Night Talk')
  await expect.poll(() => isHyped('Late Race', userId)).toBe(true)

  await page.route('**/toggle_hype', (route) => route.abort())
  await button.click()
  await expect(page.locator('.toast')).toContainText('Failed to toggle hype')
  await expect(row).not.toContainText('Removed from your agenda')
  await expect(button).toHaveAttribute('aria-pressed', 'true')
})

test('follows what another tab does', async ({ browser }) => {
  const { page, context, userId } = await openMemberWithConsent(site, browser)
  await placeHypes(userId)
  await visitProfile(page, path)
  const other = await context.newPage()
  await visitProfile(other, path)
  await rowOf(other, 'Night Talk').getByRole('button').click()
  await expect(rowOf(page, 'Night Talk')).toContainText('Removed from your agenda')
  await expect(page.locator('.clash-mark')).toHaveCount(0)
})

test('unfollows in place, and takes it back in place', async ({ browser }) => {
  const { page, userId } = await openMemberWithConsent(site, browser)
  await insertFollows(site, 'streamer', await insertStreamer(site, 'Nora On Air'), [{ userId }])
  await visitProfile(page, path)
  const follows = section(page, 'Following')
  const button = follows.getByRole('button', { name: /Nora On Air/ })
  const followed = () =>
    query(site, 'select 1 from streamer_follows where user_id = ?', userId).then(
      ({ length }) => length,
    )
  await expect(button).toHaveAccessibleName('Following Nora On Air')
  await button.click()
  await expect(follows.getByRole('switch', { name: 'Nora On Air' })).toBeDisabled()
  await expect.poll(followed).toBe(0)
  await button.click()
  await expect(follows.getByRole('switch', { name: 'Nora On Air' })).toBeEnabled()
  await expect.poll(followed).toBe(1)
})

test('leads a newcomer on, and has their calendars', async ({ browser }) => {
  const { page } = await openMemberWithConsent(site, browser)
  await page.goto('/')
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.locator('#account-menu').getByRole('link', { name: 'My agenda' }).click()
  await expect(page).toHaveURL(`${site.url}${path}`)
  await expect(section(page, 'My hyped events')).toContainText('You haven’t hyped any')
  await expect(section(page, 'My calendars').getByLabel('Include')).toBeVisible()
})

test('a session that has ended leads to login, and back to what was pressed', async ({
  browser,
}) => {
  const { page, context, userId, username } = await openMemberWithConsent(site, browser)
  await placeHypes(userId)
  await visitProfile(page, path)
  // The page's own calls would find the session ended before anything is pressed.
  await page.waitForLoadState('networkidle')
  await query(site, 'delete from sessions where user_id = ?', userId)
  await rowOf(page, 'Next Week').getByRole('button').click()
  await page.waitForURL(/\/login\?next=%2Fprofile%2Fagenda/)
  expect((await context.cookies()).some(({ name }) => name === 'access_token')).toBe(false)
  expect(await isHyped('Next Week', userId)).toBe(true)
  await logIn(page, username)
  await page.waitForURL(`${site.url}${path}**`)
  await expect.poll(() => isHyped('Next Week', userId)).toBe(false)
})
