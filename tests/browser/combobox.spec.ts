import { expect, type Page } from '@playwright/test'
import { axeFaults } from '#tests/browser/axe.ts'
import { test, useSite } from '#tests/browser/test.ts'
import { insertGame } from '#tests/support/factories/directory.ts'
import { signIn } from '#tests/support/drivers/visitors.ts'

const site = useSite({ demo: true })

test.use({ locale: 'en-GB', timezoneId: 'Europe/Paris', viewport: { width: 1400, height: 900 } })

async function openTimeZone(page: Page) {
  await page.goto(site.url)
  await page.getByRole('button', { name: 'Settings' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  const field = dialog.getByLabel('Time zone')
  const list = dialog.getByRole('listbox')
  const active = list.locator('[aria-selected="true"]')
  return { dialog, field, list, options: list.getByRole('option'), active }
}

/** The field that suggests games, which takes the place of a plain one on focus. */
async function openGameFilter(page: Page) {
  await page.goto(`${site.url}/events`)
  await page.getByLabel('Game', { exact: true }).click()
  const field = page.getByRole('combobox', { name: 'Game' })
  await expect(field).toBeFocused()
  const list = page.locator('[data-suggest="game"] [role="listbox"]')
  return { field, list, options: list.getByRole('option') }
}

async function openSearch(page: Page, text: string) {
  await page.goto(site.url)
  const field = page.locator('[data-search] input')
  await field.fill(text)
  const panel = page.locator('.search-panel')
  await expect(panel.locator('mark').first()).toBeVisible()
  return { field, panel, options: panel.getByRole('option') }
}

test('arrows move round the ends by way of the text, and Enter chooses', async ({ page }) => {
  const { dialog, field, list, options, active } = await openTimeZone(page)
  await field.fill('europe/m')
  await expect(options.first()).toContainText('Madrid,')
  expect(await options.count()).toBeGreaterThan(2)
  await expect(field).toHaveAttribute('aria-controls', (await list.getAttribute('id')) ?? '')
  await field.press('ArrowUp')
  await expect(options.last()).toHaveAttribute('aria-selected', 'true')
  await field.press('ArrowUp')
  await expect(active).toHaveCount(1)
  await expect(field).toHaveAttribute(
    'aria-activedescendant',
    (await active.getAttribute('id')) ?? '',
  )
  await field.press('ArrowDown')
  await expect(options.last()).toHaveAttribute('aria-selected', 'true')
  await field.press('ArrowDown')
  await expect(active).toHaveCount(0)
  await expect(field).not.toHaveAttribute('aria-activedescendant')
  await expect(field).toHaveValue('europe/m')
  await field.press('ArrowDown')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  expect(await axeFaults(page, 'dialog')).toEqual([])
  await field.press('Enter')
  await expect(list).toBeHidden()
  await expect(field).toHaveValue(/^Madrid/)
  await expect(field).toHaveAttribute('aria-expanded', 'false')
  await expect(field).toBeFocused()
  await expect(dialog).toBeVisible()
})

test('arrows open a closed list, and Tab leaves it without a choice', async ({ page }) => {
  const { field, list, options } = await openTimeZone(page)
  await field.fill('europe/m')
  await field.press('Escape')
  await expect(list).toBeHidden()
  await field.press('ArrowUp')
  await expect(options.last()).toHaveAttribute('aria-selected', 'true')
  await field.press('Escape')
  await field.press('ArrowDown')
  await expect(field).toHaveAttribute('aria-expanded', 'true')
  await expect(options.first()).toHaveAttribute('aria-selected', 'true')
  await field.press('Tab')
  await expect(field).not.toBeFocused()
  await expect(list).toBeHidden()
  await expect(page.locator('#main [data-time-format="zone"]').first()).toHaveText('Paris time')
})

test('Escape closes the list, then the dialog around it', async ({ page }) => {
  const { dialog, field, list } = await openTimeZone(page)
  await field.fill('europe/m')
  await expect(list).toBeVisible()
  await field.press('Escape')
  await expect(list).toBeHidden()
  await expect(dialog).toBeVisible()
  await expect(field).toHaveValue('europe/m')
  await field.press('Escape')
  await expect(dialog).toBeHidden()
})

test('where nothing matches there is nothing to choose, and Enter is the form’s', async ({
  page,
}) => {
  const { field, list } = await openGameFilter(page)
  await field.fill('no such game')
  await expect(page.locator('.suggest-none')).toHaveText('No results found')
  await expect(list).toBeHidden()
  expect(await axeFaults(page, '[data-suggest="game"]')).toEqual([])
  await field.press('ArrowDown')
  await expect(field).not.toHaveAttribute('aria-activedescendant')
  await field.press('Enter')
  await page.waitForURL(/\/events\?game_q=no\+such\+game$/)
})

test('Enter without a choice sends what is typed, at once', async ({ page }) => {
  const { field, options } = await openGameFilter(page)
  const name = (await options.first().textContent()) ?? ''
  await field.fill(name.toUpperCase())
  await expect(options.filter({ hasText: name }).first()).toBeVisible()
  await field.press('Enter')
  await page.waitForURL(/\/events\?game=\d+$/)
  await expect(page.getByRole('link', { name: `Remove filter: ${name}` })).toBeVisible()
})

test('a label beyond the first twenty suggestions is found by its name, and chosen', async ({
  page,
}) => {
  for (let index = 10; index < 35; index += 1) await insertGame(site, `Twin quest ${index}`)
  const { field, options } = await openGameFilter(page)
  const last = 'Twin quest 34'
  await field.fill('twin quest')
  await expect(options).toHaveCount(20)
  await expect(options.filter({ hasText: last })).toHaveCount(0)
  await field.fill('twin QUEST 34')
  await expect(options).toHaveText([last])
  await field.press('ArrowDown')
  await field.press('Enter')
  await expect(field).toHaveValue(last)
  await field.press('Enter')
  await page.waitForURL(/\/events\?game=\d+$/)
  await expect(page.getByRole('link', { name: `Remove filter: ${last}` })).toBeVisible()
})

test('a name typed in full stands for its game, though it is found after the pause', async ({
  page,
}) => {
  await insertGame(site, 'Late quest')
  const { field, options } = await openGameFilter(page)
  await expect(options).toHaveCount(20)
  await expect(options.filter({ hasText: 'Late quest' })).toHaveCount(0)
  await field.fill('late QUEST')
  await expect(options).toHaveText(['Late quest'])
  await expect(page.locator('[data-suggest="game"] input[type="hidden"]')).toHaveAttribute(
    'name',
    'game',
  )
  await field.press('Enter')
  await page.waitForURL(/\/events\?game=\d+$/)
  await expect(page.getByRole('link', { name: 'Remove filter: Late quest' })).toBeVisible()
})

test('names are added to a proposal one by one with Enter, chosen or typed', async ({
  page,
  context,
}) => {
  await signIn(site, context, 'admin')
  await page.goto(site.url)
  await page.getByRole('button', { name: 'Propose an event' }).first().click()
  const wizard = page.getByRole('dialog')
  await wizard.getByLabel('Link to the channel').fill('twitch.tv/someone')
  await wizard.getByRole('button', { name: 'Next' }).click()
  const field = wizard.getByLabel('Participants (optional)')
  const added = wizard.getByRole('button', { name: /^Remove / })
  await field.fill('captain')
  await wizard.getByRole('option', { name: 'Captain Biscuit' }).waitFor()
  await field.press('ArrowDown')
  await field.press('Enter')
  await expect(added).toHaveAccessibleName('Remove Captain Biscuit')
  await expect(field).toBeFocused()
  await expect(field).toHaveValue('')
  await field.fill('somebody new')
  await field.press('Enter')
  await expect(added).toHaveCount(2)
  await expect(added.last()).toHaveAccessibleName('Remove somebody new')
  await expect(field).toBeFocused()
})

test('nothing is active any more once the options are others', async ({ page }) => {
  const { field, options } = await openGameFilter(page)
  await expect(options).not.toHaveCount(0)
  let answer = () => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/api/v1/games?**', async (route) => {
    await held
    await route.fulfill({ json: { items: [{ id: 1, name: 'Another one' }] } })
  })
  await field.press('o')
  await field.press('ArrowDown')
  await expect(field).toHaveAttribute('aria-activedescendant')
  answer()
  await expect(options).toHaveText(['Another one'])
  await expect(field).not.toHaveAttribute('aria-activedescendant')
  await expect(options.and(page.locator('[aria-selected="true"]'))).toHaveCount(0)
})

