import { expect, type Page } from '@playwright/test'
import { test, useSite } from '#tests/browser/test.ts'
import { insertGroup } from '#tests/support/factories/directory.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { query } from '#tests/support/factories/rows.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { adminPassword } from '#tests/support/drivers/data-folder.ts'
import { logIn } from '#tests/support/drivers/visitors.ts'

const site = useSite()
test.beforeAll(async () => {
  const now = Date.now()
  const groupId = await insertGroup(site, 'Weekly')
  for (let index = 0; index < 4; index += 1) {
    const startAt = now + 2 * hour + index * 7 * day
    await createEvent(site, { name: `Night ${index}`, groupId, timezone: 'UTC', startAt })
  }
})
test.afterEach(async () => {
  for (const table of ['hypes', 'group_follows', 'xp_entries']) {
    await query(site, `delete from ${table}`)
  }
})

async function enter(page: Page): Promise<void> {
  await logIn(page, 'admin', adminPassword)
  await page.waitForURL((url) => !url.pathname.includes('login'))
}

function countOf(table: 'hypes' | 'group_follows'): Promise<{ count: number }[]> {
  return query(site, `select count(*) as count from ${table}`)
}

const hypeAll = (page: Page) => page.getByRole('button', { name: 'Hype all 4 dates' })
const allHyped = (page: Page) => page.getByRole('button', { name: 'All dates hyped' })

test('a member follows a group, hypes all its dates and takes one back', async ({ page }) => {
  await page.goto(`${site.url}/login`)
  await enter(page)
  await page.goto(`${site.url}/events/groups/Weekly`)
  await page.getByRole('button', { name: /^Follow Weekly/ }).click()
  await expect(page.getByRole('button', { name: /^Following Weekly/ })).toBeVisible()
  await expect(page.locator('[data-followers^="group-"]')).toHaveText('1')
  await expect.poll(() => countOf('group_follows')).toEqual([{ count: 1 }])

  // One row stands for the four dates; its own button is hidden until it opens.
  await expect(page.locator('.event-row')).toHaveCount(1)
  await expect(hypeAll(page)).toHaveCount(1)
  await hypeAll(page).click()
  await expect(allHyped(page)).toBeVisible()
  await expect(page.getByText(/^4 dates hyped\./)).toBeVisible()
  await expect.poll(() => countOf('hypes')).toEqual([{ count: 4 }])
  const first = page.locator('.event-row .hype[data-hype-event]')
  await expect(first).toHaveAttribute('aria-pressed', 'true')
  await expect(first.locator('[data-hype-count]')).toHaveText('1')

  await page.reload()
  await expect(allHyped(page)).toBeVisible()
  await first.click()
  await expect(hypeAll(page)).toBeVisible()
  await expect.poll(() => countOf('hypes')).toEqual([{ count: 3 }])

  await page.goto(`${site.url}/events`)
  await page.locator('.series > summary').click()
  await hypeAll(page).click()
  await expect(allHyped(page)).toBeVisible()
  await expect.poll(() => countOf('hypes')).toEqual([{ count: 4 }])
})

test('a guest comes back from login to all dates hyped', async ({ page }) => {
  await page.goto(`${site.url}/events/groups/Weekly`)
  await hypeAll(page).click()
  await expect(
    page.getByRole('heading', { name: 'Get reminders for all dates of Weekly' }),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Log in with a password' }).click()
  await expect(page.locator('[data-pending="hype_all"]')).toContainText('Weekly')
  await enter(page)
  await expect(allHyped(page)).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
  await expect.poll(() => countOf('hypes')).toEqual([{ count: 4 }])
})

test('a group offers its calendar and its dates without scripts', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${site.url}/events/groups/Weekly`)
  await expect(hypeAll(page)).toBeHidden()
  const [group] = await query<{ id: number }>(site, 'select id from event_groups')
  const feed = page.locator('.subscribe-menu a[href$=".ics"], .subscribe-menu a[href*=".ics?"]')
  await expect(feed.last()).toHaveAttribute('href', new RegExp(`group=${group?.id ?? 0}`))
  await context.close()
})
