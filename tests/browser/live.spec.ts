import { expect, type Page } from '@playwright/test'
import { type CreatedEvent, createEvent } from '#tests/support/factories/events.ts'
import { insertAccount, insertStreamer } from '#tests/support/factories/directory.ts'
import { query } from '#tests/support/factories/rows.ts'
import { axeFaults } from '#tests/browser/axe.ts'
import { test } from '#tests/browser/test.ts'
import { hour } from '#tests/support/drivers/durations.ts'
import {
  startFakeLivePlatforms,
  type FakeLivePlatforms,
} from '#tests/support/fakes/fake-live-platforms.ts'
import { startTestSite, type TestSite } from '#tests/support/drivers/site.ts'
import { fakeChannel } from '#tests/support/fakes/fake-channel.ts'
import { signIn } from '#tests/support/drivers/visitors.ts'
import { waitFor } from '#tests/support/drivers/worker.ts'

const now = Date.now()

let platform: FakeLivePlatforms
let site: TestSite
const placed: Record<string, CreatedEvent> = {}
test.beforeAll(async () => {
  platform = await startFakeLivePlatforms()
  site = await startTestSite({ vars: platform.vars })
  await placeOn('on_air', 'Marathon for a cause', now - hour)
  await placeOn('late', 'Evening of surprises', now - hour / 2)
  await placeOn('over', 'Cup of yesterday', now - 20 * hour)
  const live = { id: '1', title: 'Hour five: new record?', viewers: 18_342, since: now - hour }
  platform.twitch.push(fakeChannel('on_air', { live }), fakeChannel('late'))
  await query(
    site,
    `insert into event_broadcasts (event_id, platform, name_key, is_on_air, polled_at, fresh_until,
        seen_at, stream_id, title, since, vod_url)
      values (?, 'twitch', 'over', 0, ?2, ?2, ?2, '2', 'Finals', ?2, 'https://www.twitch.tv/videos/22')`,
    placed['over']?.id ?? 0,
    now - 19 * hour,
  )
  await site.minute(now)
  await waitFor(
    async () => (await query(site, 'select 1 from event_broadcasts')).length === 3,
    'what the platform says',
  )
})
test.afterAll(async () => {
  await site.close()
  await platform.close()
})

async function placeOn(channel: string, name: string, startAt: number): Promise<void> {
  const streamer = await insertStreamer(site, channel)
  const event = await createEvent(site, {
    ...{ name, startAt, endAt: startAt + 3 * hour, streamerIds: [streamer] },
  })
  placed[channel] = event
  const named = 'update events set streaming_account_name = ? where id = ?'
  await query(site, named, channel, event.id)
  await insertAccount(site, streamer, channel)
}

async function open(page: Page, channel: string): Promise<void> {
  await page.goto(`${site.url}/events/${placed[channel]?.slug}`)
}

test('an event says what its platform says: on air, not yet, and where to see it again', async ({
  page,
}) => {
  await open(page, 'on_air')
  const panel = page.locator('.when-panel')
  await expect(panel.getByText('Hour five: new record?')).toBeVisible()
  await expect(panel.getByText('18,342 watching')).toBeVisible()
  await expect(panel.getByText('Live now')).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  await expect(panel.getByRole('link', { name: 'Watch on Twitch' })).toBeVisible()
  await expect(panel.getByText('your hype still counts')).toBeVisible()

  await open(page, 'late')
  await expect(panel.getByText('Not live yet')).toBeVisible()
  await expect(panel.getByText('the channel isn’t live yet')).toBeVisible()
  await expect(panel.getByText('Live now')).toBeHidden()
  expect(await axeFaults(page)).toEqual([])

  await open(page, 'over')
  const recording = page.getByRole('link', { name: 'Watch the recording' })
  await expect(recording).toHaveAttribute('href', 'https://www.twitch.tv/videos/22')

  await page.goto(site.url)
  const cards = page.locator('.live-card')
  await expect(cards.filter({ hasText: 'Marathon' })).toContainText('18,342 watching')
  await expect(cards.filter({ hasText: 'Evening' })).toContainText('Not live yet')
})

test('a marathon says its day and its end, and its watch link comes before its hype', async ({
  page,
}) => {
  const day = 24 * hour
  const { slug } = await createEvent(site, {
    ...{ name: 'Two weeks awake', startAt: now - 5.5 * day, endAt: now + 8.5 * day },
  })
  await page.goto(`${site.url}/events/${slug}`)
  const panel = page.locator('.when-panel')
  await expect(panel.locator('.live-now-state')).toHaveText(/Live now\s*Day 6 of 14\s*until /)
  await expect(panel.getByText('Started')).toBeVisible()
  const watch = await panel.getByRole('link', { name: 'Watch on' }).boundingBox()
  const hype = await panel.getByRole('button', { name: 'Hype' }).boundingBox()
  expect(watch?.y).toBeLessThan(hype?.y ?? 0)
  expect(await axeFaults(page)).toEqual([])

  await page.setViewportSize({ width: 390, height: 844 })
  const dock = page.locator('.hype-dock')
  await expect(dock.getByRole('link', { name: 'Watch on' })).toBeInViewport()
  await expect(dock.getByRole('button', { name: 'Hype' })).toBeInViewport()

  // A fact that begins a line has its dot outside, and none ends with one.
  await page.setViewportSize({ width: 320, height: 640 })
  const [row, ...facts] = await panel
    .locator('.live-now-state, .live-now-state > span')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect))
  const [marathonDay, end] = facts.slice(-2)
  expect(end?.y).toBeGreaterThan(marathonDay?.y ?? 0)
  expect(end?.x).toBeLessThan(row?.x ?? 0)
})

test('the channel of an event leads to its streamer', async ({ page }) => {
  await open(page, 'on_air')
  await page.locator('.channel').getByRole('link', { name: 'on_air', exact: true }).click()
  await expect(page).toHaveURL(/\/streamers\/\d+$/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('on_air')
})

test('so does one of an event without participants', async ({ page }) => {
  const { slug } = await createEvent(site, {
    ...{ startAt: now + 5 * hour, streamingAccountName: 'On_Air' },
  })
  await page.goto(`${site.url}/events/${slug}`)
  await page.locator('.channel').getByRole('link', { name: 'on_air', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('on_air')
})

test('a channel with another name is found and given it by a moderator', async ({ page }) => {
  await query(
    site,
    `update channels set problem = 'renamed', new_name = 'late_show', noticed_at = ?
      where name_key = 'late'`,
    now,
  )
  await signIn(site, page.context(), 'admin')
  await page.goto(`${site.url}/admin/panel/streamers`)
  await page.getByLabel('Show').selectOption({ label: 'Channel problem' })
  await expect(page.getByRole('row')).toHaveCount(2)
  await page.getByRole('button', { name: 'Manage late’s channels' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByText('late → late_show')).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'late becomes late_show' }).click()
  await expect(dialog.getByRole('link', { name: 'late_show' })).toBeVisible()
  await expect(dialog.getByText('Renamed', { exact: true })).toBeHidden()
  await open(page, 'late')
  await expect(page.locator('.channel-address')).toHaveAttribute('href', /twitch\.tv\/late_show$/)
})
