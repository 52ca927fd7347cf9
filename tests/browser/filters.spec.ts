import { expect, type Page } from '@playwright/test'
import { axeFaults } from '#tests/browser/axe.ts'
import { test, useSite } from '#tests/browser/test.ts'
import { holdScripts } from '#tests/support/drivers/held-scripts.ts'

const site = useSite({ demo: true })

test.use({ locale: 'en-GB', timezoneId: 'Europe/Paris' })

/** Holds back what matches until it is let go. */
async function hold(page: Page, url: string | RegExp): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => (release = resolve))
  await page.route(url, async (route) => {
    await released
    await route.continue()
  })
  return release
}

const anyGame = '[data-suggest="game"]'

test('what is typed before the suggestions have loaded is searched for', async ({ page }) => {
  const release = await hold(page, /\/api\/v1\/games\?limit=20$/)
  await page.goto(`${site.url}/events`, { waitUntil: 'load' })
  await page.getByLabel('Game', { exact: true }).click()
  await page.keyboard.insertText('mine')
  release()
  await expect(page.getByRole('option', { name: 'Minecraft', exact: true })).toBeVisible()
  await expect(page.getByRole('combobox', { name: 'Game' })).toHaveValue('mine')
})

test('while an answer is on its way the list says so, and says “nothing” only of the present text', async ({
  page,
}) => {
  await page.goto(`${site.url}/events`)
  await page.getByLabel('Game', { exact: true }).click()
  const field = page.getByRole('combobox', { name: 'Game' })
  await expect(page.locator(`${anyGame} [role="option"]`)).not.toHaveCount(0)
  const note = page.locator(`${anyGame} .suggest-none`)
  const release = await hold(page, /\/api\/v1\/games\?.*q=/)
  await field.fill('no such game')
  await expect(note).toHaveText('Searching…')
  await field.fill('no such game at all')
  await page.waitForRequest(/q=no\+such\+game\+at\+all/)
  await expect(note).toHaveText('Searching…')
  release()
  await expect(note).toHaveText('No results found')
  await page.route(/\/api\/v1\/games\?.*q=/, (route) => route.abort())
  await field.fill('nothing is known of this')
  await expect(note).toHaveText('Couldn’t search. Try again.')
})

const time = (page: Page) => page.getByRole('navigation', { name: 'Dates' })
const tabs = (page: Page) => time(page).locator('.tabs > *')
const more = (page: Page) => time(page).getByRole('button')
const count = (page: Page) => page.locator('.results-count')
const rows = (page: Page) => page.locator('#results .event-name a')

test('one control has the time, and its choice takes the place of any other', async ({ page }) => {
  await page.goto(`${site.url}/events?language=fr`)
  await expect(tabs(page)).toHaveText(['Tonight', 'This week', 'All time', 'Past', 'Live', 'More'])
  await more(page).click()
  await expect(page.locator('#time-menu a')).toHaveText(['Today', 'This month', 'Upcoming only'])
  expect(await axeFaults(page, '.events-head')).toEqual([])
  await page.keyboard.press('Escape')
  const current = tabs(page).and(page.locator('[aria-current="true"]'))
  await expect(current).toHaveText('All time')
  const addresses = [
    ['Live', '/events?language=fr&phase=live'],
    ['Tonight', '/events?language=fr&range=tonight&tz=Europe%2FParis'],
    ['Upcoming only', '/events?future_only=true&language=fr'],
    ['Past', '/events?language=fr&phase=past'],
    ['This month', '/events?language=fr&range=month&tz=Europe%2FParis'],
    ['All time', '/events?language=fr'],
  ] as const
  for (const [name, address] of addresses) {
    const link = time(page).getByRole('link', { name, exact: true })
    if (!(await link.isVisible())) await more(page).click()
    await link.click()
    await expect(page).toHaveURL(site.url + address)
    await expect(current).toHaveText(name)
    await expect(page.getByRole('link', { name: /^Remove filter/ })).toHaveCount(1)
  }
})

test('all time has the past behind what is to come', async ({ page }) => {
  await page.goto(`${site.url}/events?category=award_show`)
  const sections = page.locator('#results > [data-kind]')
  const kinds = () => sections.evaluateAll((all) => all.map((one) => one.getAttribute('data-kind')))
  while (await page.locator('a[data-more]').isVisible()) {
    const shown = await rows(page).count()
    await page.locator('a[data-more]').click()
    await expect.poll(() => rows(page).count()).toBeGreaterThan(shown)
  }
  expect((await kinds()).slice(-2)).toEqual(['upcoming', 'past'])
  await more(page).click()
  await time(page).getByRole('link', { name: 'Upcoming only' }).click()
  await expect(page).toHaveURL(/future_only=true/)
  expect(await kinds()).not.toContain('past')
})

