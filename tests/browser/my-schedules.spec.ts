import { expect } from '@playwright/test'
import { axeFaults } from '#tests/browser/axe.ts'
import { test } from '#tests/browser/test.ts'
import { query } from '#tests/members.ts'
import { day } from '#tests/people.ts'
import { hearToast, newProfileMember, section, visitProfile } from '#tests/profile.ts'
import { calendarText } from '#tests/schedule-shapes.ts'
import { startTestSite, type TestSite } from '#tests/site.ts'

let site: TestSite
test.beforeAll(async () => {
  site = await startTestSite()
})
test.afterAll(() => site.close())

test('imports a calendar file for a verified channel, after showing what would come', async ({
  browser,
}) => {
  const soon = Math.ceil(Date.now() / 1000) * 1000 + day
  const { page } = await newProfileMember(site, browser)
  await visitProfile(page)
  const streamer = section(page, 'Streamer profile')
  await streamer.getByLabel('Name shown').fill('Nora')
  await page.getByRole('button', { name: 'Create my streamer profile' }).click()
  await hearToast(page, 'Your streamer profile is ready')
  await expect(streamer.getByText('This needs a verified channel')).toBeVisible()
  await query(
    site,
    `insert into streaming_accounts (streamer_id, platform, name, name_key, verified_at, created_at)
      select id, 'youtube', 'nora', 'nora', 1, 0 from streamers where display_name = 'Nora'`,
  )
  await visitProfile(page)
  await streamer.getByLabel('From').selectOption('Calendar file (.ics)')
  await streamer.getByLabel('File', { exact: true }).setInputFiles({
    name: 'mine.ics',
    mimeType: 'text/calendar',
    buffer: Buffer.from(calendarText([{ uid: 'one', name: 'A night of puzzles', startAt: soon }])),
  })
  await streamer.getByRole('button', { name: 'Check' }).click()
  await expect(streamer.getByRole('heading', { name: 'What would happen' })).toBeVisible()
  await expect(streamer.getByText('A night of puzzles')).toBeVisible()
  expect(await query(site, 'select id from events')).toEqual([])
  expect(await axeFaults(page)).toEqual([])
  await streamer.getByRole('button', { name: 'Import now' }).click()
  await hearToast(page, 'The schedule is imported')
  await expect(streamer.getByRole('heading', { name: 'What happened' })).toBeVisible()
  expect(await query(site, 'select name from events')).toEqual([{ name: 'A night of puzzles' }])
})
