import {
  expect,
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
} from '@playwright/test'
import { test, useSite } from '#tests/browser/test.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { insertGame, insertGroup, insertStreamer } from '#tests/support/factories/directory.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { createMember, tokenFor } from '#tests/support/factories/members.ts'

/** The accessibility tree, page by page, in each language. */

/** Noon of a Friday. */
const now = Date.UTC(2026, 10, 20, 12)
const locales = ['en', 'fr', 'es'] as const
type Locale = (typeof locales)[number]

const site = useSite()
test.beforeAll(async () => {
  const nora = await insertStreamer(site, 'Nora')
  const gameId = await insertGame(site, 'Celeste')
  const groupId = await insertGroup(site, 'Winter Runs')
  await createEvent(site, {
    name: 'Winter Gala',
    slug: 'winter-gala',
    description: 'Ten hours of runs for the lifeboats.',
    startAt: now + 3 * day + 8 * hour,
    endAt: now + 3 * day + 18 * hour,
    hypeCount: 60,
    streamingAccountName: 'nora',
    streamerIds: [nora],
    ...{ gameId, groupId },
  })
  await createEvent(site, {
    name: 'Morning Race',
    slug: 'morning-race',
    startAt: now - hour,
    endAt: now + hour,
    hypeCount: 12,
    platform: 'youtube',
    streamingAccountName: 'racers',
  })
  await createEvent(site, {
    name: 'Tea Talk',
    slug: 'tea-talk',
    startAt: now + 5 * hour,
    endAt: now + 7 * hour,
    hypeCount: 4,
    language: 'fr',
    category: 'talk_show',
    streamingAccountName: 'tea',
  })
  for (const locale of locales) {
    await createMember(site, { username: `reader-${locale}`, createdAt: now - day })
  }
})

async function open(browser: Browser, path: string, locale: Locale, username?: string) {
  const context: BrowserContext = await browser.newContext({
    baseURL: site.url,
    locale: { en: 'en-GB', fr: 'fr-FR', es: 'es-ES' }[locale],
    timezoneId: 'Europe/Paris',
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    extraHTTPHeaders: { 'X-Test-Now': String(now) },
  })
  await context.addInitScript(() => localStorage.setItem('consent', 'necessary 2026-11-20'))
  if (username) {
    const value = await tokenFor(site, username, now)
    await context.addCookies([{ name: 'access_token', value, url: site.url }])
  }
  const page = await context.newPage()
  await page.clock.setFixedTime(now)
  const localized = locale === 'en' ? path : `/${locale}${path}`.replace(/\/$/, '')
  await page.goto(localized, { waitUntil: 'networkidle' })
  return page
}

/** Controls without a name, and levels of headings that are left out. */
async function structureFaults(page: Page, root: Locator): Promise<string[]> {
  const tree = await root.ariaSnapshot()
  const unnamed = tree
    .split('\n')
    .filter((line) =>
      /- (button|link|textbox|combobox|checkbox|dialog|navigation)( \[|:?$)/.test(line),
    )
    .map((line) => `without a name: ${line.trim()}`)
  // A dialog's head and foot are no second ones of the page.
  const landmarks = ['banner', 'contentinfo', 'main']
    .filter((role) => tree.split(`- ${role}`).length > 2)
    .map((role) => `${role} twice`)
  const levels = await page
    .locator('main')
    .locator('h1, h2, h3, h4')
    .filter({ visible: true })
    .evaluateAll((headings) => headings.map(({ localName }) => Number(localName.slice(1))))
  const leaps = levels.flatMap((level, index) =>
    level > (levels[index - 1] ?? 0) + 1 ? [`h${level} after h${levels[index - 1] ?? 0}`] : [],
  )
  return [...unnamed, ...landmarks, ...leaps]
}

for (const locale of locales) {
  test(`home has the expected accessibility tree in ${locale}`, async ({ browser }) => {
    const page = await open(browser, '/', locale)
    expect(await structureFaults(page, page.locator('body'))).toEqual([])
    await expect(page.locator('body')).toMatchAriaSnapshot({ name: `home-${locale}.aria.yml` })
    await page.context().close()
  })

  test(`an event and its hype have the expected accessibility tree in ${locale}`, async ({
    browser,
  }) => {
    const page = await open(browser, '/events/winter-gala', locale, `reader-${locale}`)
    const main = page.locator('main')
    await expect(main.locator('.reminders dt').first()).toBeVisible()
    expect(await structureFaults(page, page.locator('body'))).toEqual([])
    await expect(main).toMatchAriaSnapshot({ name: `event-${locale}.aria.yml` })
    const button = main.locator('.when-hype [data-hype-event]')
    await button.click()
    await expect(button).toHaveAttribute('aria-pressed', 'true')
    await expect(main.locator('.when-panel')).toMatchAriaSnapshot({
      name: `hyped-${locale}.aria.yml`,
    })
    await page.context().close()
  })

  test(`a live event has the expected accessibility tree in ${locale}`, async ({ browser }) => {
    const page = await open(browser, '/events/morning-race', locale)
    expect(await structureFaults(page, page.locator('body'))).toEqual([])
    await expect(page.locator('.when-panel')).toMatchAriaSnapshot({
      name: `live-${locale}.aria.yml`,
    })
    await page.context().close()
  })

  test(`the steps of a proposal have the expected accessibility tree in ${locale}`, async ({
    browser,
  }) => {
    const page = await open(browser, '/events', locale, `reader-${locale}`)
    await page.locator('.header-propose').click()
    const dialog = page.locator('dialog[open]')
    const next = dialog.locator('[type="submit"]')
    const expectStep = async (step: number) => {
      await expect(dialog.locator('progress')).toHaveAttribute('value', String(step))
      expect(await structureFaults(page, page.locator('body'))).toEqual([])
      await expect(dialog).toMatchAriaSnapshot({ name: `propose-${step}-${locale}.aria.yml` })
    }
    await expectStep(1)
    await dialog.locator('input').first().fill('twitch.tv/someone')
    await next.click()
    await expectStep(2)
    await dialog.locator('input').first().fill('Autumn Cup')
    await dialog.locator('select').last().selectOption('music')
    await next.click()
    await expectStep(3)
    await dialog.locator('input[type="date"]').first().fill('2026-12-05')
    await dialog.locator('input[type="time"]').first().fill('21:00')
    await next.click()
    await expectStep(4)
    await page.context().close()
  })
}
