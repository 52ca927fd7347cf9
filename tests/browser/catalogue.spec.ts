import { expect, type Page } from '@playwright/test'
import type { UserId } from '#worker/contracts/ids.ts'
import { test, useSite } from '#tests/browser/test.ts'
import { insertFollows, insertGame, insertStreamer } from '#tests/support/factories/directory.ts'
import { query } from '#tests/support/factories/rows.ts'
import { adminPassword } from '#tests/support/drivers/data-folder.ts'
import { logIn } from '#tests/support/drivers/visitors.ts'

const site = useSite()
let streamer: number
test.beforeAll(async () => {
  streamer = await insertStreamer(site, 'Ann')
  for (let index = 10; index < 40; index += 1) await insertGame(site, `Game ${index}`)
})

async function enter(page: Page): Promise<void> {
  await logIn(page, 'admin', adminPassword)
  await page.waitForURL((url) => !url.pathname.includes('login'))
}

function followers(): Promise<{ count: number }[]> {
  return query(site, 'select follow_count as count from streamers where id = ?', streamer)
}

test('a visitor who follows comes back from login to the follow done', async ({ page }) => {
  await page.goto(`${site.url}/streamers/${streamer}`)
  const follow = page.getByRole('button', { name: /^Follow Ann/ })
  await expect(follow).toHaveAttribute('aria-pressed', 'false')
  await follow.click()
  await page.getByRole('link', { name: 'Log in with a password' }).click()
  await enter(page)
  const following = page.getByRole('button', { name: /^Following Ann/ })
  await expect(following).toHaveAttribute('aria-pressed', 'true')
  await expect(page.locator(`[data-followers="streamer-${streamer}"]`)).toHaveText('1')
  expect(new URL(page.url()).search).toBe('')
  await expect.poll(followers).toEqual([{ count: 1 }])

  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('relations')) asked.push(request.url())
  })
  await page.goto(`${site.url}/streamers`)
  // Among the emerging ones and in the list below.
  await expect(following).toHaveCount(2)
  expect(asked).toHaveLength(1)
  await following.first().click()
  await expect(follow).toHaveCount(2)
  await expect.poll(followers).toEqual([{ count: 0 }])
})

test('a follow that the server refuses goes back, and a line says so', async ({ page }) => {
  await page.goto(`${site.url}/login`)
  await enter(page)
  await page.goto(`${site.url}/streamers/${streamer}`)
  await page.route('**/toggle_follow', (route) => route.abort())
  await page.getByRole('button', { name: /^Follow Ann/ }).click()
  await expect(page.getByText('Couldn’t update what you follow. Try again.')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Follow Ann/ })).toHaveAttribute(
    'aria-pressed',
    'false',
  )
  await expect(page.locator(`[data-followers="streamer-${streamer}"]`)).toHaveText('0')
})

test('more games come into the page, and their follow buttons work', async ({ page }) => {
  await page.goto(`${site.url}/login`)
  await enter(page)
  const [member] = await query<{ userId: UserId }>(
    site,
    `select id as userId from users where username_key = 'admin'`,
  )
  const [last] = await query<{ id: number }>(site, `select id from games where name = 'Game 39'`)
  if (!member || !last) throw new Error('the game or the member is not there')
  await insertFollows(site, 'game', last.id, [member])
  await page.goto(`${site.url}/games?sort=name`)
  const cards = page.locator('.game-card')
  await expect(cards).toHaveCount(24)
  await page.getByRole('link', { name: 'Show more games' }).click()
  await expect(cards).toHaveCount(30)
  await expect(page.getByRole('link', { name: 'Game 34' })).toBeFocused()
  await expect(page.getByRole('link', { name: 'Show more games' })).toBeHidden()
  await expect(page.getByRole('button', { name: /^Following Game 39/ })).toBeVisible()
})

test('how a list is ranked opens and closes by keyboard', async ({ page }) => {
  await page.goto(`${site.url}/games`)
  const button = page.getByRole('button', { name: /How this is ranked: Popularity/ })
  const note = page.getByText('By the number of members who follow the game on Hypecal.')
  await expect(note).toBeHidden()
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(note).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(note).toBeHidden()
})

test('a shuffle gives another seed each time', async ({ page }) => {
  await page.goto(`${site.url}/streamers?sort=random`)
  const shuffle = page.getByRole('link', { name: 'Shuffle' })
  const first = await shuffle.getAttribute('href')
  await shuffle.click()
  await expect(page).toHaveURL(site.url + first)
  expect(await shuffle.getAttribute('href')).not.toBe(first)
})

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false })

  test('the link to more games leads to the next page', async ({ page }) => {
    await page.goto(`${site.url}/games?sort=name`)
    await page.getByRole('link', { name: 'Show more games' }).click()
    await expect(page.locator('.game-card')).toHaveCount(6)
    await expect(page.getByRole('link', { name: 'Game 34' })).toBeVisible()
  })

  test('the search finds a game', async ({ page }) => {
    await page.goto(`${site.url}/games?sort=name`)
    const search = page.getByRole('search', { name: 'Search games' })
    await search.getByRole('searchbox').fill('game 21')
    await search.getByRole('button', { name: 'Search' }).click()
    await expect(page).toHaveURL(`${site.url}/games?sort=name&q=game+21`)
    await expect(page.locator('.game-card')).toHaveCount(1)
  })
})
