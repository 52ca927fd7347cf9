import { expect, type Locator, type Page } from '@playwright/test'
import { test, useSite } from '#tests/browser/test.ts'
import { query } from '#tests/support/factories/rows.ts'
import { png } from '#tests/support/factories/pictures.ts'
import { openMemberWithConsent, section, visitProfile } from '#tests/support/drivers/profile.ts'
import { fillPaths } from '#tests/support/tables/site-pages.ts'

const cdn = 'https://pictures.example/media'
const upload = 'uploads/lost.webp'
const pictured = [
  ['events', 'thumbnail_path'],
  ['games', 'thumbnail_path'],
  ['streamers', 'avatar_path'],
  ['event_groups', 'thumbnail_path'],
] as const

const site = useSite({ demo: true, vars: { CDN_BASE: cdn } })
test.beforeAll(async () => {
  for (const [table, column] of pictured) {
    await query(site, `update ${table} set ${column} = '${upload}'`)
  }
})

function refusalsIn(page: Page): string[] {
  const refused: string[] = []
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) refused.push(message.text())
  })
  return refused
}

async function boxOf(picture: Locator) {
  const box = await picture.boundingBox()
  if (!box) throw new Error('The picture has no box')
  return box
}

/** The picture failed, and the drawn one from this origin is seen in its place. */
async function expectDrawn(picture: Locator): Promise<void> {
  await picture.scrollIntoViewIfNeeded()
  await expect(picture).toHaveAttribute('src', /^\/media\/drawn\//)
  await expect
    .poll(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)
  expect((await boxOf(picture)).height).toBeGreaterThan(20)
}

const pages = [
  '/',
  '/events/{event}',
  '/streamers',
  '/streamers/{streamer}',
  '/games/{game}',
  '/games',
  '/events/groups',
] as const

test('a picture that fails gives its place to the drawn one', async ({ page }) => {
  const refused = refusalsIn(page)
  await page.route(`${cdn}/**`, (route) => route.abort())
  for (const path of await fillPaths(site, [...pages])) {
    await page.goto(site.url + path)
    const pictures = page.locator('main img:visible')
    expect(await pictures.count(), path).toBeGreaterThan(0)
    await expectDrawn(pictures.first())
    await expectDrawn(pictures.last())
  }
  expect(refused).toEqual([])
})

test('without script it leaves its place in its colour, without the mark of a broken one', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.route(`${cdn}/**`, (route) => route.abort())
  for (const path of await fillPaths(site, [...pages])) {
    await page.goto(path)
    const picture = page.locator(`main img[src="${cdn}/${upload}"]:visible`).first()
    await picture.scrollIntoViewIfNeeded()
    const { x, y, width, height } = await boxOf(picture)
    expect(height, path).toBeGreaterThan(20)
    // Browsers draw their icon into the corner, which may be round.
    const paintAt = (part: number) =>
      page.screenshot({ clip: { x: x + width * part, y: y + height * part, width: 6, height: 6 } })
    expect((await paintAt(0.17)).equals(await paintAt(0.45)), path).toBe(true)
  }
})

test('so does a picture that scripts make', async ({ browser }) => {
  const { page, username } = await openMemberWithConsent(site, browser)
  const refused = refusalsIn(page)
  const mine = `select id from users where username = '${username}'`
  await query(site, `update users set avatar_path = '${upload}' where username = ?`, username)
  await query(
    site,
    `insert into game_follows (game_id, user_id, created_at) select min(id), (${mine}), 0 from games`,
  )
  await page.route(`${cdn}/**`, (route) => route.abort())
  await visitProfile(page)
  for (const picture of await page.locator('.profile-avatar').all()) await expectDrawn(picture)
  await visitProfile(page, '/profile/following')
  await expectDrawn(section(page, 'Following').locator('.follows-cover').first())
  await page.locator('[data-search] input').fill('zevent')
  await expectDrawn(page.locator('.search-picture img').first())

  await page.unroute(`${cdn}/**`)
  await page.route(`${cdn}/**`, (route) => route.fulfill({ body: png(), contentType: 'image/png' }))
  await visitProfile(page)
  await expect(page.locator(`.profile-avatar[src="${cdn}/${upload}"]`).first()).toBeVisible()
  expect(refused).toEqual([])
})

test('a drawn picture is loaded once, from the CDN, and from here where that fails', async ({
  page,
}) => {
  for (const [table, column] of pictured) await query(site, `update ${table} set ${column} = null`)
  await page.route(`${cdn}/**`, async (route) => {
    const answer = await fetch(route.request().url().replace(cdn, `${site.url}/media`))
    const contentType = answer.headers.get('Content-Type') ?? ''
    await route.fulfill({ body: Buffer.from(await answer.arrayBuffer()), contentType })
  })
  const asked = new Set<string>()
  page.on('request', (one) => {
    if (one.resourceType() === 'image') asked.add(one.url())
  })
  const pages = ['/', '/events', '/events/{event}', '/streamers', '/streamers/{streamer}'] as const
  for (const path of await fillPaths(site, [...pages, '/games', '/games/{game}'])) {
    asked.clear()
    await page.goto(site.url + path)
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await page.waitForLoadState('networkidle')
    const drawn = [...asked].filter((address) => address.includes('/media/drawn/'))
    expect(drawn.length, path).toBeGreaterThan(0)
    expect(drawn.filter((address) => !address.startsWith(cdn))).toEqual([])
  }

  await page.unroute(`${cdn}/**`)
  await page.route(`${cdn}/**`, (route) => route.abort())
  await page.goto(`${site.url}/games`)
  const image = page.locator('main img[src*="/drawn/"]').first()
  await expect(image).toHaveAttribute('src', /^\/media\/drawn\//)
  await expect
    .poll(() => image.evaluate((one) => (one as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)
})

test('rows show their channel and read its platform out', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(`${site.url}/events`)
  const row = page.locator('.event-row').first()
  const face = row.locator('.event-face')
  await expect(face).toBeVisible()
  expect(await face.boundingBox()).toMatchObject({ width: 44, height: 44 })
  await expect(row.locator('.event-facts')).toContainText(/Twitch|YouTube/)
})

test('the header shows the member’s picture in the place of the icon, without a shift', async ({
  browser,
}) => {
  const { page } = await openMemberWithConsent(site, browser)
  await page.route(`${cdn}/**`, (route) => route.fulfill({ body: png(), contentType: 'image/png' }))
  await page.route('**/users/me/start', (route) => route.abort())
  await page.goto('/events')
  const account = page.getByRole('button', { name: 'Your account' })
  const before = await account.boundingBox()
  await expect(account.locator('.account-picture')).toHaveCount(0)

  await page.unroute('**/users/me/start')
  await page.reload()
  const picture = account.locator('.account-picture')
  const address = /^https:\/\/pictures\.example\/media\/drawn\/\d+\/avatars\/\w+\.svg$/
  await expect(picture).toHaveAttribute('src', address)
  expect(await account.boundingBox()).toEqual(before)
  await expect(page.locator('.account-picture')).toHaveCount(1)

  // From then on the page has it before any call.
  await page.route('**/users/me/start', (route) => route.abort())
  await page.reload()
  await expect(picture).toHaveAttribute('src', address)
})
