import { expect, type Locator, type Page } from '@playwright/test'
import { createEvent } from '#tests/support/factories/events.ts'
import { insertStreamer } from '#tests/support/factories/directory.ts'
import type { Member } from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'
import { test, useSite } from '#tests/browser/test.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { openMemberWithConsent } from '#tests/support/drivers/profile.ts'
import { watchRewards } from '#tests/support/drivers/rewards.ts'

const site = useSite()
const events: number[] = []
const streamers: number[] = []
test.beforeAll(async () => {
  for (let index = 0; index < 10; index += 1) {
    const startAt = Date.now() + (3 + index / 10) * day
    const category = (['charity', 'music', 'esports'] as const)[index % 3]
    const { id } = await createEvent(site, { startAt, endAt: startAt + hour, category })
    events.push(id)
    streamers.push(await insertStreamer(site, `Streamer ${index}`))
  }
})

const cardOf = (page: Page, title: string) => page.locator('.reward', { hasText: title })

async function hype(page: Page, ...ids: number[]): Promise<void> {
  for (const id of ids) {
    const answered = page.waitForResponse(`**/events/${id}/toggle_hype`)
    await page.locator(`[data-hype-event="${id}"]`).filter({ visible: true }).first().click()
    await answered
    await page.mouse.move(0, 0)
  }
}

async function follow(page: Page, ...ids: number[]): Promise<void> {
  for (const id of ids) {
    const answered = page.waitForResponse(`**/streamers/${id}/toggle_follow`)
    await page.locator(`[data-follow="streamer-${id}"]`).filter({ visible: true }).first().click()
    await answered
  }
}

async function verifyAddress(page: Page, { email, token }: Member): Promise<void> {
  const headers = { Authorization: `Bearer ${token}` }
  await fetch(`${site.url}/api/v1/auth/verify_email/resend`, { method: 'POST', headers })
  const findLink = async () => {
    const mails = await site.mails(email)
    return /http\S+verify\S+/.exec(mails.map(({ text }) => text).join('\n'))?.[0] ?? ''
  }
  await expect.poll(findLink).not.toBe('')
  await page.goto(await findLink())
  await page.locator('main').getByRole('button', { name: 'Verify my email' }).click()
}

function countOf(name: string): Promise<number> {
  const counted =
    'select coalesce(sum(count), 0) as count from client_event_counts where key like ?'
  return query<{ count: number }>(site, counted, `%${name}%`).then(([row]) => row?.count ?? 0)
}

async function xpOf(username: string): Promise<number> {
  const text = 'select total_xp as xp from users where username = ?'
  const [row] = await query<{ xp: number }>(site, text, username)
  return row?.xp ?? 0
}

async function countUnlocked(username: string): Promise<number> {
  const text = `select count(*) as count from unlocked_achievements
    where user_id = (select id from users where username = ?)`
  const [row] = await query<{ count: number }>(site, text, username)
  return row?.count ?? 0
}

/** Whichever tab was given it to show. */
async function tabWith(tabs: readonly Page[], title: string): Promise<Page> {
  const find = () => Promise.all(tabs.map((tab) => cardOf(tab, title).count()))
  await expect.poll(async () => Math.max(...(await find()))).toBe(1)
  const counts = await find()
  return tabs[counts.indexOf(1)] as Page
}

/** Several achievements are one card until it is opened, and another may come at any time. */
async function clickUnfolded(page: Page, target: Locator): Promise<void> {
  const closed = page.locator('.reward-fold[aria-expanded="false"]').filter({ visible: true })
  await expect(async () => {
    if ((await closed.count()) > 0) await closed.click({ timeout: 1000 })
    await target.click({ timeout: 1000 })
  }).toPass()
}

test('a level and achievements by real acts, in two tabs, each announced once', async ({
  browser,
}) => {
  const member = await openMemberWithConsent(site, browser)
  const { page, context, username } = member
  const shown = await watchRewards(context)
  const tabs = [page, await context.newPage()] as const
  for (const tab of tabs) await tab.clock.install()
  await verifyAddress(page, member)
  await page.goto('/events', { waitUntil: 'networkidle' })
  await tabs[1].goto('/streamers', { waitUntil: 'networkidle' })

  await follow(tabs[1], ...streamers)
  await hype(page, ...events.slice(0, 3))
  const closing = await tabWith(tabs, 'First spark')
  const close = cardOf(closing, 'First spark').getByRole('button', { name: 'Close' })
  await clickUnfolded(closing, close)
  await expect.poll(() => countOf('achievement-notification-close')).toBe(1)
  const leaving = await tabWith(tabs, 'Curious mind')
  await clickUnfolded(leaving, cardOf(leaving, 'Curious mind'))
  await leaving.waitForURL(`${site.url}/achievements`)
  await expect.poll(() => countOf('achievement-notification-click')).toBe(1)
  await page.goto('/events', { waitUntil: 'networkidle' })

  const rest = events.slice(3)
  while ((await xpOf(username)) < 95) await hype(page, rest.shift() ?? 0)
  const unlocked = await countUnlocked(username)
  await expect.poll(() => shown.length).toBe(unlocked)
  for (const tab of tabs) {
    // Time stands still for what is under the pointer, or has the focus of one that was closed.
    await tab.mouse.move(0, 0)
    await tab.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    await tab.clock.pauseAt(await tab.evaluate(() => Date.now() + 10_000))
    await expect(tab.locator('.reward')).toHaveCount(0)
  }
  await hype(page, rest.shift() ?? 0)
  const tab = await tabWith(tabs, 'You’ve reached level 2')
  const level = cardOf(tab, 'You’ve reached level 2')
  await expect(level).toContainText('Level up!')
  await expect(cardOf(tab, 'Warming up')).toBeVisible()
  await tab.clock.runFor(1999)
  await expect(level).toHaveAttribute('data-animating')
  await tab.clock.runFor(1)
  await expect(level).not.toHaveAttribute('data-animating')
  await tab.clock.runFor(2999)
  await expect(level).toBeVisible()
  await expect(cardOf(tab, 'Warming up')).toBeVisible()
  await tab.clock.runFor(1)
  await expect(tab.locator('.reward')).toHaveCount(0)

  for (const one of tabs) {
    await one.clock.resume()
    await one.reload({ waitUntil: 'networkidle' })
  }
  await page.goto('/achievements?show=unlocked')
  const names = await page.locator('.achievement h3').allTextContents()
  expect(names).toEqual(
    expect.arrayContaining(['Curious mind', 'First encounter', 'First spark', 'Warming up']),
  )
  expect(shown.toSorted()).toEqual([...names, 'You’ve reached level 2'].toSorted())
})
