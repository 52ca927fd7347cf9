import { expect, type Browser, type Locator, type Page } from '@playwright/test'
import { axeFaults } from '#tests/browser/axe.ts'
import { test, useSite } from '#tests/browser/test.ts'
import { type Member, type MemberOptions, createMember } from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'

const site = useSite()

type View = { path?: string; width?: number; theme?: 'dark' | 'light' }

async function open(browser: Browser, facts: MemberOptions, view: View = {}): Promise<Page> {
  const { path = '/admin/leaderboard', width = 1280, theme = 'light' } = view
  const { token } = await createMember(site, facts)
  const context = await browser.newContext({
    baseURL: site.url,
    locale: 'en-GB',
    colorScheme: theme,
    reducedMotion: 'reduce',
    viewport: { width, height: 844 },
  })
  await context.addCookies([{ name: 'access_token', value: token, url: site.url }])
  const page = await context.newPage()
  await page.goto(path)
  await expect(page.locator('fieldset.admin:enabled')).toBeVisible()
  return page
}

/** Called so, with XP of this week. */
async function placeEarner(name: string, points: number): Promise<Member> {
  const member = await createMember(site)
  const rename = 'update users set username = ?1, username_key = lower(?1) where id = ?2'
  await query(site, rename, name, member.userId)
  const earn = `insert into xp_entries (user_id, action, subject, points, at)
    values (?, 'proposal_approved', 'event:999999', ?, ?)`
  await query(site, earn, member.userId, points, Date.now())
  return member
}

function rowOf(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ hasText: name })
}

/** The cell that the column's name stands above. */
function cellOf(row: Locator, column: string): Locator {
  return row.locator(`[data-label="${column}"]`)
}

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key)
}

async function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
}

test('an admin excludes a member by keyboard, and lets them back in', async ({ browser }) => {
  const member = await placeEarner('Fleeting', 900)
  await placeEarner('Runner-up', 800)
  const page = await open(browser, { role: 'admin' })
  const row = rowOf(page, 'Fleeting')
  await expect(cellOf(row, 'Rank')).toHaveText('1')

  await page.getByRole('button', { name: 'Exclude Fleeting from the leaderboard' }).focus()
  await press(page, 'Enter')
  const question = page.getByRole('dialog', { name: 'Exclude Fleeting from the leaderboard?' })
  const reason = question.getByLabel('Reason')
  await expect(reason).toBeFocused()
  await press(page, 'Tab', 'Tab', 'Enter')
  await expect(reason).toHaveAttribute('aria-invalid', 'true')
  await expect(reason).toBeFocused()
  await page.keyboard.type('Two accounts')
  await press(page, 'Tab', 'Tab', 'Enter')
  await expect(question).toBeHidden()
  await expect(row.getByText('Excluded', { exact: true })).toBeVisible()
  await expect(cellOf(row, 'Rank')).toContainText('Not ranked')
  await expect(cellOf(rowOf(page, 'Runner-up'), 'Rank')).toHaveText('1')

  const include = page.getByRole('button', { name: 'Include Fleeting on the leaderboard again' })
  await expect(include).toBeFocused()
  await press(page, 'Enter', 'Tab', 'Tab', 'Enter')
  await expect(cellOf(row, 'Rank')).toHaveText('1')

  const bell = await query(
    site,
    `select payload ->> 'act' as act, payload ->> 'reason' as reason from deliveries
      where user_id = ? and kind = 'gamification_decision' order by id`,
    member.userId,
  )
  expect(bell).toEqual([
    { act: 'exclude', reason: 'Two accounts' },
    { act: 'include', reason: null },
  ])
})

