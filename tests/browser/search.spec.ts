import { expect, type Page } from '@playwright/test'
import { axeFaults } from '#tests/browser/axe.ts'
import { test, waitForScripts, useSite } from '#tests/browser/test.ts'
import { recentSearchesKey } from '#site/lib/storage-keys.ts'
import { holdScripts } from '#tests/support/drivers/held-scripts.ts'

const site = useSite({ demo: true })

const field = (page: Page) => page.locator('[data-search] input')
const storedSearches = (key: string) => localStorage.getItem(key) ?? ''
const active = (page: Page) => page.locator('.search-panel [aria-selected="true"]')

test('search by keyboard alone: open, choose across groups, close, go', async ({ page }) => {
  await page.setViewportSize({ width: 1400, height: 900 })
  await page.goto(site.url)
  await page
    .getByRole('link', { name: /hypecal/i })
    .first()
    .focus()
  await page.keyboard.press('/')
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('biscuit')
  await expect(page.getByRole('option').first()).toContainText('Biscuit')
  await expect(page.locator('.search-panel mark').first()).toHaveText(/^biscuit$/i)
  await expect(page.getByRole('status').filter({ hasText: /results/ })).toHaveCount(1)
  await expect(field(page)).toHaveAttribute('aria-expanded', 'true')
  await page.keyboard.press('ArrowUp')
  await expect(active(page)).toContainText('See all results')
  await page.keyboard.press('ArrowUp')
  await expect(active(page)).toContainText('Captain Biscuit')
  const id = await active(page).getAttribute('id')
  await expect(field(page)).toHaveAttribute('aria-activedescendant', id ?? '')
  expect(await axeFaults(page, '[data-search]')).toEqual([])
  await page.keyboard.press('Escape')
  await expect(page.locator('.search-panel')).toBeHidden()
  await expect(field(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: /hypecal/i }).first()).toBeFocused()
  await page.keyboard.press('/')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/streamers\/\d+$/)
})

test('Enter without a choice opens the page of results', async ({ page }) => {
  await page.setViewportSize({ width: 1400, height: 900 })
  await page.goto(`${site.url}/fr`)
  await field(page).fill('croûton')
  await field(page).press('Enter')
  await expect(page).toHaveURL(/\/fr\/search\?q=/)
  await expect(page.locator('#results mark').first()).toHaveText('Croûton')
})

test('a slash typed into a field is a slash', async ({ page }) => {
  await page.goto(`${site.url}/search`)
  const input = page.locator('main input[name="q"]')
  await input.fill('a')
  await input.press('/')
  await expect(input).toHaveValue('a/')
  await expect(input).toBeFocused()
})

test('recent searches come back, and go one by one or all at once', async ({ page }) => {
  await page.setViewportSize({ width: 1400, height: 900 })
  await page.goto(site.url)
  for (const text of ['zevent', 'minecraft', 'ibai']) {
    await field(page).fill(text)
    await field(page).press('Enter')
    await expect(page).toHaveURL(new RegExp(`q=${text}`))
    // A page that is left before its scripts ran stores no recent search.
    await expect.poll(() => page.evaluate(storedSearches, recentSearchesKey)).toContain(text)
  }
  const options = page.getByRole('option')
  await page.goto(site.url)
  await field(page).focus()
  await expect(options).toHaveText([/ibai/, /minecraft/, /zevent/])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Delete')
  await expect(options).toHaveText([/minecraft/, /zevent/])
  await options.first().locator('[data-forget]').click()
  await expect(options).toHaveText([/zevent/])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(field(page)).toHaveValue('zevent')
  await expect(options.first()).toContainText('ZEvent')
  await field(page).fill('')
  await page.getByRole('button', { name: 'Clear recent searches' }).click()
  await expect(options).toHaveCount(0)
  await page.reload()
  await field(page).focus()
  await expect(options).toHaveCount(0)
})

test('a search is remembered that left before the page was alive', async ({ page }) => {
  await page.setViewportSize({ width: 1400, height: 900 })
  const letScriptsIn = await holdScripts(page)
  await page.goto(site.url, { waitUntil: 'commit' })
  await field(page).fill('zevent')
  await field(page).press('Enter')
  await expect(page).toHaveURL(/q=zevent/)
  letScriptsIn()
  await waitForScripts(page)
  await page.goto(site.url)
  await field(page).focus()
  await expect(page.getByRole('option')).toHaveText([/zevent/])
})

test('a search that fails says so and tries again', async ({ page }) => {
  await page.setViewportSize({ width: 1400, height: 900 })
  await page.goto(site.url)
  await page.route('**/api/v1/search**', (route) => route.abort())
  await field(page).fill('zevent')
  await expect(page.locator('.search-note')).toHaveText('Couldn’t search. Try again.')
  await page.unroute('**/api/v1/search**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('option').first()).toContainText('ZEvent')
})

test('on a phone the field opens in a dialog that keeps the focus and gives it back', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 800 })
  await page.goto(site.url)
  const opener = page.locator('[data-search-open]')
  await opener.click()
  await expect(field(page)).toBeFocused()
  await page.keyboard.type('zevnet')
  await expect(page.getByRole('option').first()).toContainText('ZEvent')
  for (let tab = 0; tab < 4; tab += 1) await page.keyboard.press('Tab')
  expect(
    await page.evaluate(() => {
      const { activeElement } = document
      return activeElement === document.body || activeElement?.closest('dialog') !== null
    }),
  ).toBe(true)
  await page.locator('[data-search-close]').click()
  await expect(page.locator('[data-search-dialog]')).toBeHidden()
  await expect(opener).toBeFocused()
  await opener.click()
  await expect(field(page)).toBeFocused()
})

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('the field leads to results, which links narrow down', async ({ page }) => {
    await page.setViewportSize({ width: 1400, height: 900 })
    await page.goto(site.url)
    await field(page).fill('mario')
    await field(page).press('Enter')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search: mario')
    await page.locator('.search-tabs').getByRole('link', { name: 'Games' }).click()
    await expect(page).toHaveURL(/types=game/)
    await expect(page.locator('.game-card').first()).toContainText('Mario')
    await expect(page.locator('#results .event-row')).toHaveCount(0)
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute('content', 'noindex')
  })

  test('a text too long and one without results are answered kindly', async ({ page }) => {
    const long = await page.goto(`${site.url}/search?q=${'a'.repeat(10_000)}`)
    expect(long?.status()).toBe(200)
    await expect(page.getByRole('heading', { level: 2 }).first()).toContainText('too long')
    await page.goto(`${site.url}/es/search?q=${encodeURIComponent('<script>x</script> "*')}`)
    await expect(page.getByRole('heading', { level: 2 }).first()).toContainText('<script>')
    await page.getByRole('link', { name: 'Eventos' }).first().click()
    await expect(page).toHaveURL(/\/es\/events$/)
  })
})
