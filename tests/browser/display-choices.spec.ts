import { expect, type Browser, type BrowserContextOptions, type Page } from '@playwright/test'
import { axeFaults } from '#tests/browser/axe.ts'
import { test, useSite } from '#tests/browser/test.ts'
import { setSessionCookies } from '#tests/support/drivers/visitors.ts'
import { createEvent, createManyEvents, insertHypes } from '#tests/support/factories/events.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import { createMember, createSession } from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'

const site = useSite({ demo: true })
/** A channel with an event on every list, whatever the day. */
test.beforeAll(() =>
  createEvent(site, {
    streamingAccountName: 'demo_captainbiscuit',
    startAt: Date.now() + 7_200_000,
    hypeCount: 900,
  }),
)

const nothing = { categories: [], languages: [], channels: [], long_events: false }

type Stored = Record<string, unknown>
type Shift = PerformanceEntry & {
  value: number
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

/** A browser that stored these choices before; every page of it records its layout shifts. */
async function openBrowser(
  browser: Browser,
  stored: Stored = {},
  options: BrowserContextOptions = {},
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: site.url,
    locale: 'en-GB',
    viewport: { width: 1280, height: 900 },
    ...options,
  })
  await context.addInitScript((values) => {
    localStorage.setItem('consent', `necessary ${new Date().toISOString().slice(0, 10)}`)
    if (!localStorage.getItem('is_prepared')) {
      for (const [name, value] of Object.entries(values)) {
        localStorage.setItem(name, typeof value === 'string' ? value : JSON.stringify(value))
      }
    }
    localStorage.setItem('is_prepared', 'true')
    const shifts: string[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        const moved = entry.sources.filter(
          ({ previousRect: before, currentRect: after }) => Math.abs(after.y - before.y) >= 1,
        )
        const names = moved.map(({ node }) => (node instanceof Element ? node.className : node))
        if (moved.length > 0 && entry.value >= 0.001)
          shifts.push(`${entry.value} ${names.join(', ')}`)
      }
    }).observe({ type: 'layout-shift', buffered: true })
  }, stored)
  return context.newPage()
}

/** Elements that moved up or down after the page was shown. */
const shiftsOf = (page: Page) =>
  page.evaluate(() => (window as Window & { shifts?: string[] }).shifts)

/** The traits of the rows of a page, shown and not. */
function rowsOf(page: Page) {
  return page.locator('main li[data-traits]').evaluateAll((rows) =>
    rows.map((row) => ({
      traits: (row as HTMLElement).dataset.traits?.split(' ') ?? [],
      isShown: row.checkVisibility(),
      isFolded: row.closest('details:not([open]), .board > li:not([data-on])') !== null,
    })),
  )
}

async function expectMuted(page: Page, ...muted: string[]): Promise<void> {
  const rows = await rowsOf(page)
  for (const trait of muted) {
    const found = rows.filter(({ traits }) => traits.includes(trait))
    expect(found.length).toBeGreaterThan(0)
    expect(found.filter(({ isShown }) => isShown)).toEqual([])
  }
  const isMuted = ({ traits }: { traits: string[] }) => traits.some((one) => muted.includes(one))
  const others = rows.filter((row) => !isMuted(row) && !row.isFolded)
  expect(others.length).toBeGreaterThan(0)
  expect(others.filter(({ isShown }) => !isShown)).toEqual([])
}

test.describe('compact lists', () => {
  const compact = { density: 'compact' }

  test('show at least fourteen events on a screen, none over another', async ({ browser }) => {
    const page = await openBrowser(browser, compact)
    await page.goto('/events', { waitUntil: 'load' })
    const boxes = await page.locator('#results .event-row').evaluateAll((rows) =>
      rows
        .filter((row) => row.checkVisibility())
        .map((row) => {
          const { top, bottom } = row.getBoundingClientRect()
          const parts = [...row.children].filter((part) => part.checkVisibility())
          const edges = parts.map((part) => part.getBoundingClientRect())
          const isClear = edges.every((edge, index) => edge.left >= (edges[index - 1]?.right ?? 0))
          return { top, bottom, isClear }
        }),
    )
    const whole = boxes.filter(({ top, bottom }) => top >= 0 && bottom <= 900)
    expect(whole.length).toBeGreaterThanOrEqual(14)
    expect(boxes.filter(({ isClear }) => !isClear)).toEqual([])
    for (const [index, { top }] of boxes.entries()) {
      expect(top).toBeGreaterThanOrEqual((boxes[index - 1]?.bottom ?? 0) - 1)
    }
    expect(await shiftsOf(page)).toEqual([])
  })

  for (const { least, width, isTouch } of [
    { least: 24, width: 1280, isTouch: false },
    { least: 24, width: 320, isTouch: false },
    { least: 44, width: 390, isTouch: true },
    { least: 44, width: 1024, isTouch: true },
  ]) {
    test(`keep targets of ${least} px on ${width} px, touch ${isTouch}`, async ({ browser }) => {
      const options = { viewport: { width, height: 900 }, hasTouch: isTouch, isMobile: isTouch }
      const page = await openBrowser(browser, compact, options)
      await page.goto('/events')
      const targets = page.locator('#results :is(.event-row .hype, .series > summary)')
      const heights = await targets.evaluateAll((all) =>
        all.flatMap((one) => (one.checkVisibility() ? one.getBoundingClientRect().height : [])),
      )
      expect(heights.length).toBeGreaterThan(5)
      expect(Math.min(...heights)).toBeGreaterThanOrEqual(least)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow).toBeLessThanOrEqual(0)
    })
  }
})

