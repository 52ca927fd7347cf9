import {
  expect,
  type Browser,
  type BrowserContext,
  type Page,
  type Request,
} from '@playwright/test'
import type { EventsPage } from '#worker/features/events/contract.ts'
import { needsSession } from '#site/lib/personal-calls.ts'
import { axeFaults } from '#tests/browser/axe.ts'
import { test, useSite } from '#tests/browser/test.ts'
import { fillPaths, memberPages, publicPages } from '#tests/support/tables/site-pages.ts'
import { adminPassword } from '#tests/support/drivers/data-folder.ts'
import { logIn, signIn } from '#tests/support/drivers/visitors.ts'

// The passes are long and independent: two at once.
test.describe.configure({ mode: 'parallel' })

const site = useSite({ demo: true })
let publicPaths: string[]
let memberPaths: string[]
test.beforeAll(async () => {
  publicPaths = await fillPaths(site, [...publicPages, ...variants])
  memberPaths = await fillPaths(site, memberPages)
})

/** Filtered, empty and failed forms of pages that are in the table. */
const variants = [
  '/events?platform=twitch&range=week',
  '/events/groups/{group}?period=past',
  '/games?sort=name',
  '/streamers?sort=random&seed=7',
  '/calendar?view=agenda',
  '/search?q=zzzzzzzz',
  '/nowhere',
]

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
  if (options.isAdmin) await signIn(site, context, 'admin')
  return context
}

/** A page that tells what it is still waiting for, and what the browser complained about. */
async function openWatched(context: BrowserContext) {
  const page = await context.newPage()
  const waiting = new Set<Request>()
  page.on('request', (request) => waiting.add(request))
  page.on('requestfinished', (request) => waiting.delete(request))
  page.on('requestfailed', (request) => waiting.delete(request))
  const faults: string[] = []
  page.on('request', (request) => {
    const path = request.url().split('/api/v1/')[1]
    const isUnsigned = request.headers().authorization === undefined
    if (path && isUnsigned && needsSession(request.method(), path)) {
      faults.push(`asked for ${path} without a session`)
    }
  })
  page.on('pageerror', (error) => faults.push(`script: ${error.message}`))
  page.on('console', (message) => {
    const isExpected = /status of 4\d\d/.test(message.text())
    if (message.type() === 'error' && !isExpected) faults.push(`console: ${message.text()}`)
  })
  return { page, waiting, faults }
}

type Watched = Awaited<ReturnType<typeof openWatched>>

/** All that the page asked for is there, and its scripts have nothing left to do. */
async function settle({ page, waiting }: Watched): Promise<void> {
  do {
    await expect.poll(() => waiting.size, { intervals: [20], timeout: 20_000 }).toBe(0)
    await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => resolve(null))))
  } while (waiting.size > 0)
}

async function validationErrors(watched: Watched, path: string): Promise<string[]> {
  const { page, faults } = watched
  await page.goto(path)
  await settle(watched)
  faults.push(...(await lastingAxeFaults(page)).map((fault) => `axe: ${fault}`))
  const { overflow, language } = await measure(page)
  if (overflow > 0) faults.push(`scrolls sideways by ${overflow} px`)
  faults.push(...(await coveredButtons(page)).map((name) => `“${name}” cannot be pressed`))
  if (!path.startsWith(language === 'en' ? '/' : `/${language}`)) {
    faults.push(`lang is ${language}`)
  }
  // The browser may have complained while axe took its time.
  await settle(watched)
  return faults.splice(0)
}

/** Faults that axe finds twice: a row that is being placed has no text for a moment. */
async function lastingAxeFaults(page: Page): Promise<string[]> {
  const first = await axeFaults(page)
  if (first.length === 0) return []
  const second = await axeFaults(page)
  return first.filter((fault) => second.includes(fault))
}

/** Buttons in the page that something lies over: the link of a whole card, for instance. */
function coveredButtons(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const buttons = [...document.querySelectorAll('main button:enabled')]
    // Not those in what is folded away.
    const shown = buttons.filter((button) => button.checkVisibility())
    const covered = shown.filter((button) => {
      // A button in a strip that scrolls is brought into it.
      button.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' })
      const { left, top, width, height } = button.getBoundingClientRect()
      const above = document.elementFromPoint(left + width / 2, top + height / 2)
      return width > 0 && above !== null && !button.contains(above)
    })
    scrollTo({ top: 0, behavior: 'instant' })
    return covered.map((button) => button.textContent.trim())
  })
}

function measure(page: Page): Promise<{ overflow: number; language: string }> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth, lang } = document.documentElement
    return { overflow: scrollWidth - clientWidth, language: lang }
  })
}

