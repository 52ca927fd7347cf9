import { expect, type Browser, type Page } from '@playwright/test'
import { axeFaults } from '#tests/browser/axe.ts'
import { test, useSite } from '#tests/browser/test.ts'

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
  await expect(note).toHaveText('Search failed.')
})

const time = (page: Page) => page.getByRole('navigation', { name: 'Dates' })

test('one control has the time, and its choice takes the place of any other', async ({ page }) => {
  await page.goto(`${site.url}/events?language=fr`)
  await expect(time(page).getByRole('link')).toHaveText([
    'Live',
    'Tonight',
    'Today',
    'This week',
    'This month',
    'Upcoming only',
    'All time',
    'Past',
  ])
  const current = time(page).locator('[aria-current="true"]')
  await expect(current).toHaveText('All time')
  const addresses = [
    ['Live', '/events?language=fr&phase=live'],
    ['Tonight', '/events?language=fr&range=tonight&tz=Europe%2FParis'],
    ['Upcoming only', '/events?future_only=true&language=fr'],
    ['Past', '/events?language=fr&phase=past'],
    ['All time', '/events?language=fr'],
  ] as const
  for (const [name, address] of addresses) {
    await time(page).getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(site.url + address)
    await expect(current).toHaveText(name)
    await expect(page.getByRole('link', { name: /^Remove filter/ })).toHaveCount(1)
  }
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
  await page.getByRole('button', { name: /^Show/ }).click()
  await expect(page).toHaveURL(
    `${site.url}/events?future_only=true&phase=live&platform=twitch&range=week&tz=Europe%2FParis`,
  )
  await page.getByRole('link', { name: 'Remove filter: Upcoming only' }).click()
  await page.getByRole('link', { name: 'Remove filter: Live now' }).click()
  await expect(time(page).locator('[aria-current="true"]')).toHaveText('This week')
})

test('the button says how many events the form would show, before it shows them', async ({
  page,
}) => {
  // Sorted by hype, nothing folds: what is counted are rows.
  await page.goto(`${site.url}/events?future_only=true&sort=hype`)
  const apply = page.locator('[data-filter-apply]')
  await expect(apply).toHaveText('Apply')
  await page.getByRole('checkbox', { name: 'Français' }).check()
  await page.getByRole('checkbox', { name: 'YouTube' }).check()
  await expect(apply).toHaveText(/^Show \d+ events?$/)
  const promised = Number(/\d+/.exec((await apply.textContent()) ?? '')?.[0])
  expect(promised).toBeGreaterThan(0)
  await apply.click()
  await expect(page).toHaveURL(/\?future_only=true&language=fr&platform=youtube&sort=hype$/)
  await expect(page.locator('#results .event-name a')).toHaveCount(promised)
  await page.getByRole('checkbox', { name: 'YouTube' }).uncheck()
  await expect(apply).not.toHaveText(`Show ${promised} events`)
  await page.route('**/events/count?**', (route) => route.abort())
  await page.getByRole('checkbox', { name: 'Español' }).check()
  await expect(apply).toHaveText('Apply')
})

async function openPhone(
  browser: Browser,
  path: string,
  options: { javaScriptEnabled?: boolean; reducedMotion?: 'reduce' | 'no-preference' } = {},
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: site.url,
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    ...options,
  })
  const page = await context.newPage()
  await page.goto(path, { waitUntil: 'load' })
  return page
}

test('on phones the filters open as a sheet that keeps the focus and gives it back', async ({
  browser,
}) => {
  const page = await openPhone(browser, '/events?future_only=true&language=fr')
  const opener = page.locator('[data-filter-fold] summary')
  await expect(opener).toContainText('1 active')
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await expect(page.locator('[data-filter-form]')).toBeHidden()
  await opener.click()
  await expect(sheet).toBeVisible()
  await expect(sheet.getByRole('checkbox', { name: 'English' })).toBeFocused()
  expect(await axeFaults(page, 'dialog')).toEqual([])
  for (let step = 0; step < 40; step += 1) {
    await page.keyboard.press('Tab')
    const [place, isOnPage] = await page.evaluate(() => {
      const { activeElement: focused } = document
      return [focused?.closest('dialog, body')?.localName, focused?.matches('body *')]
    })
    // After the last field the focus is the browser's own for a moment.
    expect([place, isOnPage]).toEqual(isOnPage ? ['dialog', true] : ['body', false])
  }
  await page.keyboard.press('Escape')
  await expect(sheet).toBeHidden()
  await expect(opener).toBeFocused()
  await opener.click()
  await sheet.getByRole('button', { name: 'Close' }).click()
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL('/events?future_only=true&language=fr')
})