test('the pointer chooses while the focus stays in the field', async ({ page }) => {
  const { field, list, options } = await openTimeZone(page)
  await field.fill('tokyo')
  await options.filter({ hasText: 'Tokyo' }).click()
  await expect(field).toBeFocused()
  await expect(field).toHaveValue(/^Tokyo/)
  await expect(list).toBeHidden()
})

test('text under composition keeps its keys', async ({ page }) => {
  const { field, list, options, active } = await openTimeZone(page)
  const client = await page.context().newCDPSession(page)
  const composed = { text: 'tok', selectionStart: 3, selectionEnd: 3 }
  await field.press('Escape')
  await field.fill('')
  await field.press('Escape')
  await expect(list).toBeHidden()
  await client.send('Input.imeSetComposition', composed)
  await expect(options.first()).toBeVisible()
  await field.press('ArrowDown')
  await expect(active).toHaveCount(0)
  await client.send('Input.insertText', { text: 'tokyo' })
  await field.press('ArrowDown')
  await expect(active).toHaveText([/^Tokyo/])
})

test('a result opens in a new tab with the usual modifier', async ({ page, context }) => {
  const { field, options } = await openSearch(page, 'biscuit')
  await field.press('ArrowDown')
  const href = (await options.first().getAttribute('href')) ?? ''
  for (const open of [
    () => options.first().click({ modifiers: ['ControlOrMeta'] }),
    () => field.press('ControlOrMeta+Enter'),
  ]) {
    // Chromium may not report where a tab without an opener went: its request does.
    const [tab, request] = await Promise.all([
      context.waitForEvent('page'),
      context.waitForEvent('request', (candidate) => candidate.isNavigationRequest()),
      open(),
    ])
    expect(new URL(request.url()).pathname).toBe(href)
    await tab.close()
    await expect(page).toHaveURL(`${site.url}/`)
    await field.press('ArrowDown')
  }
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the search is a plain field', async ({ page }) => {
    await page.goto(site.url)
    const field = page.locator('[data-search] input')
    await expect(field).toBeVisible()
    for (const name of ['role', 'aria-expanded', 'aria-controls']) {
      await expect(field).not.toHaveAttribute(name)
    }
  })
})
