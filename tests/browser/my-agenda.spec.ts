import { expect, type Locator, type Page } from '@playwright/test'
import { axeFaults } from '#tests/browser/axe.ts'
import { test, useSite } from '#tests/browser/test.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { openMemberWithConsent, section, visitProfile } from '#tests/support/drivers/profile.ts'
import { insertChannel, insertFollows, insertStreamer } from '#tests/support/factories/directory.ts'
import { createEvent, insertHypes } from '#tests/support/factories/events.ts'
import { createMember } from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'
import { logIn } from '#tests/support/drivers/visitors.ts'

const site = useSite()

const path = '/profile/agenda'
const rowOf = (page: Page, name: string) =>
  page.locator('.event-row').filter({ has: page.getByRole('link', { name, exact: true }) })
const clashOf = (row: Locator) => row.locator('.clash-mark:visible')

/** Hyped: two that overlap, one that is cancelled, one of the week after, one of the week before. */
async function placeHypes(userId: number): Promise<void> {
  // The browser's zone, which their first page would set only behind its own days.
  await query(site, `update users set timezone_name = 'UTC' where id = ?`, userId)
  const now = Date.now()
  const events = [
    { name: 'Late Race', startAt: now + 3 * hour, endAt: now + 6 * hour },
    { name: 'Night Talk', startAt: now + 5 * hour, endAt: now + 7 * hour },
    { name: 'Called Off', startAt: now + 2 * day, cancelledAt: now },
    { name: 'Next Week', startAt: now + 8 * day },
    { name: 'Long Gone', startAt: now - 6 * day },
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

test('shows the week by day: what clashes, moved or is cancelled, and each one’s reminders', async ({
  browser,
}) => {
  const { page, userId } = await openMemberWithConsent(site, browser, { isVerified: true })
  await placeHypes(userId)
  const streamer = await insertStreamer(site, 'Nora On Air')
  await insertFollows(site, 'streamer', streamer, [{ userId }])
  const startAt = Date.now() + 3 * day
  await createEvent(site, {
    name: 'Followed Night',
    streamerIds: [streamer],
    startAt,
    previousStartAt: startAt - day,
  })
  await visitProfile(page, path)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My agenda')
  const names = page.locator('.week .event-name')
  await expect(names).toHaveText(['Late Race', 'Night Talk', 'Called Off', 'Followed Night'])
  expect(await page.locator('.week .day').count()).toBeGreaterThanOrEqual(3)
  await expect(clashOf(rowOf(page, 'Late Race'))).toHaveText('Overlaps with Night Talk')
  await expect(rowOf(page, 'Late Race').getByRole('button')).toHaveAttribute('aria-pressed', 'true')
  const reminders = rowOf(page, 'Late Race').locator('.planned > summary')
  await expect(reminders).toContainText(/Your reminders.+\d/)
  await reminders.click()
  await expect(rowOf(page, 'Late Race').locator('.planned-list')).toContainText('1 h before')
  await expect(rowOf(page, 'Called Off')).toContainText('Canceled')
  await expect(rowOf(page, 'Called Off').locator('[data-hype-event]')).toHaveCount(0)
  await expect(rowOf(page, 'Followed Night')).toContainText('You follow Nora On Air')
  await expect(rowOf(page, 'Followed Night')).toContainText('Originally scheduled for')
  expect(await axeFaults(page)).toEqual([])
})

test('leads to the weeks before and after, and to the next event that is hyped', async ({
  browser,
}) => {
  const { page, userId } = await openMemberWithConsent(site, browser)
  await placeHypes(userId)
  await visitProfile(page, path)
  const names = page.locator('.week .event-name')
  await page.getByRole('link', { name: 'Your next hyped event' }).click()
  await expect(names).toHaveText(['Next Week'])
  await page.getByRole('link', { name: 'This week' }).click()
  await expect(names.first()).toHaveText('Late Race')
  await page.getByRole('link', { name: 'Next week', exact: true }).click()
  await expect(names).toHaveText(['Next Week'])
  await page.goBack()
  await page.getByRole('link', { name: 'Previous week' }).click()
  await expect(names).toHaveText(['Long Gone'])
  await page.goto(`${path}?day=yesterday`)
  await expect(names.first()).toHaveText('Late Race')
})

test('un-hypes in place, and takes it back in place', async ({ browser }) => {
  const { page, userId } = await openMemberWithConsent(site, browser)
  await placeHypes(userId)
  await visitProfile(page, path)
  const row = rowOf(page, 'Late Race')
  const button = row.getByRole('button')
  const withdrawn = row.getByText('Hype removed.')
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await expect(withdrawn).toBeHidden()
  await button.click()
  await expect(withdrawn).toBeVisible()
  await expect(clashOf(page.locator('.week'))).toHaveCount(0)
  await expect.poll(() => isHyped('Late Race', userId)).toBe(false)
  await button.click()
  await expect(clashOf(row)).toHaveText('Overlaps with Night Talk')
  await expect.poll(() => isHyped('Late Race', userId)).toBe(true)

  await page.route('**/toggle_hype', (route) => route.abort())
  await button.click()
  await expect(page.locator('.toast')).toContainText('Failed to toggle hype')
  await expect(withdrawn).toBeHidden()
  await expect(button).toHaveAttribute('aria-pressed', 'true')
})

test('follows what another tab does', async ({ browser }) => {
  const { page, context, userId } = await openMemberWithConsent(site, browser)
  await placeHypes(userId)
  await visitProfile(page, path)
  const other = await context.newPage()
  await visitProfile(other, path)
  await rowOf(other, 'Night Talk').getByRole('button').click()
  await expect(rowOf(page, 'Night Talk').getByText('Hype removed.')).toBeVisible()
  await expect(clashOf(page.locator('.week'))).toHaveCount(0)
})

test('unfollows in place, and takes it back in place', async ({ browser }) => {
  const { page, userId } = await openMemberWithConsent(site, browser)
  await insertFollows(site, 'streamer', await insertStreamer(site, 'Nora Off Air'), [{ userId }])
  await visitProfile(page, '/profile/following')
  const follows = section(page, 'Following')
  const button = follows.getByRole('button', { name: /Nora Off Air/ })
  const followed = () =>
    query(site, 'select 1 from streamer_follows where user_id = ?', userId).then(
      ({ length }) => length,
    )
  await expect(button).toHaveAccessibleName('Following Nora Off Air')
  await button.click()
  await expect(follows.getByRole('switch', { name: 'Nora Off Air' })).toBeDisabled()
  await expect.poll(followed).toBe(0)
  await button.click()
  await expect(follows.getByRole('switch', { name: 'Nora Off Air' })).toBeEnabled()
  await expect.poll(followed).toBe(1)
})

test('an empty week offers three streamers, and one tap to follow fills it', async ({
  browser,
}) => {
  const { page } = await openMemberWithConsent(site, browser)
  for (const name of ['Ada', 'Bea', 'Cleo']) {
    const streamer = await insertChannel(site, null)
    const event = { name: `A Night of ${name}`, startAt: Date.now() + 2 * day }
    await createEvent(site, { ...event, streamerIds: [streamer.streamerId] })
  }
  await page.goto('/')
  await page.getByRole('button', { name: 'Your account' }).click()
  await page.locator('#account-menu').getByRole('link', { name: 'My agenda' }).click()
  await expect(page).toHaveURL(`${site.url}${path}`)
  await expect(page.getByText('Nothing you hyped or follow')).toBeVisible()
  const suggestions = page.getByRole('region', { name: 'Follow someone to fill your week' })
  const follow = suggestions.getByRole('button', { name: 'Follow' })
  await expect(follow).toHaveCount(3)
  expect(await axeFaults(page)).toEqual([])
  const [name = ''] = await suggestions.getByRole('listitem').getByRole('link').allTextContents()
  await follow.first().click()
  await expect(page.locator('.week').getByText(`You follow ${name.trim()}`)).toBeVisible()
  await expect(suggestions.getByRole('button', { name: 'Following' })).toHaveCount(1)
})

test('what is on today stands in its day, whatever is hyped more later in the week', async ({
  browser,
}) => {
  const { page, userId } = await openMemberWithConsent(site, browser)
  const streamer = await insertStreamer(site, 'Rosa Daily')
  await insertFollows(site, 'streamer', streamer, [{ userId }])
  const later = Array.from({ length: 14 }, (_, index) => ({
    name: `Later ${index}`,
    startAt: Date.now() + 3 * day + index * hour,
  }))
  const today = { name: 'Breakfast', startAt: Date.now() + hour }
  await createEvent(site, { ...today, streamerIds: [streamer] })
  const { userId: fan } = await createMember(site)
  for (const event of later) {
    const { id } = await createEvent(site, { ...event, streamerIds: [streamer] })
    await insertHypes(site, id, [{ userId: fan }])
  }
  await visitProfile(page, path)
  await expect(page.locator('.week > .days .event-name').first()).toHaveText('Breakfast')
  await expect(page.locator('.week-others')).toContainText('5 more events')
})

test('hyping what is followed brings its reminders', async ({ browser }) => {
  const { page, userId } = await openMemberWithConsent(site, browser, { isVerified: true })
  const streamer = await insertStreamer(site, 'Nora Again')
  await insertFollows(site, 'streamer', streamer, [{ userId }])
  await createEvent(site, { name: 'Followed Later', streamerIds: [streamer] })
  await visitProfile(page, path)
  const row = rowOf(page, 'Followed Later')
  await row.getByRole('button').click()
  await expect(row.locator('.planned > summary')).toContainText('Your reminders')
  await expect(row.getByRole('button')).toBeFocused()
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
  await rowOf(page, 'Night Talk').getByRole('button').click()
  await page.waitForURL(/\/login\?next=%2Fprofile%2Fagenda/)
  expect((await context.cookies()).some(({ name }) => name === 'access_token')).toBe(false)
  expect(await isHyped('Night Talk', userId)).toBe(true)
  await logIn(page, username)
  await page.waitForURL(`${site.url}${path}**`)
  await expect.poll(() => isHyped('Night Talk', userId)).toBe(false)
})