test('the sheet closes by Back, and what it shows is one step from where it was opened', async ({
  browser,
}) => {
  const page = await openPhone(browser, '/events')
  await page.goto('/events?future_only=true')
  const opener = page.locator('[data-filter-fold] summary')
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  await opener.click()
  await sheet.getByRole('checkbox', { name: 'Español' }).check()
  await page.goBack()
  await expect(sheet).toBeHidden()
  await expect(page).toHaveURL('/events?future_only=true')
  await opener.click()
  await expect(sheet.getByRole('checkbox', { name: 'Español' })).toBeChecked()
  const apply = sheet.locator('[data-filter-apply]')
  await expect(apply).toHaveText(/^Show \d+ events?$/)
  await expect(apply).toBeInViewport({ ratio: 1 })
  await apply.click()
  await expect(page).toHaveURL('/events?future_only=true&language=es')
  await expect(sheet).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL('/events?future_only=true')
  await expect(sheet).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL('/events')
})

test('without a script the filters unfold on phones and say nothing of a count', async ({
  browser,
}) => {
  const page = await openPhone(browser, '/events?range=week', { javaScriptEnabled: false })
  await expect(page.getByRole('checkbox', { name: 'Français' })).toBeHidden()
  await page.locator('[data-filter-fold] summary').click()
  await page.getByRole('checkbox', { name: 'Français' }).check()
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  await expect(page).toHaveURL(/range=week.*language=fr/)
  await time(page).getByRole('link', { name: 'Tonight' }).click()
  await expect(page).toHaveURL('/events?language=fr&range=tonight')
})

test('a reload keeps the sheet open, and what closes it afterwards leaves the page as it was', async ({
  browser,
}) => {
  const page = await openPhone(browser, '/events?future_only=true&sort=hype')
  const opener = page.locator('[data-filter-fold] summary')
  const sheet = page.getByRole('dialog', { name: 'Filters' })
  const apply = sheet.locator('[data-filter-apply]')
  for (const close of ['Escape', 'Back'] as const) {
    await opener.click()
    await expect(sheet).toBeVisible()
    await page.reload()
    await expect(sheet).toBeVisible()
    await expect(sheet.getByRole('checkbox', { name: 'English' })).toBeFocused()
    await sheet.getByRole('checkbox', { name: 'Français' }).setChecked(close === 'Escape')
    await sheet.getByRole('checkbox', { name: 'YouTube' }).setChecked(true)
    await expect(apply).toHaveText(/^Show \d+ events?$/)
    await expect(apply).toBeInViewport({ ratio: 1 })
    if (close === 'Escape') await page.keyboard.press('Escape')
    else await page.goBack()
    await expect(sheet).toBeHidden()
    await expect(opener).toBeFocused()
    await expect(page).toHaveURL('/events?future_only=true&sort=hype')
  }
  await page.reload()
  await expect(opener).toBeVisible()
  await expect(sheet).toBeHidden()
})

for (const [reducedMotion, moving] of [
  ['no-preference', true],
  ['reduce', false],
] as const) {
  test(`the sheet ${moving ? 'slides in' : 'is there without sliding'} with ${reducedMotion} for motion`, async ({
    browser,
  }) => {
    const page = await openPhone(browser, '/events', { reducedMotion })
    // The frame after the click: what slides is on its way then, what does not is in its place.
    const places = await page.evaluate(async () => {
      document.querySelector<HTMLElement>('[data-filter-fold] summary')?.click()
      const sheet = document.querySelector('[data-filter-sheet]')
      const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
      await nextFrame()
      const first = sheet?.getBoundingClientRect().top
      await Promise.all(sheet?.getAnimations().map(({ finished }) => finished) ?? [])
      await nextFrame()
      return { first, last: sheet?.getBoundingClientRect().top }
    })
    expect(places.last).toBeGreaterThan(0)
    expect(places.first !== places.last).toBe(moving)
  })
}
