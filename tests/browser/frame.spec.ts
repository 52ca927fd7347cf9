import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test'
import type { SettingsView } from '#worker/features/accounts/contract.ts'
import { axeFaults } from '#tests/browser/axe.ts'
import { test, useSite } from '#tests/browser/test.ts'
import { signIn } from '#tests/support/drivers/visitors.ts'

const site = useSite({ demo: true })

type Options = { width?: number; consent?: boolean; locale?: string }

async function openContext(
  browser: Browser,
  { width = 1280, consent = true, locale = 'en-GB' }: Options = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: site.url,
    viewport: { width, height: 844 },
    timezoneId: 'Europe/Paris',
    locale,
    reducedMotion: 'reduce',
  })
  if (consent) {
    await context.addInitScript(() => {
      localStorage.setItem('consent', `necessary ${new Date().toISOString().slice(0, 10)}`)
    })
  }
  return context
}

const kept = (page: Page, name: string) => page.evaluate((key) => localStorage.getItem(key), name)

async function expectCookieChoice(page: Page, choice: string): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await expect(dialog.getByText(choice, { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
}

test.describe('the cookie notice', () => {
  test('offers two equal buttons, keeps the choice and is not shown again', async ({ browser }) => {
    const context = await openContext(browser, { consent: false, width: 390 })
    const page = await context.newPage()
    await page.goto('/')
    const notice = page.getByRole('region', { name: 'Your choice' })
    await page.evaluate(() => scrollTo(0, innerHeight))
    await expect(notice).toBeVisible()
    const necessary = await notice.getByRole('button', { name: 'Only what’s needed' }).boundingBox()
    const functional = await notice.getByRole('button', { name: 'Allow' }).boundingBox()
    expect(necessary?.width).toBe(functional?.width)
    expect(necessary?.height).toBe(functional?.height)
    expect(await axeFaults(page)).toEqual([])
    await expectCookieChoice(page, 'No choice yet')
    await notice.getByRole('button', { name: 'Allow' }).click()
    await expect(notice).toBeHidden()
    expect(await kept(page, 'consent')).toMatch(/^functional \d{4}-\d\d-\d\d$/)
    await expectCookieChoice(page, 'What’s needed, plus error reports')
    for (const path of ['/discover', '/fr/discover']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(notice).toBeHidden()
    }
  })

  test('waits on phones until the first screen was read', async ({ browser }) => {
    const context = await openContext(browser, { consent: false, width: 390 })
    const page = await context.newPage()
    await page.goto('/', { waitUntil: 'networkidle' })
    const notice = page.getByRole('region', { name: 'Your choice' })
    await expect(notice).toBeHidden()
    await page.locator('.highlight-name a').click()
    await expect(page.locator('.event-head')).toBeVisible()
    await expect(notice).toBeVisible()
  })

  const titles = { '/': 'Your choice', '/fr': 'Votre choix', '/es': 'Tu elección' }
  for (const [path, name] of Object.entries(titles)) {
    test(`covers no more than 15 % of a phone on ${path}`, async ({ browser }) => {
      const context = await openContext(browser, { consent: false, width: 390 })
      const page = await context.newPage()
      await page.goto(path)
      await page.evaluate(() => scrollTo(0, innerHeight))
      const box = await page.getByRole('region', { name }).boundingBox()
      expect(box?.height).toBeLessThanOrEqual(844 * 0.15)
    })
  }

  test('comes back from the footer, with the focus, and can be changed', async ({ browser }) => {
    const context = await openContext(browser)
    const page = await context.newPage()
    await page.goto('/events')
    const opener = page.getByRole('button', { name: 'Cookie settings' })
    await opener.click()
    const notice = page.getByRole('region', { name: 'Your choice' })
    await expect(notice).toBeFocused()
    await expect(notice.getByRole('button', { name: 'Only what’s needed' })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    // Not a trap: the keyboard goes through it and on into the page.
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('Tab')
    await expect(notice.locator(':focus')).toHaveCount(0)
    await notice.getByRole('button', { name: 'Allow' }).click()
    expect(await kept(page, 'consent')).toContain('functional')
    await expect(opener).toBeFocused()
  })

  test('leaves the hype button of an event in reach', async ({ browser }) => {
    const context = await openContext(browser, { consent: false, width: 390 })
    const page = await context.newPage()
    await page.goto('/')
    await page.locator('.highlight-name a').click()
    await expect(page.getByRole('region', { name: 'Your choice' })).toBeVisible()
    const isReachable = () =>
      page.locator('.hype-dock .hype').evaluate((button) => {
        const { x, y, width, height } = button.getBoundingClientRect()
        return button.contains(document.elementFromPoint(x + width / 2, y + height / 2))
      })
    await expect(page.locator('.hype-dock')).toHaveCSS('position', 'static')
    expect(await isReachable()).toBe(true)
    // In its own place, and at the bottom edge once that is out of sight.
    await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
    await expect.poll(isReachable).toBe(true)
  })
})

test.describe('the settings', () => {
  test('of a visitor: another zone and date format, and every time follows', async ({
    browser,
  }) => {
    const context = await openContext(browser)
    const page = await context.newPage()
    await page.goto('/')
    const time = page.locator('#main time[data-time-format="time"]').first()
    const before = await time.textContent()
    await page.getByRole('button', { name: 'Settings' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Settings' })
    expect(await axeFaults(page)).toEqual([])
    await dialog.getByLabel('Time zone').fill('tokyo')
    await dialog.getByRole('option', { name: 'Tokyo' }).click()
    await expect(page.locator('#main [data-time-format="zone"]').first()).toHaveText('Tokyo time')
    await expect(time).not.toHaveText(before ?? '')
    await dialog.getByLabel('Date format').selectOption('ymd')
    await expect(page.locator('.chart .event-date').first()).toHaveText(/^[A-Z][a-z]{2} \d+$/)
    await expect(page.locator('.chart .event-time-note').first()).toHaveText(/^\d\d:\d\d$/)
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(dialog).toBeHidden()
    await page.reload()
    await expect(page.locator('#main [data-time-format="zone"]').first()).toHaveText('Tokyo time')

    await page.getByRole('button', { name: 'Settings' }).first().click()
    await dialog.getByRole('button', { name: 'Use my browser’s time zone' }).click()
    await expect(page.locator('#main [data-time-format="zone"]').first()).toHaveText('Paris time')
    await expect(dialog.getByLabel('Time zone')).toHaveValue(/^Paris/)
  })

  test('find a time zone by its cities, which come once the field is entered', async ({
    browser,
  }) => {
    const page = await (await openContext(browser, { width: 390 })).newPage()
    const fetched: string[] = []
    page.on('request', (request) => fetched.push(request.url()))
    const isCities = (url: string) => url.includes('cities')
    await page.goto('/')
    await page.getByRole('button', { name: 'Settings' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Settings' })
    const zone = dialog.getByLabel('Time zone')
    await expect(zone).toBeVisible()
    expect(fetched.filter(isCities)).toEqual([])
    for (const [typed, found] of [
      ['Marseille', 'Paris ('],
      ['Séville', 'Madrid ('],
      ['boston', 'New York ('],
    ] as const) {
      await zone.fill(typed)
      await expect(dialog.getByRole('listbox').getByRole('option').first()).toContainText(found)
    }
    expect(fetched.some(isCities)).toBe(true)
    await expect(dialog.getByRole('listbox').getByRole('option').first()).toContainText('Boston, ')
    await zone.press('ArrowDown')
    await zone.press('Enter')
    await expect(zone).toHaveValue(/^New York \(GMT-\d\)$/)
    await expect(page.locator('#main [data-time-format="zone"]').first()).toHaveText(
      'New York time',
    )
    await expect(zone).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(zone).toHaveValue(/^Paris/)
    await expect(zone).toBeFocused()
  })

  test('leave a half-typed time zone be while the person thinks', async ({ browser }) => {
    const page = await (await openContext(browser)).newPage()
    await page.clock.install()
    await page.goto('/')
    await page.getByRole('button', { name: 'Settings' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Settings' })
    await dialog.getByLabel('Time zone').fill('tok')
    await page.clock.runFor(2000)
    await expect(dialog.getByLabel('Time zone')).toHaveValue('tok')
    await dialog.getByRole('option', { name: 'Tokyo' }).click()
    await expect(page.locator('#main [data-time-format="zone"]').first()).toHaveText('Tokyo time')
  })

  test('of a visitor: the theme at once, the language for a year', async ({ browser }) => {
    const context = await openContext(browser)
    const page = await context.newPage()
    await page.goto('/discover')
    await page.getByRole('button', { name: 'Settings' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Settings' })
    await dialog.getByRole('button', { name: 'Light' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    await dialog.getByLabel('Language').selectOption('fr')
    await page.waitForURL('**/fr/discover')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
    const [cookie] = (await context.cookies()).filter(({ name }) => name === 'locale')
    expect(cookie).toMatchObject({ value: 'fr', path: '/', sameSite: 'Lax' })
    expect(((cookie?.expires ?? 0) * 1000 - Date.now()) / 86_400_000).toBeGreaterThan(364)
    await page.goto('/events')
    await page.waitForURL('**/fr/events')
  })

  test('of a member are saved and said', async ({ browser }) => {
    const context = await openContext(browser)
    await signIn(site, context, 'admin')
    const page = await context.newPage()
    await page.goto('/')
    await page.getByRole('button', { name: 'Settings' }).first().click()
    const dialog = page.getByRole('dialog', { name: 'Settings' })
    await dialog.getByLabel('Date format').selectOption('ymd')
    await expect(page.getByText('Success: Your settings have been updated')).toBeVisible()
    const { rows } = await site.environment.db.$client.execute(
      `select date_format_id from users where username = 'admin'`,
    )
    expect(rows[0]?.['date_format_id']).toBe('ymd')
    await page.route('**/users/me/settings', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    )
    await dialog.getByLabel('Language').selectOption('fr')
    await expect(page.locator('.toast-error')).toBeVisible()
    await expect(dialog.getByLabel('Language')).toHaveValue('en')
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  })
})

test('a member’s language is changed from the footer of any page, and is their setting', async ({
  browser,
}) => {
  const context = await openContext(browser)
  await signIn(site, context, 'admin')
  const page = await context.newPage()
  const setting = async () => {
    const [token] = (await context.cookies()).filter(({ name }) => name === 'access_token')
    const headers = { Authorization: `Bearer ${token?.value}` }
    const answer = await fetch(`${site.url}/api/v1/users/me/settings`, { headers })
    return ((await answer.json()) as SettingsView).interface_language_code
  }
  for (const [from, name, locale] of [
    ['/events', 'Español', 'es'],
    ['/es/faq', 'English', 'en'],
  ] as const) {
    await page.goto(from)
    await page.getByRole('contentinfo').getByRole('link', { name }).click()
    await page.waitForURL(({ pathname }) => pathname === (locale === 'es' ? '/es/events' : '/faq'))
    await expect.poll(setting).toBe(locale)
    const [cookie] = (await context.cookies()).filter(({ name }) => name === 'locale')
    expect(cookie?.value).toBe(locale)
    await expect.poll(() => kept(page, 'language_to_save')).toBeNull()
  }
  await context.close()
})

test('the reader’s language is offered where a page is in another, until they decline', async ({
  browser,
}) => {
  const context = await openContext(browser, { locale: 'fr-FR' })
  const page = await context.newPage()
  const offers = page.locator('.offer:visible')
  await page.goto('/fr/discover')
  await expect(offers).toHaveCount(0)
  await page.goto('/discover')
  await expect(offers).toHaveText([/Hypecal existe aussi en français/])
  await offers.getByRole('button', { name: 'Fermer' }).click()
  await expect(offers).toHaveCount(0)
  for (const path of ['/discover', '/events', '/es']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached()
    await expect(offers).toHaveCount(0)
  }
})

test('a message stays five seconds, not counting those with the pointer or the focus on it', async ({
  browser,
}) => {
  const context = await openContext(browser)
  await signIn(site, context, 'admin')
  const page = await context.newPage()
  await page.clock.install()
  await page.goto('/events')
  await page.route('**/toggle_hype', (route) => route.abort())
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.locator('#results [data-hype-event]').first().click()
  const message = page.locator('.toast', { hasText: 'Failed to toggle hype' })
  await expect(message).toBeVisible()
  const { x = 0, y = 0 } = (await message.boundingBox()) ?? {}
  await page.mouse.move(x + 5, y + 5)
  await page.clock.runFor(60_000)
  await expect(message).toBeVisible()
  await page.mouse.move(0, 0)
  await page.clock.runFor(4000)
  await expect(message).toBeVisible()
  await message.getByRole('button').focus()
  await page.clock.runFor(60_000)
  await expect(message).toBeVisible()
  await message.getByRole('button').blur()
  await page.clock.runFor(1000)
  await expect(message).toBeHidden()
})

test('a line says that the connection is gone, until it is back', async ({ browser }) => {
  const context = await openContext(browser)
  const page = await context.newPage()
  await page.goto('/')
  const line = page.getByText('You’re offline. This page may be out of date.')
  await expect(line).toBeHidden()
  await context.setOffline(true)
  await expect(line).toBeVisible()
  await context.setOffline(false)
  await expect(line).toBeHidden()
})

test('the tab bar has what the person may use', async ({ browser }) => {
  const context = await openContext(browser, { width: 390 })
  const page = await context.newPage()
  await page.goto('/events')
  const tabs = page.getByRole('navigation', { name: 'Shortcuts' }).getByRole('link')
  await expect(tabs).toHaveText(['Home', 'Calendar', 'Explore', 'Profile'])
  await tabs.last().click()
  await page.waitForURL('**/login?next=%2Fprofile%2Fagenda')
  await signIn(site, context, 'admin')
  await page.goto('/profile')
  await expect(tabs).toHaveText(['Home', 'Calendar', 'Explore', 'Profile', 'Rewards', 'Admin'])
  await expect(tabs.nth(3)).toHaveAttribute('aria-current', 'page')
  await tabs.nth(4).click()
  await page.waitForURL('**/achievements')
  await expect(tabs.nth(4)).toHaveAttribute('aria-current', 'page')
  await page.goto('/discover')
  await expect(tabs.nth(2)).toHaveAttribute('aria-current', 'page')
})

/** Notes the pages that a page fetches ahead, and answers them when `letIn` is called. */
async function holdFetchedPages(context: BrowserContext) {
  const asked: string[] = []
  let letIn = () => undefined as void
  const isAllowed = new Promise<void>((resolve) => (letIn = resolve))
  await context.route(
    (url) => url.origin === site.url,
    async (route) => {
      const request = route.request()
      const { pathname } = new URL(request.url())
      if (request.resourceType() === 'fetch' && !/^\/(api|builds)\//.test(pathname)) {
        asked.push(pathname)
        await isAllowed
      }
      // The page that asked may be gone.
      await route.continue().catch(() => undefined)
    },
  )
  return { asked, letIn }
}

/** `hover()` would wait for a frame, which the stopped clock does not bring. */
async function pointAt(page: Page, href: string): Promise<void> {
  const link = page.locator(`footer a[href="${href}"]`)
  await link.scrollIntoViewIfNeeded()
  const box = await link.boundingBox()
  await page.mouse.move((box?.x ?? 0) + 5, (box?.y ?? 0) + 5)
}

const footerPages = [
  '/calendar',
  '/events/groups',
  '/discover',
  '/games',
  '/streamers',
  '/articles',
]

test('a page is fetched ahead once its link is pointed at, five at a time', async ({ browser }) => {
  const context = await openContext(browser)
  const page = await context.newPage()
  const { asked, letIn } = await holdFetchedPages(context)
  await page.clock.install()
  await page.goto('/')
  await page.mouse.wheel(0, 1500)
  await page.clock.pauseAt(Date.now() + 60_000)
  expect(asked, 'while nobody points at anything').toEqual([])

  await pointAt(page, '/faq')
  await page.clock.runFor(50)
  for (const href of [...footerPages, '/feeds/events.ics', '/signup', '/calendar']) {
    await pointAt(page, href)
    await page.clock.runFor(70)
  }
  await expect.poll(() => asked).toEqual(footerPages.slice(0, 5))
  letIn()
  await expect.poll(() => asked).toEqual(footerPages)
})

test('nothing is fetched ahead for who saves data', async ({ browser }) => {
  const context = await openContext(browser)
  await context.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  )
  const page = await context.newPage()
  const { asked } = await holdFetchedPages(context)
  await page.goto('/')
  await page.locator('footer a[href="/faq"]').focus()
  await page.waitForTimeout(500)
  expect(asked).toEqual([])
})

test('a page whose script is gone reloads, once in ten seconds', async ({ browser }) => {
  const context = await openContext(browser)
  const page = await context.newPage()
  await page.goto('/')
  await page.waitForLoadState('networkidle')
  await page.route('**/_astro/mount*.js', (route) => route.abort())
  let loads = 0
  page.on('load', () => (loads += 1))
  await page.getByRole('button', { name: 'Settings' }).first().click()
  await expect.poll(() => loads).toBe(1)
  const failed = page.waitForEvent('pageerror')
  await page.getByRole('button', { name: 'Settings' }).first().click()
  expect((await failed).message).toMatch(/dynamically imported module: .*\/mount/)
  await page.waitForLoadState('networkidle')
  expect(loads).toBe(1)
})

test('once a newer build is out, “more” is a real navigation', async ({ browser }) => {
  const context = await openContext(browser)
  const page = await context.newPage()
  await page.clock.install()
  await page.goto('/events')
  await page.route('**/builds/latest.json', (route) => route.fulfill({ json: { id: 'newer' } }))
  const polled = page.waitForResponse('**/builds/latest.json')
  await page.clock.fastForward('10:01')
  await polled
  await page.locator('a[data-more]').click()
  await page.waitForURL(/cursor=/)
})