test('an admin corrects XP by mouse, is stopped below 0, and reads the history', async ({
  browser,
}) => {
  await placeEarner('Overpaid', 300)
  const page = await open(browser, { role: 'admin' })
  const row = rowOf(page, 'Overpaid')
  await page.getByRole('button', { name: 'Correct XP for Overpaid' }).click()
  const dialog = page.getByRole('dialog', { name: 'Correct XP for Overpaid' })
  await expect(dialog.getByText('Overpaid has 300 XP.')).toBeVisible()
  await dialog.getByLabel('Points').fill('-301')
  await dialog.getByLabel('Reason').fill('Counted twice')
  await dialog.getByRole('button', { name: 'Correct XP' }).click()
  await expect(dialog.getByText('a total can’t go below 0')).toBeVisible()
  expect(await axeFaults(page)).toEqual([])
  await dialog.getByLabel('Points').fill('-120')
  await dialog.getByRole('button', { name: 'Correct XP' }).click()
  await expect(dialog).toBeHidden()
  await expect(cellOf(row, 'XP')).toHaveText('180')

  await page.getByRole('button', { name: 'Overpaid’s XP history' }).click()
  const history = page.getByRole('dialog', { name: 'Overpaid’s XP history' })
  const newest = history.getByRole('row').nth(1)
  await expect(newest).toContainText('Correction')
  await expect(newest).toContainText('Reason: Counted twice')
  await expect(newest).toContainText('-120')
  await expect(history.getByText('2 entries')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Overpaid’s XP history' })).toBeFocused()
})

test('an answer that is lost is asked for again under the same key', async ({ browser }) => {
  const member = await placeEarner('Unlucky', 50)
  const page = await open(browser, { role: 'admin' })
  let lost = 0
  await page.route('**/correct', async (route) => {
    await route.fetch()
    lost += 1
    if (lost === 1) await route.abort()
    else await route.continue()
  })
  await page.getByRole('button', { name: 'Correct XP for Unlucky' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Points').fill('25')
  await dialog.getByLabel('Reason').fill('Lost in a crash')
  await dialog.getByRole('button', { name: 'Correct XP' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await dialog.getByRole('button', { name: 'Correct XP' }).click()
  await expect(dialog).toBeHidden()
  await expect(cellOf(rowOf(page, 'Unlucky'), 'XP')).toHaveText('75')
  const entries = `select points from xp_entries where user_id = ? and action = 'correction'`
  expect(await query(site, entries, member.userId)).toEqual([{ points: 25 }])
})

test('an admin suspends who is found by name; the address keeps the list', async ({ browser }) => {
  await placeEarner('Scripted', 70)
  const page = await open(browser, { role: 'admin' })
  await page.getByLabel('Period').selectOption('All time')
  await page.getByLabel('Status').selectOption('On the leaderboard')
  await page.getByLabel('Search by username').fill('SCRIPT')
  await expect(page.getByRole('status').filter({ hasText: '1 entry' })).toBeVisible()
  await page.getByRole('button', { name: 'Suspend Scripted’s XP and achievements' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('Hypes by script')
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
  // The list shows those on the leaderboard alone: the row, and its buttons, are gone.
  await expect(page.getByText('No members found.')).toBeVisible()
  await expect(page.getByLabel('Search by username')).toBeFocused()
  await page.getByLabel('Status').selectOption('XP suspended')
  await expect(rowOf(page, 'Scripted').getByText('XP suspended')).toBeVisible()

  await expect(page).toHaveURL(/period=all.*q=SCRIPT.*state=suspended/)
  await page.reload()
  await expect(page.getByLabel('Status')).toHaveValue('suspended')
  await expect(rowOf(page, 'Scripted')).toBeVisible()
  await page.getByRole('button', { name: 'Lift suspension for Scripted' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Lift suspension' }).click()
  await page.getByRole('button', { name: 'Show all' }).click()
  await expect(rowOf(page, 'Scripted').getByText('On the leaderboard')).toBeVisible()
  await expect(page.getByLabel('Search by username')).toHaveValue('')
})

test('a moderator reads all of it and changes nothing', async ({ browser }) => {
  await placeEarner('Watched', 60)
  const page = await open(browser, { role: 'moderator' })
  await expect(page.getByText('Only administrators can change the leaderboard.')).toBeVisible()
  const buttons = rowOf(page, 'Watched').getByRole('button')
  await expect(buttons).toHaveText(['XP history'])
  await buttons.click()
  await expect(page.getByRole('dialog').getByText('Proposal approved')).toBeVisible()
  const tab = page.getByRole('navigation', { name: 'Admin sections' })
  await expect(tab.locator('[aria-current="page"]')).toHaveText('Leaderboard')
})

test('the first HTML has the list, its period and what is searched for', async ({ browser }) => {
  await placeEarner('Written', 65)
  await placeEarner('Unwanted', 66)
  const { token } = await createMember(site, { role: 'admin' })
  const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false })
  await context.addCookies([{ name: 'access_token', value: token, url: site.url }])
  const page = await context.newPage()
  await page.goto('/admin/leaderboard?period=month&q=writ')
  await expect(cellOf(rowOf(page, 'Written'), 'XP')).toHaveText('65')
  await expect(rowOf(page, 'Unwanted')).toHaveCount(0)
  await expect(page.getByLabel('Period')).toHaveValue('month')
  await expect(page.getByLabel('Search by username')).toHaveValue('writ')
  await expect(page.getByRole('button', { name: /^Exclude Written/ })).toBeDisabled()
})

for (const theme of ['dark', 'light'] as const) {
  for (const width of [390, 1280]) {
    test(`axe finds nothing, ${theme} at ${width} px`, async ({ browser }) => {
      const member = await placeEarner(`Looked-at-${theme}-${width}`, 10)
      const flags = 'leaderboard_excluded_at = 1, gamification_suspended_at = 1'
      await query(site, `update users set ${flags} where id = ?`, member.userId)
      const page = await open(browser, { role: 'admin' }, { theme, width })
      expect(await axeFaults(page)).toEqual([])
      for (const name of [/XP history$/, /^Correct XP/, /^Include Looked/]) {
        await page.getByRole('button', { name }).first().click()
        const dialog = page.getByRole('dialog')
        await expect(dialog.locator('form, table').first()).toBeVisible()
        expect(await axeFaults(page)).toEqual([])
        await page.keyboard.press('Escape')
        await expect(dialog).toBeHidden()
      }
    })
  }
}

for (const [locale, path] of [
  ['en', '/admin/leaderboard'],
  ['es', '/es/admin/leaderboard'],
  ['fr', '/fr/admin/leaderboard'],
] as const) {
  test(`fits a narrow phone in ${locale}`, async ({ browser }) => {
    const name = `A-name-as-long-as-it-gets-${locale}`
    const member = await placeEarner(name, 1_234_567)
    const flags = 'leaderboard_excluded_at = 1, gamification_suspended_at = 1, is_soft_banned = 1'
    await query(site, `update users set ${flags} where id = ?`, member.userId)
    const page = await open(browser, { role: 'admin' }, { path, width: 320 })
    expect(await sidewaysScroll(page)).toBe(0)
    expect(await axeFaults(page)).toEqual([])
    const buttons = rowOf(page, name).getByRole('button')
    for (const index of [0, 1, 2, 3]) {
      await buttons.nth(index).click()
      const dialog = page.getByRole('dialog')
      await expect(dialog.locator('form, table').first()).toBeVisible()
      expect(await dialog.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
      expect(await sidewaysScroll(page)).toBe(0)
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    }
  })
}
