import { expect, type Page } from '@playwright/test'
import { insertAccount, insertStreamer } from '#tests/support/factories/directory.ts'
import { createEvent, type CreatedEvent } from '#tests/support/factories/events.ts'
import { query } from '#tests/support/factories/rows.ts'
import { test } from '#tests/browser/test.ts'
import { hour } from '#tests/support/drivers/durations.ts'
import {
  startFakeLivePlatforms,
  type FakeLivePlatforms,
} from '#tests/support/fakes/fake-live-platforms.ts'
import { startTestSite, type TestSite } from '#tests/support/drivers/site.ts'
import { fakeChannel } from '#tests/support/fakes/fake-channel.ts'
import { waitFor } from '#tests/support/drivers/worker.ts'

const now = Date.now()
const path = '/jtv_user_pictures/zoe.png'

let platform: FakeLivePlatforms
let site: TestSite
let event: CreatedEvent
let streamerId: number
test.beforeAll(async () => {
  platform = await startFakeLivePlatforms()
  platform.twitch = [
    fakeChannel('zoe_live', { picture: `https://static-cdn.jtvnw.net${path}` }),
    fakeChannel('drawn_live'),
  ]
  platform.pictures.set(path, {})
  site = await startTestSite({ vars: platform.vars })
  streamerId = await insertStreamer(site, 'Zoe')
  await insertAccount(site, streamerId, 'zoe_live')
  const facts = { startAt: now + 3 * hour, streamerIds: [streamerId] }
  event = await createEvent(site, { ...facts, streamingAccountName: 'zoe_live' })
  await site.hour(now)
  const shown = 'select path from platform_pictures where path is not null'
  await waitFor(async () => (await query(site, shown)).length > 0, 'the picture to be copied')
})
test.afterAll(async () => {
  await site.close()
  await platform.close()
})

/** Origins of everything that a page asks for. */
function originsAskedBy(page: Page): Set<string> {
  const origins = new Set<string>()
  page.on('request', (request) => origins.add(new URL(request.url()).origin))
  return origins
}

/** A row on a wide screen shows the poster of its event instead. */
const lists = { 390: ['/', '/events', '/streamers'], 1280: ['/streamers'] }

for (const [width, addresses] of Object.entries(lists)) {
  test(`a channel’s picture of its platform comes from our origin alone at ${width} px`, async ({
    browser,
  }) => {
    const context = await browser.newContext({
      baseURL: site.url,
      viewport: { width: Number(width), height: 844 },
    })
    const page = await context.newPage()
    const origins = originsAskedBy(page)
    const own = [`/events/${event.slug}`, `/streamers/${streamerId}`]
    for (const address of [...addresses, ...own]) {
      await page.goto(address, { waitUntil: 'networkidle' })
      const picture = page.locator('main img[src^="/media/platforms/"]:visible').first()
      await picture.scrollIntoViewIfNeeded()
      await expect
        .poll(() => picture.evaluate((one) => (one as HTMLImageElement).naturalWidth), address)
        .toBeGreaterThan(0)
    }
    expect([...origins].filter((origin) => origin !== 'null')).toEqual([new URL(site.url).origin])
  })
}
