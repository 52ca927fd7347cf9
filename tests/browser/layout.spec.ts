import { expect, type Browser, type Locator, type Page } from '@playwright/test'
import { test, useSite } from '#tests/browser/test.ts'
import { signIn } from '#tests/support/drivers/visitors.ts'
import { query } from '#tests/support/factories/rows.ts'
import { fillPaths } from '#tests/support/tables/site-pages.ts'

const site = useSite({ demo: true })

type View = { width: number; theme?: 'light' | 'dark'; isAsked?: boolean; as?: 'admin' }

async function open(browser: Browser, path: string, view: View): Promise<Page> {
  const context = await browser.newContext({
    baseURL: site.url,
    viewport: { width: view.width, height: 844 },
    colorScheme: view.theme ?? 'light',
    reducedMotion: 'reduce',
  })
  if (!view.isAsked) {
    await context.addInitScript(() => {
      localStorage.setItem('consent', `necessary ${new Date().toISOString().slice(0, 10)}`)
    })
  }
  await context.addInitScript(`Object.defineProperty(navigator, 'clipboard', { value: undefined })`)
  if (view.as) await signIn(site, context, view.as)
  const page = await context.newPage()
  const [address = path] = await fillPaths(site, [path])
  await page.goto(address, { waitUntil: 'networkidle' })
  return page
}

async function boxOf(locator: Locator) {
  const box = await locator.boundingBox()
  if (!box) throw new Error('not shown')
  return { ...box, right: box.x + box.width, bottom: box.y + box.height }
}

async function slugOf(where: string): Promise<string> {
  const [row] = await query<{ slug: string }>(
    site,
    `select slug from events where status = 'approved' and cancelled_at is null and ${where}
      order by hype_count desc limit 1`,
    Date.now(),
  )
  if (!row) throw new Error(`the demo set has no event with ${where}`)
  return row.slug
}

test('the one hype button of an event is at the bottom edge of a phone until its place is seen', async ({
  browser,
}) => {
  const page = await open(browser, `/events/${await slugOf('start_at > ?')}`, { width: 390 })
  const [name = ''] = await page.locator('h1').allTextContents()
  const button = page.getByRole('button', { name: name.trim() }).and(page.locator('.hype'))
  await expect(button).toHaveCount(1)
  const tabBar = await boxOf(page.locator('.tab-bar'))
  // On the first screen, and with the picture below it.
  const first = await boxOf(button)
  expect(first.bottom).toBeLessThanOrEqual(tabBar.y)
  await page.evaluate(() => scrollTo({ top: 2000, behavior: 'instant' }))
  await expect(page.locator('.hype-dock')).toHaveCSS('position', 'fixed')
  const docked = await boxOf(button)
  expect(tabBar.y - docked.bottom).toBeLessThan(24)
  expect(docked.bottom).toBeLessThanOrEqual(tabBar.y)
  // Before those of other events, for the keyboard and for screen readers.
  await expect(page.locator('main .hype').first()).toHaveAccessibleName(/Hype/)
  expect(await button.evaluate((one) => one === document.querySelector('main .hype'))).toBe(true)
  const panel = page.locator('.when-panel')
  await panel.evaluate((one) => one.scrollIntoView({ block: 'center', behavior: 'instant' }))
  await expect(page.locator('.hype-dock')).toHaveCSS('position', 'static')
  const [place, around] = [await boxOf(button), await boxOf(panel)]
  expect(place.bottom).toBeLessThan(around.bottom)
  expect(place.bottom).toBeLessThan((await boxOf(page.locator('.reminders, .when-note'))).y)
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
  await expect(page.locator('.hype-dock')).toHaveCSS('position', 'fixed')
  const last = await boxOf(page.locator('.footer-row'))
  expect(last.bottom).toBeLessThanOrEqual((await boxOf(button)).y)
})