test('what no single choice says is shown filter by filter, and kept by the form', async ({
  page,
}) => {
  const both = 'future_only=true&phase=live&range=week&tz=Europe%2FParis'
  await page.goto(`${site.url}/events?${both}`)
  await expect(time(page).locator('[aria-current]')).toHaveCount(0)
  const active = page.getByRole('link', { name: /^Remove filter/ })
  await expect(active).toHaveText(['This week', 'Upcoming only', 'Live now'])
  await page.getByRole('checkbox', { name: 'Twitch' }).check()
  await expect(page).toHaveURL(
    `${site.url}/events?future_only=true&phase=live&platform=twitch&range=week&tz=Europe%2FParis`,
  )
  await page.getByRole('link', { name: 'Remove filter: Upcoming only' }).click()
  await page.getByRole('link', { name: 'Remove filter: Live now' }).click()
  await expect(tabs(page).and(page.locator('[aria-current="true"]'))).toHaveText('This week')
})

test('a filter applies at once, with the count of what it leaves, and Back takes it back', async ({
  page,
}) => {
  // Sorted by hype, nothing folds: what is counted are rows.
  await page.goto(`${site.url}/events?future_only=true&sort=hype`)
  await expect(page.getByRole('button', { name: 'Apply' })).toBeHidden()
  const before = await count(page).textContent()
  const french = page.getByRole('checkbox', { name: 'Français' })
  await french.check()
  await expect(page).toHaveURL(/\?future_only=true&language=fr&sort=hype$/)
  await page.getByRole('checkbox', { name: 'YouTube' }).check()
  await expect(page).toHaveURL(/\?future_only=true&language=fr&platform=youtube&sort=hype$/)
  await expect(count(page)).toHaveText(/^\s*\d+ events?\s*$/)
  const found = Number.parseInt((await count(page).textContent()) ?? '', 10)
  expect(found).toBeGreaterThan(0)
  await expect(rows(page)).toHaveCount(found)
  await expect(page.getByRole('link', { name: /^Remove filter/ })).toHaveText([
    'Français',
    'YouTube',
  ])
  await expect(page.getByRole('checkbox', { name: 'YouTube' })).toBeFocused()
  await expect(page.locator('.filter-fold summary')).toContainText('2 active')
  await expect(tabs(page).first()).toHaveAttribute(
    'href',
    /\?language=fr&platform=youtube&range=tonight&sort=hype&tz=Europe%2FParis$/,
  )
  await page.goBack()
  await expect(page).toHaveURL(/\?future_only=true&language=fr&sort=hype$/)
  await expect(page.getByRole('checkbox', { name: 'YouTube' })).not.toBeChecked()
  await expect(french).toBeChecked()
  await page.goBack()
  await expect(count(page)).toHaveText(before ?? '')
  await expect(french).not.toBeChecked()
})