test.describe('muted events', () => {
  const kinds = [
    ['category', { ...nothing, categories: ['speedrun'] }, 'speedrun'],
    ['language', { ...nothing, languages: ['fr'] }, 'fr'],
    [
      'channel',
      { ...nothing, channels: [{ platform: 'twitch', account: 'Demo_CaptainBiscuit' }] },
      'twitch%2Fdemo_captainbiscuit',
    ],
    ['length', { ...nothing, long_events: true }, 'long'],
  ] as const

  // On home at every hour of the day.
  test.beforeAll(async () => {
    await createEvent(site, { category: 'speedrun', startAt: Date.now() + 3_600_000 })
  })

  for (const [kind, muted, trait] of kinds) {
    test(`of a ${kind} are in no list, before the first paint and after a reload`, async ({
      browser,
    }) => {
      const page = await openBrowser(browser, { muted })
      for (const path of ['/events', '/']) {
        for (const visit of [() => page.goto(path), () => page.reload()]) {
          await visit()
          await page.waitForLoadState('load')
          await expectMuted(page, trait)
          expect(await shiftsOf(page)).toEqual([])
        }
      }
    })
  }

  test('stay away while more is loaded, and empty days go', async ({ browser }) => {
    const startAt = Date.now() + 40 * 86_400_000
    await createManyEvents(site, 60, { name: 'Far', startAt, language: 'es', category: 'science' })
    const page = await openBrowser(browser, { muted: { ...nothing, categories: ['science'] } })
    await page.goto('/events?language=es')
    const rows = page.locator('#results .event-row')
    const before = await rows.count()
    await page.locator('a[data-more]').scrollIntoViewIfNeeded()
    await expect.poll(() => rows.count()).toBeGreaterThan(before)
    await expectMuted(page, 'science')
    const days = await page
      .locator('.day')
      .evaluateAll((all) =>
        all.map((day) => [
          day.checkVisibility(),
          [...day.querySelectorAll('li, .marathons')].some((row) => row.checkVisibility()),
        ]),
      )
    expect(days.filter(([isShown, hasRows]) => isShown !== hasRows)).toEqual([])
    const isCountRight = async () => {
      const hidden = (await rowsOf(page)).filter(({ traits }) => traits.includes('science')).length
      const note = await page.locator('.muted-note').textContent()
      return note?.trim().startsWith(`${hidden} events hidden`)
    }
    // The list may be loading still more.
    await expect.poll(isCountRight).toBe(true)
  })

  test('are counted, shown on request for this visit, and hidden again', async ({ browser }) => {
    const page = await openBrowser(browser, { muted: { ...nothing, categories: ['speedrun'] } })
    await page.goto('/events')
    const muted = (await rowsOf(page)).filter(({ traits }) => traits.includes('speedrun'))
    const note = page.locator('.muted-note')
    const words = muted.length === 1 ? '1 event' : `${muted.length} events`
    await expect(note).toContainText(`${words} hidden`)
    await note.getByRole('button', { name: 'Show' }).click()
    const shown = words.replace('event', 'hidden event')
    await expect(note).toContainText(`${shown}, now shown`)
    const isAnyHidden = async () =>
      (await rowsOf(page)).some(({ isShown, isFolded }) => !isShown && !isFolded)
    expect(await isAnyHidden()).toBe(false)
    await page.reload()
    expect(await isAnyHidden()).toBe(false)
    await note.getByRole('button', { name: 'Hide again' }).click()
    await expectMuted(page, 'speedrun')
  })

  test('show in a list that is filtered by what is muted', async ({ browser }) => {
    const page = await openBrowser(browser, { muted: { ...nothing, categories: ['speedrun'] } })
    await page.goto('/events?category=speedrun')
    const rows = await rowsOf(page)
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter(({ isShown, isFolded }) => !isShown && !isFolded)).toEqual([])
  })

  test('are not in the calendar either', async ({ browser }) => {
    const page = await openBrowser(browser, { muted: { ...nothing, languages: ['fr'] } })
    await page.goto('/calendar?view=agenda')
    await expect(page.locator('.muted-note')).toContainText('hidden')
    const french = page.locator('#calendar li[data-traits~="fr"]')
    await expect(french).toHaveCount(0)
    await page.locator('.muted-note').getByRole('button', { name: 'Show' }).click()
    await expect.poll(() => french.count()).toBeGreaterThan(0)
  })

  test('are not on the page to discover events either', async ({ browser }) => {
    const page = await openBrowser(browser, { muted: { ...nothing, languages: ['fr'] } })
    await page.goto('/discover')
    await expectMuted(page, 'fr')
  })

  test('leave what goes on at the same time as an event', async ({ browser }) => {
    const startAt = Date.now() + 45 * 86_400_000
    const { slug } = await createEvent(site, { startAt, language: 'en', category: 'esports' })
    await createEvent(site, { startAt, language: 'fr', category: 'music' })
    await createEvent(site, { startAt, language: 'en', category: 'science' })
    const page = await openBrowser(browser, { muted: { ...nothing, languages: ['fr'] } })
    await page.goto(`/events/${slug}`)
    const alongside = page.locator('[aria-labelledby=alongside] li[data-traits]')
    await expect(alongside).toHaveCount(2)
    await expect(alongside.filter({ visible: true })).toHaveCount(1)
    await expect(alongside.and(page.locator('[data-traits~="fr"]'))).toBeHidden()
  })

  test('leave a page whole whatever is stored', async ({ browser }) => {
    const page = await openBrowser(browser, { muted: '{"channels":7', density: '{', motion: '' })
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    await page.goto('/events')
    expect((await rowsOf(page)).filter(({ isShown, isFolded }) => !isShown && !isFolded)).toEqual(
      [],
    )
    await expect(page.locator('.muted-note')).toBeHidden()
    expect(errors).toEqual([])
  })
})