test('the words of the player stand below the picture, which starts it too', async ({
  browser,
}) => {
  const slug = await slugOf(`start_at < ? and end_at > ?1 and platform = 'twitch'`)
  for (const width of [390, 1280]) {
    const page = await open(browser, `/events/${slug}`, { width })
    await page.locator('.event-stage').scrollIntoViewIfNeeded()
    const poster = await boxOf(page.locator('.event-poster'))
    expect((await boxOf(page.locator('.play .play-note'))).y).toBeGreaterThanOrEqual(poster.bottom)
    const isPlay = await page.evaluate(
      ([x, y]) => Boolean(document.elementFromPoint(x, y)?.closest('.play')),
      [poster.x + poster.width / 2, poster.y + poster.height / 2] as const,
    )
    expect(isPlay).toBe(true)
  }
})

test('a message stands at the bottom right, above the cookie notice, whenever that comes', async ({
  browser,
}) => {
  const path = `/events/${await slugOf('start_at > ?')}`
  const wide = await open(browser, path, { width: 1280, isAsked: true })
  await wide.getByRole('button', { name: 'Share' }).click()
  const message = await boxOf(wide.locator('.toast'))
  const notice = await boxOf(wide.getByRole('region', { name: 'Your choice' }))
  expect(message.bottom).toBeLessThanOrEqual(notice.y)
  expect(notice.y - message.bottom).toBeLessThan(40)
  expect(message.x).toBeGreaterThan(640)

  const phone = await open(browser, path, { width: 390, isAsked: true })
  await expect(phone.locator('.consent')).toBeHidden()
  await phone
    .getByRole('button', { name: 'Share' })
    .evaluate((share) => (share as HTMLElement).click())
  await phone.evaluate(() => scrollTo({ top: innerHeight, behavior: 'instant' }))
  await expect(phone.locator('.consent')).toBeVisible()
  const above = await boxOf(phone.locator('.toast'))
  expect(above.y).toBeGreaterThan(0)
  expect(above.bottom).toBeLessThanOrEqual((await boxOf(phone.locator('.consent'))).y)
})

test('an empty box of the dark theme is as open as a field, and a checked one filled', async ({
  browser,
}) => {
  const page = await open(browser, '/events', { width: 1280, theme: 'dark' })
  const box = page.getByRole('checkbox', { name: 'English' })
  await expect(box).toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
  await expect(box).toHaveCSS('border-top-color', 'rgb(100, 109, 134)')
  await box.check()
  await expect(box).toHaveCSS('background-color', 'rgb(242, 241, 238)')
})

test('the list that a search names is a button as wide as its words, next to the results', async ({
  browser,
}) => {
  const page = await open(browser, '/search?q=speedrun', { width: 1280 })
  const link = await boxOf(page.locator('.search-results > .search-day'))
  expect(link.width).toBeLessThan(400)
  expect((await boxOf(page.locator('.search-section').first())).y - link.bottom).toBeLessThan(40)
})

test('a group without a venue says so in a small line after its events', async ({ browser }) => {
  const [row] = await query<{ slug: string }>(
    site,
    `select g.slug from event_groups g join events e on e.group_id = g.id where g.venue is null limit 1`,
  )
  const page = await open(browser, `/events/groups/${row?.slug}`, { width: 1280 })
  const venue = await boxOf(page.locator('.venue'))
  expect(venue.height).toBeLessThan(96)
  expect(venue.width).toBeLessThan(400)
  expect(venue.y).toBeGreaterThan((await boxOf(page.locator('#results'))).bottom)
})

test('the panel of a phone begins with proposals, each with its whole channel', async ({
  browser,
}) => {
  await query(
    site,
    `update events set status = 'pending', platform = 'twitch', streaming_account_name = 'a_long_channel_name'
      where id = (select id from events where status = 'approved' and start_at > ? limit 1)`,
    Date.now(),
  )
  const page = await open(browser, '/admin/panel', { width: 390, as: 'admin' })
  await expect(page.locator('fieldset.proposals:enabled')).toBeVisible()
  expect((await boxOf(page.locator('.proposal-row').first())).y).toBeLessThan(300)
  const channels = page.locator('.proposal-row-channel')
  const cut = await channels.evaluateAll((all) =>
    all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
  )
  expect(cut).toEqual([])
  await page.locator('.proposals-toolbar > .admin-fold > summary').click()
  await expect(page.getByLabel('Search proposals')).toBeVisible()
})
