import { expect } from '@playwright/test'
import { axeFaults } from '#tests/browser/axe.ts'
import { test, useSite } from '#tests/browser/test.ts'
import { insertAccount, insertStreamer } from '#tests/support/factories/directory.ts'
import { query } from '#tests/support/factories/rows.ts'
import { adminPassword } from '#tests/support/drivers/data-folder.ts'
import { logIn, openVisitor } from '#tests/support/drivers/visitors.ts'

const site = useSite()
let own: number
let other: number
test.beforeAll(async () => {
  const [admin] = await query<{ id: number }>(site, `select id from users where role = 'admin'`)
  own = await insertStreamer(site, 'Ann', admin?.id)
  // Links are shown of who has proven a channel.
  await insertAccount(site, own, 'ann', { isVerified: true })
  other = await insertStreamer(site, 'Bob')
})

test('owners tell who they are and where else to find them', async ({ page }) => {
  await page.goto(`${site.url}/login`)
  await logIn(page, 'admin', adminPassword)
  await page.waitForURL((url) => !url.pathname.includes('login'))
  await page.goto(`${site.url}/profile/streamer`)
  const links = page.getByLabel('Links')
  const form = page.locator('form').filter({ has: links })
  await expect(form.getByRole('button', { name: 'Save' })).toBeEnabled()
  await page.getByLabel('Bio').fill('Runs at night.\nBakes by day.')
  await links.fill('https://www.youtube.com/@ann\nhttp://ann.example')
  await expect(page.getByText('Enter a URL starting with https://')).toBeVisible()
  await links.fill('https://www.youtube.com/@ann\nhttps://ann.example')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Streamer profile saved')).toBeVisible()
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(`${site.url}/streamers/${own}`)
    await expect(page.getByText('Runs at night.')).toBeVisible()
    const list = page.getByRole('list', { name: 'Links' })
    await expect(list.getByRole('link')).toHaveText(['YouTube', 'ann.example'])
    expect(await axeFaults(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false)
  }
})

test('owners edit their page and propose; everybody else follows', async ({ page }) => {
  const follow = page.getByRole('button', { name: /^Follow (?:Ann|Bob)/ })
  const edit = page.getByRole('link', { name: 'Edit your page' })
  const invitation = page.getByText(/^Follow \w+ to hear about the next one/)
  await page.goto(`${site.url}/streamers/${own}`)
  await expect(follow).toBeVisible()
  await expect(invitation).toBeVisible()
  await expect(edit).toBeHidden()

  await page.goto(`${site.url}/login`)
  await logIn(page, 'admin', adminPassword)
  await page.waitForURL((url) => !url.pathname.includes('login'))
  await page.goto(`${site.url}/streamers/${own}`)
  await expect(edit).toBeVisible()
  await expect(follow).toBeHidden()
  await expect(invitation).toBeHidden()
  await expect(page.getByText('Nothing announced yet.')).toBeVisible()
  await page.getByRole('button', { name: 'Propose your next event' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()

  await page.goto(`${site.url}/streamers/${other}`)
  await expect(follow).toBeVisible()
  await expect(edit).toBeHidden()
})

test('owners ask not to be listed, and take it back', async ({ page, browser }) => {
  await page.goto(`${site.url}/login`)
  await logIn(page, 'admin', adminPassword)
  await page.waitForURL((url) => !url.pathname.includes('login'))
  await page.goto(`${site.url}/profile/streamer`)
  await page.getByRole('button', { name: 'Don’t list me' }).click()
  const dialog = page.getByRole('dialog', { name: 'Don’t want to be listed?' })
  await expect(dialog).toContainText('Events still name you if you take part.')
  expect(await axeFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Don’t list me' }).click()
  await expect(page.getByText('You’re no longer listed.')).toBeVisible()
  const again = page.getByRole('button', { name: 'List me again' })
  await expect(again).toBeEnabled()
  await page.goto(`${site.url}/streamers/${own}`)
  await expect(page.getByText('This page shows only the events')).toBeVisible()
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expect(page.getByRole('link', { name: 'This is me' })).toBeHidden()
  const { page: visitor } = await openVisitor(site, browser)
  await visitor.goto(`/streamers/${own}`)
  await expect(visitor.getByRole('link', { name: 'This is me' })).toHaveAttribute(
    'href',
    '/data-deletion-request',
  )
  await page.goto(`${site.url}/streamers`)
  await expect(page.getByRole('link', { name: 'Bob' }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ann' })).toHaveCount(0)
  await page.goto(`${site.url}/profile/streamer`)
  await again.click()
  await expect(page.getByRole('button', { name: 'Don’t list me' })).toBeVisible()
})
