import AxeBuilder from '@axe-core/playwright'
import { expect, test, type Browser, type BrowserContext } from '@playwright/test'
import type { TokensView } from '#worker/features/accounts/contract.ts'
import type { EventsPage } from '#worker/features/events/contract.ts'
import { fillPaths, publicPages } from '#tests/public-pages.ts'
import { adminPassword } from '#tests/worker.ts'
import { startTestSite, type TestSite } from '#tests/site.ts'

// The passes are long and independent: two at once.
test.describe.configure({ mode: 'parallel' })

let site: TestSite
let publicPaths: string[]
test.beforeAll(async () => {
  site = await startTestSite({ demo: true })
  publicPaths = await fillPaths(site, [...publicPages, ...alsoLooked])
})
test.afterAll(() => site.close())

/** Filtered, empty and failed forms of pages that are in the table. */
const alsoLooked = [
  '/events?platform=twitch&range=week',
  '/events/groups/{group}?period=past',
  '/games?sort=name',
  '/streamers?sort=random&seed=7',
  '/calendar?view=agenda',
  '/search?q=zzzzzzzz',
  '/nowhere',
]
const memberPaths = ['/profile', '/admin/panel']

async function openContext(
  browser: Browser,
  options: { theme: 'dark' | 'light'; width: number; isAdmin: boolean },
): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: site.url,
    colorScheme: options.theme,
    viewport: { width: options.width, height: 844 },
    timezoneId: 'Europe/Paris',
    reducedMotion: 'reduce',
  })
  // Pages fetched ahead would only be waited for here.
  await context.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  )
  if (options.isAdmin) {
    const response = await fetch(`${site.url}/api/v1/auth/login`, {
      method: 'POST',
      body: new URLSearchParams({ username: 'admin', password: adminPassword }),
    })
    const tokens = (await response.json()) as TokensView
    await context.addCookies([
      { name: 'access_token', value: tokens.access_token, url: site.url },
      { name: 'refresh_token', value: tokens.refresh_token, url: site.url, httpOnly: true },
    ])
  }
  return context
}

/** Axe's findings, and whatever the browser itself complained about. */
async function faultsOf(context: BrowserContext, path: string): Promise<string[]> {
  const page = await context.newPage()
  const faults: string[] = []
  page.on('pageerror', (error) => faults.push(`script: ${error.message}`))
  page.on('console', (message) => {
    const isExpected = /status of 4\d\d/.test(message.text())
    if (message.type() === 'error' && !isExpected) faults.push(`console: ${message.text()}`)
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  const { violations } = await new AxeBuilder({ page }).analyze()
  faults.push(...violations.map(({ id, nodes }) => `axe: ${id} at ${nodes[0]?.target.join(' ')}`))
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  )
  if (overflow > 0) faults.push(`scrolls sideways by ${overflow} px`)
  const languages = await page.evaluate(() => document.documentElement.lang)
  if (!path.startsWith(languages === 'en' ? '/' : `/${languages}`))
    faults.push(`lang is ${languages}`)
  await page.close()
  return faults
}

/** Both themes and every language, over the widths; each pass is halved, so that two run at once. */
const passes = [
  { theme: 'dark', width: 1280, locale: 'en' },
  { theme: 'light', width: 390, locale: 'en' },
  { theme: 'light', width: 320, locale: 'fr' },
  { theme: 'dark', width: 768, locale: 'es' },
] as const

function localized(path: string, locale: string): string {
  return locale === 'en' ? path : `/${locale}${path}`.replace(/\/$/, '')
}

for (const { theme, width, locale } of passes) {
  for (const half of [0, 1]) {
    test(`no page has a fault in ${locale}, ${theme}, at ${width} px (${half + 1} of 2)`, async ({
      browser,
    }) => {
      test.setTimeout(150_000)
      const ofHalf = (_: string, index: number) => index % 2 === half
      const visitor = await openContext(browser, { theme, width, isAdmin: false })
      for (const path of publicPaths.filter(ofHalf).map((one) => localized(one, locale))) {
        expect.soft(await faultsOf(visitor, path), path).toEqual([])
      }
      const admin = await openContext(browser, { theme, width, isAdmin: true })
      for (const path of memberPaths.filter(ofHalf).map((one) => localized(one, locale))) {
        expect.soft(await faultsOf(admin, path), path).toEqual([])
      }
      await visitor.close()
      await admin.close()
    })
  }
}

test('the agenda and an event can be read without JavaScript', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/events?language=fr')
  const first = page.locator('main a[href^="/events/"]').first()
  const name = (await first.textContent())?.trim() ?? ''
  await first.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name.slice(0, 20))
  await page.goBack()
  await page.getByRole('link', { name: /more/i }).click()
  await expect(page).toHaveURL(/cursor=/)
  await expect(page.locator('main a[href^="/events/"]').first()).toBeVisible()
  await context.close()
})

test('a visitor who hypes is taken to login and comes back with the hype done', async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: site.url })
  const page = await context.newPage()
  const upcoming = await fetch(`${site.url}/api/v1/events?phase=upcoming&limit=1`)
  const [event] = ((await upcoming.json()) as EventsPage).items
  await page.goto(`/events/${event?.slug}`)
  await page.locator(`main [data-hype-event="${event?.id}"]`).first().click()
  await page.waitForURL(/\/login\?next=/)
  await page.getByLabel('Username or e-mail').fill('admin')
  await page.getByLabel('Password').fill(adminPassword)
  await page.locator('main').getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL((url) => url.pathname === `/events/${event?.slug}`)
  const button = page.locator(`main [data-hype-event="${event?.id}"]`).first()
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await expect(button.locator('[data-hype-count]')).toHaveText(String((event?.hype_count ?? 0) + 1))
  await page.reload()
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await context.close()
})

test('a link hypes and follows nothing for the member who opens it', async ({ browser }) => {
  const context = await openContext(browser, { theme: 'dark', width: 1280, isAdmin: true })
  const page = await context.newPage()
  const writes: string[] = []
  page.on('request', (one) => {
    if (one.method() === 'PUT') writes.push(one.url())
  })
  const upcoming = await fetch(`${site.url}/api/v1/events?phase=upcoming&limit=1&sort=newest`)
  const [event] = ((await upcoming.json()) as EventsPage).items
  await page.goto(`/events/${event?.slug}?hype=${event?.id}&calendar=google`, {
    waitUntil: 'networkidle',
  })
  expect(new URL(page.url()).search).toBe('')
  await page.goto('/streamers/1?follow=streamer-1', { waitUntil: 'networkidle' })
  expect(page.url()).toBe(`${site.url}/streamers/1`)
  expect(writes).toEqual([])
  await context.close()
})

test('an unknown language, page or event is the translated not-found page', async ({ request }) => {
  for (const [path, text] of [
    ['/nope/events', 'Page not found: /nope/events'],
    ['/fr/events/nothing-here', 'Oups'],
    ['/es/nada', '¡'],
  ] as const) {
    const response = await request.get(site.url + path)
    expect(response.status(), path).toBe(404)
    expect(await response.text()).toContain(text)
  }
})
