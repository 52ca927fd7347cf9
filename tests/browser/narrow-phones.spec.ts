import { expect, type Browser, type Page } from '@playwright/test'
import { test, useSite } from '#tests/browser/test.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { insertGame } from '#tests/support/factories/directory.ts'
import { createEvent, insertHypes } from '#tests/support/factories/events.ts'
import { createMember } from '#tests/support/factories/members.ts'

/** Phones where words are long, in French unless said otherwise: 320 px wide by default. */

const site = useSite()
test.beforeAll(async () => {
  for (const name of ['Celeste', 'Music']) await insertGame(site, name)
})

async function open(browser: Browser, path: string, token?: string): Promise<Page> {
  const context = await browser.newContext({
    baseURL: site.url,
    viewport: { width: 320, height: 640 },
    hasTouch: true,
    timezoneId: 'Europe/Paris',
    locale: 'fr-FR',
    reducedMotion: 'reduce',
  })
  await context.addInitScript(() => {
    localStorage.setItem('consent', `necessary ${new Date().toISOString().slice(0, 10)}`)
  })
  if (token) await context.addCookies([{ name: 'access_token', value: token, url: site.url }])
  const page = await context.newPage()
  await page.goto(path, { waitUntil: 'networkidle' })
  return page
}

test('what is said of a clash in the calendar does not lie over the name', async ({ browser }) => {
  const member = await createMember(site)
  const noon = Math.floor(Date.now() / day + 2) * day + 12 * hour
  for (const [name, from] of [
    ['Late Race of the Long Name That Fills Lines', 0],
    ['Night Talk about the Long Name That Fills Lines', 1],
  ] as const) {
    const startAt = noon + from * hour
    const { id } = await createEvent(site, { name, startAt, endAt: startAt + 2 * hour })
    await insertHypes(site, id, [member])
  }
  const month = new Date(noon).toISOString().slice(0, 7)
  const page = await open(browser, `/fr/calendar?month=${month}&view=agenda`, member.token)
  const note = page.locator('.agenda-overlap')
  await expect(note.first()).toBeVisible()
  const gaps = await note.evaluateAll((notes) =>
    notes.map((one) => {
      const name = one.closest('.event-row')?.querySelector('h3, h4')
      const { top } = one.getBoundingClientRect()
      return top - (name?.getBoundingClientRect().bottom ?? Infinity)
    }),
  )
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0)
})

test('all that stands in an empty “Your next” can be seen', async ({ browser }) => {
  const { token } = await createMember(site)
  const page = await open(browser, '/fr', token)
  const box = page.locator('[data-next-none]')
  await expect(box).toBeVisible()
  const { scrollHeight, clientHeight, isFirstSeen } = await box.evaluate((element) => ({
    scrollHeight: element.scrollHeight,
    clientHeight: element.clientHeight,
    isFirstSeen:
      (element.firstElementChild?.getBoundingClientRect().top ?? 0) >
      element.getBoundingClientRect().top,
  }))
  expect(scrollHeight).toBeLessThanOrEqual(clientHeight)
  expect(isFirstSeen).toBe(true)
})

test('the plus of a follow button keeps its size beside a large count', async ({ browser }) => {
  const page = await open(browser, '/fr/games')
  const button = page.locator('.follow-small').first()
  await expect(button).toBeVisible()
  await button.locator('[data-follow-count]').evaluate((count) => (count.textContent = '1 240'))
  const { plus, spill } = await button.evaluate((element) => ({
    plus: getComputedStyle(element.querySelector('.follow-off') ?? element, '::before').width,
    spill: element.scrollWidth - element.clientWidth,
  }))
  expect(plus).toBe('18px')
  expect(spill).toBeLessThanOrEqual(0)
})

test('the last of the breadcrumbs keeps a few letters beside a long way', async ({ browser }) => {
  const page = await open(browser, '/fr/games/Celeste')
  const crumbs = page.locator('.breadcrumbs li')
  await crumbs
    .first()
    .locator('a')
    .evaluate((link) => (link.textContent = 'Administration › Campagnes › Abonnements'))
  const { width = 0 } = (await crumbs.last().boundingBox()) ?? {}
  expect(width).toBeGreaterThanOrEqual(80)
})

for (const width of [360, 390]) {
  for (const path of ['/fr/events', '/es/events', '/fr/calendar?view=agenda']) {
    test(`the live badge keeps off the picture beside it on ${path} at ${width} px`, async ({
      browser,
    }) => {
      const now = Date.now()
      await createEvent(site, { name: 'Talk', startAt: now - hour, endAt: now + hour })
      const page = await open(browser, path)
      await page.setViewportSize({ width, height: 844 })
      const badges = page.locator('.event-row .badge-live')
      await expect(badges.first()).toBeVisible()
      const gaps = await badges.evaluateAll((all) =>
        all.map((badge) => {
          const pictures = [...(badge.closest('.event-row')?.querySelectorAll('img') ?? [])]
          const edges = pictures
            .filter((picture) => picture.checkVisibility())
            .map((picture) => picture.getBoundingClientRect().left)
          return Math.min(...edges) - badge.getBoundingClientRect().right
        }),
      )
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(8)
      expect(Math.max(...gaps)).toBeLessThan(width)
    })
  }
}
