import { expect } from '@playwright/test'
import { test, useSite } from '#tests/browser/test.ts'
import { holdScripts } from '#tests/support/drivers/held-scripts.ts'
import { setSessionCookies } from '#tests/support/drivers/visitors.ts'
import { createMember, createSession, password } from '#tests/support/factories/members.ts'

const site = useSite({ demo: true })

test('a page is painted before it asks for a script', async ({ page }) => {
  await page.goto(`${site.url}/events`)
  const firstScript = () =>
    page.evaluate(() => {
      const scripts = performance
        .getEntriesByType('resource')
        .filter(({ name }) => /\.js$/.test(name))
      return scripts[0]?.startTime ?? 0
    })
  await expect.poll(firstScript).toBeGreaterThan(0)
  const paint = await page.evaluate(
    () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Infinity,
  )
  expect(await firstScript()).toBeGreaterThan(paint)
})

test('a hype that is pressed before the scripts came counts once', async ({ page, context }) => {
  const member = await createMember(site)
  await setSessionCookies(site, context, await createSession(site, member))
  const release = await holdScripts(page)
  await page.goto(`${site.url}/events`)
  const hype = page.locator('.day .event-row > .hype').first()
  await hype.click()
  await hype.click()
  release()
  await expect(hype).toHaveAttribute('aria-pressed', 'true')
  await page.reload()
  await expect(hype).toHaveAttribute('aria-pressed', 'true')
})

test('a guest who taps sees the sheet’s frame at once, and its step when the scripts came', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const release = await holdScripts(page)
  await page.goto(`${site.url}/events`)
  const hype = page.locator('.day .event-row > .hype').first()
  const name = await hype.locator('.visually-hidden').textContent()
  // The styles may come after the page.
  await expect(hype).toHaveCSS('border-radius', '999px')
  const shownMs = await hype.evaluate((button) => {
    const start = performance.now()
    button.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }))
    const { height } = document.querySelector('#email-sheet[open]')!.getBoundingClientRect()
    return height > 200 ? performance.now() - start : Infinity
  })
  expect(shownMs).toBeLessThan(100)
  const sheet = page.getByRole('dialog', { name: `Get reminders for ${name?.trim()}` })
  await expect(sheet).toBeVisible()
  await expect(sheet.getByRole('textbox')).toHaveCount(0)
  release()
  await expect(sheet.getByRole('textbox', { name: 'Email' })).toBeVisible()
  await expect(sheet).toHaveCount(1)
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(sheet).toHaveCount(0)
})

test('links, forms and folds work before the scripts came', async ({ page }) => {
  await page.setViewportSize({ width: 1400, height: 900 })
  await holdScripts(page)
  await page.goto(`${site.url}/events`)
  const marathons = page.locator('details.marathons').first()
  await marathons.locator('summary').click()
  await expect(marathons).toHaveAttribute('open')
  await page.locator('[data-search] input').fill('biscuit')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/search\?q=biscuit/)
  await page.goto(`${site.url}/events`)
  await page.locator('.day .event-row a').first().click()
  await expect(page).toHaveURL(/\/events\/[a-z]/)
})

test('what is typed before the scripts came is searched for', async ({ page }) => {
  await page.setViewportSize({ width: 1400, height: 900 })
  const release = await holdScripts(page)
  await page.goto(site.url, { waitUntil: 'domcontentloaded' })
  await page.locator('[data-search] input').fill('biscuit')
  release()
  await expect(page.getByRole('option').first()).toContainText(/biscuit/i)
})

test('Enter in a form logs in once its script came, and once only', async ({ page }) => {
  const { username } = await createMember(site, { hasPassword: true })
  const logins: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') logins.push(new URL(request.url()).pathname)
  })
  const release = await holdScripts(page)
  await page.goto(`${site.url}/login?next=%2Fprofile`)
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await page.keyboard.press('Enter')
  release()
  await expect(page).toHaveURL(/\/profile$/)
  expect(logins.filter((path) => path.endsWith('/auth/login'))).toHaveLength(1)
})

test('a script that fails takes no other with it', async ({ page }) => {
  const failed: string[] = []
  page.on('requestfailed', (request) => failed.push(request.url()))
  await page.route('**/_astro/RowKeys*.js', (route) => route.abort())
  await page.goto(`${site.url}/events`)
  await page.getByRole('button', { name: 'Settings' }).first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
  expect(failed.some((url) => url.includes('RowKeys'))).toBe(true)
})

test('sign-up and login start nothing of the larger frame', async ({ page }) => {
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  for (const path of ['/login', '/signup']) {
    await page.goto(site.url + path)
    await page.waitForLoadState('networkidle')
  }
  const names = scripts.map((url) => /_astro\/(\w+)/.exec(url)?.[1])
  expect(names).toContain('page')
  expect(names).not.toContain('frame')
})
