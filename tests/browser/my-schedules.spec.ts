import { expect, type Browser } from '@playwright/test'
import { axeFaults } from '#tests/browser/axe.ts'
import { test, useSite } from '#tests/browser/test.ts'
import { insertAccount } from '#tests/support/factories/directory.ts'
import { query } from '#tests/support/factories/rows.ts'
import { day } from '#tests/support/drivers/durations.ts'
import {
  expectToast,
  openMemberWithConsent,
  section,
  visitProfile,
} from '#tests/support/drivers/profile.ts'
import { calendarText } from '#tests/support/fakes/schedule-shapes.ts'
import type { Platform } from '#worker/contracts/enumerations.ts'

const site = useSite()

/** A member at their streamer profile, which has no channel yet. */
async function becomeStreamer(browser: Browser, name: string) {
  const { page } = await openMemberWithConsent(site, browser)
  await visitProfile(page, '/profile/streamer')
  const streamer = section(page, 'Streamer profile')
  await streamer.getByLabel('Display name').fill(name)
  await page.getByRole('button', { name: 'Create my streamer profile' }).click()
  await expectToast(page, 'Your streamer profile is ready')
  return { page, streamer }
}

async function verifyChannel(streamer: string, platform: Platform, name: string): Promise<void> {
  const text = 'select id from streamers where display_name = ?'
  const [row] = await query<{ id: number }>(site, text, streamer)
  await insertAccount(site, row?.id ?? 0, name, { platform, isVerified: true })
}

function calendarFile(name: string, startAt: number) {
  return {
    name: 'mine.ics',
    mimeType: 'text/calendar',
    buffer: Buffer.from(calendarText([{ uid: 'one', name, startAt }])),
  }
}

test('imports a calendar file for a verified channel, after showing what would come', async ({
  browser,
}) => {
  const soon = Math.ceil(Date.now() / 1000) * 1000 + day
  const { page, streamer } = await becomeStreamer(browser, 'Nora')
  await expect(streamer.getByText('You need a verified channel')).toBeVisible()
  await verifyChannel('Nora', 'youtube', 'nora')
  await visitProfile(page, '/profile/streamer')
  await streamer.getByLabel('Import from').selectOption('Calendar file (.ics)')
  const file = calendarFile('A night of puzzles', soon)
  await streamer.getByLabel('File', { exact: true }).setInputFiles(file)
  await streamer.getByRole('button', { name: 'Check' }).click()
  await expect(streamer.getByRole('heading', { name: 'Preview of changes' })).toBeVisible()
  await expect(streamer.getByText('A night of puzzles')).toBeVisible()
  expect(await query(site, 'select id from events')).toEqual([])
  expect(await axeFaults(page)).toEqual([])
  await streamer.getByRole('button', { name: 'Import now' }).click()
  await expectToast(page, 'Schedule imported')
  await expect(streamer.getByRole('heading', { name: 'Results' })).toBeVisible()
  expect(await query(site, 'select name from events')).toEqual([{ name: 'A night of puzzles' }])
})

test('offers channels that fit the kind chosen, and sends no file that is no longer shown', async ({
  browser,
}) => {
  const { page, streamer } = await becomeStreamer(browser, 'Ines')
  await verifyChannel('Ines', 'youtube', 'ines_yt')
  await visitProfile(page, '/profile/streamer')
  const kind = streamer.getByLabel('Import from')
  await expect(kind.getByRole('option', { name: 'Twitch schedule' })).toHaveCount(0)
  await verifyChannel('Ines', 'twitch', 'ines_tv')
  await visitProfile(page, '/profile/streamer')
  const channel = streamer.getByLabel('Channel', { exact: true })
  await expect(kind.locator('option:checked')).toHaveText('Twitch schedule')
  await expect(channel.getByRole('option')).toHaveText(['ines_tv (Twitch)'])
  await kind.selectOption('Calendar file (.ics)')
  await channel.selectOption('ines_yt (YouTube)')
  const file = streamer.getByLabel('File', { exact: true })
  await file.setInputFiles(calendarFile('Chosen by mistake', Date.now() + day))
  await kind.selectOption('Twitch schedule')
  await expect(channel.locator('option:checked')).toHaveText('ines_tv (Twitch)')
  const sent: (string | null)[] = []
  page.on('request', (one) => {
    if (!/\/schedule_(sources|imports)$/.test(one.url()) || one.method() !== 'POST') return
    sent.push(one.postData())
  })
  await kind.selectOption('Calendar file (.ics)')
  await streamer.getByRole('button', { name: 'Check' }).click()
  await expect(file).toHaveAttribute('aria-invalid', 'true')
  expect(sent).toEqual([])
  await file.setInputFiles(calendarFile('Meant', Date.now() + day))
  await expect(file).not.toHaveAttribute('aria-invalid')
  await kind.selectOption('Twitch schedule')
  await streamer.getByRole('button', { name: 'Check' }).click()
  await expect.poll(() => sent).toHaveLength(1)
  const [twitch] = await query<{ id: number }>(
    site,
    `select id from streaming_accounts where name = 'ines_tv'`,
  )
  const asked = { kind: 'twitch_schedule', account_id: twitch?.id }
  expect(JSON.parse(sent[0] ?? '')).toMatchObject(asked)
})
