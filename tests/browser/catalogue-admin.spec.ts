import { expect, type Page } from '@playwright/test'
import { createEvent } from '#tests/support/factories/events.ts'
import { insertFollows, insertGame } from '#tests/support/factories/directory.ts'
import { query } from '#tests/support/factories/rows.ts'
import { axeFaults } from '#tests/browser/axe.ts'
import { test, useSite } from '#tests/browser/test.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { signIn } from '#tests/support/drivers/visitors.ts'

const site = useSite()

async function enter(page: Page, next: string): Promise<void> {
  await signIn(site, page.context(), 'admin')
  await page.goto(site.url + next)
}

test('two games are merged by keyboard alone, with their events and followers', async ({
  page,
}) => {
  const [from, into] = [await insertGame(site, 'strike-two'), await insertGame(site, 'strike-2')]
  const [admin] = await query<{ userId: UserId }>(
    site,
    `select id as userId from users where username_key = 'admin'`,
  )
  if (!admin) throw new Error('there is no administrator')
  await insertFollows(site, 'game', from, [admin])
  const startAt = Date.now() + 86_400_000
  const event = { name: 'Static Cup', startAt, endAt: startAt + 3_600_000, gameId: from }
  await createEvent(site, event)

  await enter(page, '/admin/panel/games')
  const rows = page.getByRole('row')
  await expect(rows).toHaveCount(3)
  const merge = page.getByRole('button', { name: 'Merge into another: strike-two' })
  await expect(merge).toBeEnabled()
  await merge.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Merge “strike-two”' })
  await expect(dialog.getByText('1 event', { exact: true })).toBeVisible()
  await expect(dialog.getByText('1 follower', { exact: true })).toBeVisible()
  await expect(dialog.getByText('This can’t be undone.')).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  await dialog.getByLabel('Which one should stay?').focus()
  await page.keyboard.type('strike')
  await expect(dialog.getByRole('option', { name: 'strike-2' })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(dialog.getByText('These will move to “strike-2”')).toBeVisible()
  await dialog.getByRole('button', { name: 'Merge', exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await expect(rows).toHaveCount(2)
  expect(await query(site, 'select follow_count as count from games where id = ?', into)).toEqual([
    { count: 1 },
  ])

  await page.goto(`${site.url}/games/strike-two`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('strike-2')
  await expect(page.getByRole('link', { name: 'Static Cup' })).toBeVisible()
  await expect(page.locator(`[data-followers="game-${into}"]`)).toHaveText('1')

  await page.goto(`${site.url}/admin/panel/log`)
  await expect(page.getByText('admin merged “strike-two” into the game “strike-2”')).toBeVisible()
})

test('every section of the catalogue, the deals and the log is usable on a phone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await enter(page, '/admin/panel/games')
  for (const section of ['games', 'streamers', 'deals', 'log']) {
    await page.goto(`${site.url}/admin/panel/${section}`)
    await expect(page.locator('fieldset.admin:enabled')).toBeVisible()
    expect(await axeFaults(page), section).toEqual([])
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(overflow, section).toBe(0)
    const create = page.getByRole('button', { name: /^New / })
    if (section === 'log') continue
    await create.click()
    await expect(page.getByRole('dialog')).toBeVisible()
    expect(await axeFaults(page), `${section} in a dialog`).toEqual([])
    await page.keyboard.press('Escape')
    await expect(create).toBeFocused()
  }
})

test.describe('in a browser that does not say that it is driven by a program', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
  })

  test('a click on a deal is counted on the way to the partner, without a cookie', async ({
    page,
  }) => {
    await query(
      site,
      `insert into deals (partner, title, text, link, placement, start_at, end_at, created_at)
      values ('Quiet Keys', 'Ten per cent off', 'On all.', 'https://example.com/keys', 'home', 0, ?, 0)`,
      Date.now() + 86_400_000,
    )
    await page.route('https://example.com/**', (route) => route.fulfill({ body: 'The partner' }))
    await page.context().addCookies([{ name: 'locale', value: 'en', url: site.url }])
    await page.goto(site.url)
    const asked = page.waitForRequest(/\/deals\/\d+\/click$/)
    await page.getByRole('link', { name: 'Ten per cent off' }).click()
    expect((await (await asked).allHeaders())['cookie']).toBeUndefined()
    await expect(page).toHaveURL('https://example.com/keys')
    const clicks = () => query(site, 'select clicks from deals')
    await expect.poll(clicks).toEqual([{ clicks: 1 }])
  })
})