async function openSettings(page: Page) {
  await page.locator('header [data-open-settings]').first().click()
  return page.getByRole('dialog', { name: 'Settings' })
}

test('a visitor chooses in the settings; the page follows, also the next time', async ({
  browser,
}) => {
  const page = await openBrowser(browser)
  await page.goto('/events')
  const dialog = await openSettings(page)
  await dialog.getByRole('button', { name: 'Compact' }).click()
  await dialog.getByRole('button', { name: 'Reduced' }).click()
  await dialog.getByRole('button', { name: 'Français', pressed: false }).click()
  const long = dialog.getByRole('switch', { name: 'Events longer than 24 hours' })
  await expect(long).toHaveCSS('appearance', 'none')
  await long.click()
  expect(await axeFaults(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Done' }).click()
  for (const visit of [() => Promise.resolve(), () => page.reload()]) {
    await visit()
    await expectMuted(page, 'fr', 'long')
    await expect(page.locator('html')).toHaveAttribute('data-density', 'compact')
    const style = await page
      .locator('.hype')
      .first()
      .evaluate((button) => {
        const { transitionDuration } = getComputedStyle(button)
        return transitionDuration.split(', ').map(Number.parseFloat)
      })
    expect(Math.max(...style)).toBeLessThan(0.001)
  }
})

test('the density is switched beside the sort, and with the account', async ({ browser }) => {
  const member = await createMember(site, { hasPassword: true })
  const page = await openBrowser(browser)
  await setSessionCookies(site, page.context(), member)
  await page.goto('/events')
  const compact = page.getByRole('button', { name: 'Compact' })
  await expect(compact).toHaveAttribute('aria-pressed', 'false')
  await compact.click()
  await expect(compact).toHaveAttribute('aria-pressed', 'true')
  await expect(page.locator('html')).toHaveAttribute('data-density', 'compact')
  await expect
    .poll(() => query(site, 'select density from users where id = ?', member.userId))
    .toEqual([{ density: 'compact' }])
  await page.reload()
  await expect(compact).toHaveAttribute('aria-pressed', 'true')
  expect(await shiftsOf(page)).toEqual([])
  await compact.click()
  await expect(page.locator('html')).not.toHaveAttribute('data-density')
})

test('a channel is hidden in one tap on its event’s page, and shown again in the settings', async ({
  browser,
}) => {
  const page = await openBrowser(browser)
  await page.goto('/events')
  const row = page.locator('li[data-traits~="twitch%2Fdemo_captainbiscuit"]').first()
  const path = await row.locator('.whole-link').getAttribute('href')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(path ?? '')
  const hide = page.getByRole('button', { name: 'Hide this channel' })
  await hide.click()
  await expect(page.getByText(/^Captain Biscuit hidden from lists/)).toBeVisible()
  await page.getByRole('button', { name: 'Undo', exact: true }).click()
  await expect(page.getByText('Captain Biscuit shows in lists again.')).toBeVisible()
  await hide.click()
  await expect(page.getByRole('button', { name: 'Show this channel again' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/events')
  await expectMuted(page, 'twitch%2Fdemo_captainbiscuit')
  await page.locator('.muted-note').getByRole('button', { name: 'Display settings' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('group', { name: 'Hide languages' })).toContainText(
    'All are shown.',
  )
  await dialog.getByRole('button', { name: 'Français' }).click()
  await expect(dialog.getByText('Hidden: Français')).toBeVisible()
  await dialog.getByRole('button', { name: 'Show Captain Biscuit (Twitch) again' }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect(row).toBeVisible()
})

test('all channels of a streamer are hidden on the page of the streamer', async ({ browser }) => {
  const name = 'demo_captainbiscuit'
  const [account] = await query<{ streamer_id: number }>(
    site,
    'select streamer_id from streaming_accounts where name = ?',
    name,
  )
  const page = await openBrowser(browser)
  await page.goto(`/streamers/${String(account?.streamer_id)}`)
  await page.getByRole('button', { name: 'Hide this channel' }).click()
  await expect(page.getByRole('button', { name: 'Show this channel again' })).toBeVisible()
  await page.goto('/events')
  await expectMuted(page, `twitch%2F${name}`)
})

test('what one follows stays, and both the toast and the note of a list say so', async ({
  browser,
}) => {
  const member = await createMember(site, { hasPassword: true })
  const name = 'demo_captainbiscuit'
  await query(
    site,
    `insert into streamer_follows (user_id, streamer_id, created_at)
      select ?, streamer_id, 0 from streaming_accounts where name = ?`,
    member.userId,
    name,
  )
  const page = await openBrowser(browser)
  await setSessionCookies(site, page.context(), member)
  await page.goto('/events?phase=upcoming')
  const row = page.locator(`li[data-traits~="twitch%2F${name}"]`).first()
  await row.hover({ force: true })
  await row.getByRole('button', { name: /^Options for/ }).click()
  await page.getByRole('menuitem', { name: 'Hide this channel' }).click()
  await expect(page.getByText(/^You follow Captain Biscuit, so those events stay/)).toBeVisible()
  await page.reload()
  await expect(page.locator('.muted-note-first')).toContainText('All are shown.')
  await expect(row).toBeVisible()
})

test('a member has the choices on another device, where what is hyped still shows', async ({
  browser,
}) => {
  const member = await createMember(site, { hasPassword: true })
  const first = await openBrowser(browser)
  await setSessionCookies(site, first.context(), member)
  await first.goto('/events')
  const dialog = await openSettings(first)
  await dialog.getByRole('button', { name: 'Compact' }).click()
  await dialog.getByRole('button', { name: 'Speedrun' }).click()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expect
    .poll(() => query(site, 'select density from users where id = ?', member.userId))
    .toEqual([{ density: 'compact' }])
  const row = first.locator('li[data-traits~="speedrun"]').first()
  const id = Number(/event-(\d+)/.exec((await row.getAttribute('data-traits')) ?? '')?.[1])
  await insertHypes(site, id as EventId, [{ userId: member.userId }])

  const second = await openBrowser(browser)
  await setSessionCookies(site, second.context(), await createSession(site, member))
  await second.goto('/events', { waitUntil: 'networkidle' })
  await second.reload({ waitUntil: 'networkidle' })
  await expect(second.locator('html')).toHaveAttribute('data-density', 'compact')
  const rows = (await rowsOf(second)).filter(({ traits }) => traits.includes('speedrun'))
  const hyped = rows.filter(({ traits }) => traits.includes(`event-${id}`))
  expect(hyped.every(({ isShown, isFolded }) => isShown || isFolded)).toBe(true)
  expect(hyped).toHaveLength(1)
  expect(rows.filter((row) => row.isShown && !hyped.includes(row))).toEqual([])
})