test('the list goes on loading under its filters, and its rows are hyped as ever', async ({
  page,
}) => {
  await page.goto(`${site.url}/events`)
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Recently added')
  await expect(page).toHaveURL(`${site.url}/events?sort=newest`)
  await expect(rows(page)).toHaveCount(24)
  await page.locator('a[data-more]').click()
  await expect(rows(page)).toHaveCount(48)
  await page.getByRole('checkbox', { name: 'English' }).check()
  await expect(page).toHaveURL(`${site.url}/events?language=en&sort=newest`)
  await expect(rows(page)).toHaveCount(24)
  await page.locator('#results .hype').first().click()
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('a list that cannot be had in place is opened as a page', async ({ page }) => {
  await page.goto(`${site.url}/events`)
  let isRefused = false
  await page.route(/\/events\?language=es$/, async (route) => {
    if (isRefused) return route.continue()
    isRefused = true
    return route.abort()
  })
  await page.getByRole('checkbox', { name: 'Español' }).check()
  await expect(page).toHaveURL(`${site.url}/events?language=es`)
  await expect(page.getByRole('link', { name: 'Remove filter: Español' })).toBeVisible()
  expect(isRefused).toBe(true)
})

test('a game chosen from the suggestions applies, and so does a name that is typed', async ({
  page,
}) => {
  await page.goto(`${site.url}/events`)
  await page.getByLabel('Game', { exact: true }).click()
  await page.getByRole('combobox', { name: 'Game' }).fill('minecr')
  await page.getByRole('option', { name: 'Minecraft', exact: true }).click()
  await expect(page).toHaveURL(/\/events\?game=\d+$/)
  await expect(page.getByRole('link', { name: 'Remove filter: Minecraft' })).toBeVisible()
  await page.locator('.filter-fold summary').click()
  await page.getByLabel('Keywords').fill('a')
  await page.getByLabel('Keywords').press('Enter')
  await expect(page).toHaveURL(/\/events\?game=\d+&q=a$/)
})

test('an empty list names the next event that matches', async ({ page }) => {
  await page.goto(`${site.url}/events?category=award_show&range=today&tz=Pacific%2FKiritimati`)
  await expect(count(page)).toHaveText('0 events')
  await expect(page.locator('.empty')).toContainText(/The (?:next|latest) match:/)
  await expect(page.locator('.empty .event-name a')).toHaveCount(1)
})

/** Where the list begins, and how far the page scrolls sideways, in CSS pixels. */
function measure(page: Page): Promise<{ first: number; overflow: number }> {
  return page.evaluate(() => ({
    first: document.querySelector('#results .event-row')?.getBoundingClientRect().top ?? NaN,
    overflow: document.documentElement.scrollWidth - innerWidth,
  }))
}

for (const { width, height, atMost } of [
  { width: 320, height: 640, atMost: 420 },
  { width: 390, height: 844, atMost: 420 },
  { width: 640, height: 400, atMost: 420 },
  { width: 768, height: 1024, atMost: 420 },
  { width: 1280, height: 800, atMost: 340 },
]) {
  for (const prefix of ['', '/fr', '/es']) {
    test(`${prefix}/events begins above ${atMost} px at ${width} px`, async ({ browser }) => {
      const context = await browser.newContext({
        baseURL: site.url,
        locale: { '': 'en-GB', '/fr': 'fr-FR', '/es': 'es-ES' }[prefix],
        viewport: { width, height },
        hasTouch: width < 600,
        isMobile: width < 600,
      })
      await context.addInitScript(() =>
        localStorage.setItem('consent', `necessary ${new Date().toISOString().slice(0, 10)}`),
      )
      const page = await context.newPage()
      await page.goto(`${prefix}/events`)
      const { first, overflow } = await measure(page)
      expect(first).toBeLessThan(atMost)
      expect(overflow).toBeLessThanOrEqual(0)
      if (width >= 600) return
      const targets = page.locator(
        ':is(.time-control .tabs, .filters, .results-bar) :is(a, button, select, summary, label.chip)',
      )
      const heights = await targets.evaluateAll((all) =>
        all.flatMap((one) => (one.checkVisibility() ? one.getBoundingClientRect().height : [])),
      )
      expect(heights.length).toBeGreaterThan(10)
      expect(Math.min(...heights)).toBeGreaterThanOrEqual(44)
    })
  }
}

test('at 1280 px all tabs of the time stand in one row, beside nothing empty', async ({ page }) => {
  for (const [width, most] of [
    [1280, 560],
    [640, 560],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`${site.url}/events`)
    const box = await time(page).locator('.tabs').boundingBox()
    const last = await more(page).boundingBox()
    expect(box?.width).toBeLessThan(most)
    expect(box?.height).toBeLessThan(56)
    expect((box?.x ?? 0) + (box?.width ?? 0) - (last?.x ?? 0) - (last?.width ?? 0)).toBeLessThan(8)
  }
})

test('on phones the filters unfold above the list, with a script and without', async ({
  browser,
}) => {
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({
      baseURL: site.url,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      javaScriptEnabled,
    })
    const page = await context.newPage()
    await page.goto('/events?range=week')
    const opener = page.locator('.filter-fold summary')
    const charity = page.getByRole('checkbox', { name: 'Charity' })
    await expect(charity).toBeHidden()
    await opener.click()
    await charity.check()
    const apply = page.getByRole('button', { name: 'Apply', exact: true })
    await expect(apply).toBeVisible({ visible: !javaScriptEnabled })
    if (!javaScriptEnabled) await apply.click()
    await expect(page).toHaveURL(/category=charity&.*range=week|range=week.*category=charity/)
    if (javaScriptEnabled) expect(await axeFaults(page, 'main')).toEqual([])
    await time(page).getByRole('link', { name: 'Tonight' }).click()
    await expect(page).toHaveURL(/\/events\?category=charity&range=tonight/)
  }
})

test('a filter that was set before the script came applies when it comes', async ({ page }) => {
  const letScriptsIn = await holdScripts(page)
  await page.goto(`${site.url}/events`)
  await page.getByRole('checkbox', { name: 'Français' }).check()
  letScriptsIn()
  await expect(page).toHaveURL(`${site.url}/events?language=fr`)
})