/** A page's language hardly changes what is seen: two of the passes look at these. */
const inEveryLanguage = new Set(['/', '/events', '/calendar', '/faq', '/profile', '/admin/panel'])

/**
 * Both themes and every language, over the widths; each pass is halved, so that two run at once. Every
 * page has to stand the narrowest width in the language of the longest words, and the widest.
 */
const passes = [
  { theme: 'dark', width: 1280, locale: 'en', isWhole: true },
  // Here a guest’s browser still has what a session leaves that lost its access token.
  { theme: 'light', width: 320, locale: 'fr', isWhole: true, hasLeftOvers: true },
  { theme: 'light', width: 390, locale: 'en', isWhole: false },
  { theme: 'dark', width: 768, locale: 'es', isWhole: false },
] as const

function leftOvers(url: string) {
  return ['refresh_token', 'twitch_access_token', 'twitch_refresh_token'].map((name) => ({
    name,
    value: 'left over',
    url,
    httpOnly: true,
  }))
}

function localized(path: string, locale: string): string {
  return locale === 'en' ? path : `/${locale}${path}`.replace(/\/$/, '')
}

for (const { theme, width, locale, isWhole, ...pass } of passes) {
  for (const half of [0, 1]) {
    test(`no page has a fault in ${locale}, ${theme}, at ${width} px (${half + 1} of 2)`, async ({
      browser,
    }) => {
      test.setTimeout(150_000)
      const ofHalf = (_: string, index: number) => index % 2 === half
      for (const [paths, isAdmin] of [
        [publicPaths, false],
        [memberPaths, true],
      ] as const) {
        const context = await openContext(browser, { theme, width, isAdmin })
        const watched = await openWatched(context)
        const visited = paths.filter((path) => isWhole || inEveryLanguage.has(path))
        for (const path of visited.filter(ofHalf)) {
          if (!isAdmin && 'hasLeftOvers' in pass) await context.addCookies(leftOvers(site.url))
          const faults = await validationErrors(watched, localized(path, locale))
          expect.soft(faults, `${locale} ${path}`).toEqual([])
        }
        await context.close()
      }
    })
  }
}

test('the agenda and an event can be read without JavaScript', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: site.url, javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto('/events?language=fr')
  const first = page.locator('main a[href^="/events/"]').filter({ visible: true }).first()
  const name = (await first.textContent())?.trim() ?? ''
  await first.click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name.slice(0, 20))
  await page.goBack()
  await page.getByRole('link', { name: /more/i }).click()
  await expect(page).toHaveURL(/cursor=/)
  const shown = page.locator('main a[href^="/events/"]').filter({ visible: true })
  await expect(shown.first()).toBeVisible()
})

test('a visitor who hypes comes back from login with the hype done', async ({ browser }) => {
  const context = await browser.newContext({ baseURL: site.url })
  const page = await context.newPage()
  const upcoming = await fetch(`${site.url}/api/v1/events?phase=upcoming&limit=1`)
  const [event] = ((await upcoming.json()) as EventsPage).items
  await page.goto(`/events/${event?.slug}`)
  await page.locator(`main [data-hype-event="${event?.id}"]`).first().click()
  await page.getByRole('link', { name: 'Log in with a password' }).click()
  // The button turns before the server has answered.
  const written = page.waitForResponse(/toggle_hype/)
  await logIn(page, 'admin', adminPassword)
  await page.waitForURL((url) => url.pathname === `/events/${event?.slug}`)
  expect((await written).ok()).toBe(true)
  const button = page.locator(`main [data-hype-event="${event?.id}"]`).first()
  await expect(button).toHaveAttribute('aria-pressed', 'true')
  await expect(button.locator('[data-hype-count]')).toHaveText(String((event?.hype_count ?? 0) + 1))
  await page.reload()
  await expect(button).toHaveAttribute('aria-pressed', 'true')
})

test('a link hypes and follows nothing for the member who opens it [ASVS 3.5.3]', async ({
  browser,
}) => {
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
  // That the browser's zone is reported is no deed of the link's.
  expect(writes.filter((url) => !url.endsWith('users/me/settings'))).toEqual([])
})

test('an unknown language or page is the translated not-found page', async ({ request }) => {
  for (const [path, text] of [
    ['/nope/events', 'Page not found: /nope/events'],
    ['/fr/rien', 'Oups'],
    ['/es/nada', '¡'],
  ] as const) {
    const response = await request.get(site.url + path)
    expect(response.status(), path).toBe(404)
    expect(await response.text()).toContain(text)
  }
})
