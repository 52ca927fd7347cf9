import { expect } from '@playwright/test'
import { axeFaults } from '#tests/browser/axe.ts'
import { test } from '#tests/browser/test.ts'
import { day } from '#tests/support/drivers/durations.ts'
import { query } from '#tests/support/factories/rows.ts'
import { insertChannel } from '#tests/support/factories/directory.ts'
import { expectToast } from '#tests/support/drivers/profile.ts'
import { calendarText } from '#tests/support/fakes/schedule-shapes.ts'
import { startFakeSchedules, type FakeSchedules } from '#tests/support/fakes/fake-schedules.ts'
import { startTestSite, type TestSite } from '#tests/support/drivers/site.ts'
import { signIn } from '#tests/support/drivers/visitors.ts'

const path = '/calendar/ical/ana/private-key/basic.ics'

let upstream: FakeSchedules
let site: TestSite
test.beforeAll(async () => {
  upstream = await startFakeSchedules()
  site = await startTestSite({ vars: upstream.vars })
})
test.afterAll(async () => {
  await site.close()
  await upstream.close()
})

test('a streamer’s calendar is looked at, imported and given up in the panel', async ({ page }) => {
  const startAt = Math.ceil(Date.now() / 1000) * 1000 + day
  upstream.answer(path, {
    body: calendarText([
      { uid: 'one', name: 'A night of puzzles', startAt },
      { uid: 'two', name: 'Unruly\r\nRRULE:FREQ=SOMETIMES', startAt },
    ]),
  })
  const { streamerId } = await insertChannel(site, null, { isVerified: false })
  const [row] = await query<{ name: string }>(
    site,
    'select display_name as name from streamers where id = ?',
    streamerId,
  )
  const title = `${row?.name}’s schedules`
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(site, page.context(), 'admin')
  await page.goto(`${site.url}/admin/panel/streamers`)
  await page.getByRole('button', { name: title }).click()
  const dialog = page.getByRole('dialog', { name: title })
  await expect(dialog.getByText('No schedules yet.')).toBeVisible()
  expect(await axeFaults(page)).toEqual([])

  await dialog.getByLabel('Import from').selectOption('Calendar URL')
  const address = dialog.getByLabel('Calendar URL')
  await address.fill('https://example.com/mine.ics')
  await dialog.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(address).toHaveAttribute('aria-invalid', 'true')
  await address.fill(`https://calendar.google.com${path}`)
  await dialog.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(dialog.getByRole('heading', { name: 'Preview of changes' })).toBeVisible()
  await expect(dialog.getByText('Skipped: unreadable dates')).toBeVisible()
  expect(await query(site, 'select id from events')).toEqual([])
  expect(await axeFaults(page)).toEqual([])

  await dialog.getByRole('button', { name: 'Import now' }).click()
  await expect(dialog.getByRole('heading', { name: 'Results' })).toBeVisible()
  await expectToast(page, 'Schedule imported')
  await expect(dialog.getByText('Last check:')).toBeVisible()
  const events = await query(site, 'select name, status from events')
  expect(events).toEqual([{ name: 'A night of puzzles', status: 'pending' }])

  await dialog.getByRole('button', { name: /^Remove: / }).click()
  const question = page.getByRole('dialog', {
    name: 'Remove “Calendar URL · calendar.google.com”?',
  })
  expect(await axeFaults(page)).toEqual([])
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(dialog.getByText('No schedules yet.')).toBeVisible()
  expect(await query(site, 'select id from schedule_sources')).toEqual([])
  expect(await query(site, 'select id from events')).toHaveLength(1)

  await page.goto(`${site.url}/admin/panel/log`)
  await expect(page.getByText(/^admin removed a schedule from the page of /)).toBeVisible()
})
