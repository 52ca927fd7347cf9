import { expect, type Page } from '@playwright/test'
import { axeFaults } from '#tests/browser/axe.ts'
import { test, useSite } from '#tests/browser/test.ts'
import { hour } from '#tests/support/drivers/durations.ts'
import { openMemberWithConsent } from '#tests/support/drivers/profile.ts'
import { openVisitor } from '#tests/support/drivers/visitors.ts'
import { insertFollows, insertStreamer } from '#tests/support/factories/directory.ts'
import { createEvent, insertHypes } from '#tests/support/factories/events.ts'

const site = useSite()

const cards = (page: Page) => page.locator('[data-next-event]')
const cardOf = (page: Page, name: string) => cards(page).filter({ hasText: name })

/** Two hyped events that overlap, and one that is live with a followed streamer. */
async function placeNext(userId: number): Promise<void> {
  const now = Date.now()
  const streamerId = await insertStreamer(site, `Nora ${userId}`)
  await insertFollows(site, 'streamer', streamerId, [{ userId }])
  await createEvent(site, {
    name: `Live with Nora ${userId}`,
    startAt: now - hour,
    endAt: now + hour,
    streamerIds: [streamerId],
  })
  for (const [name, from] of [
    ['Late Race', 3],
    ['Night Talk', 4],
  ] as const) {
    const { id } = await createEvent(site, {
      name: `${name} ${userId}`,
      startAt: now + from * hour,
      endAt: now + (from + 2) * hour,
    })
    await insertHypes(site, id, [{ userId }])
  }
}

type Shift = PerformanceEntry & { sources: { previousRect: DOMRect; currentRect: DOMRect }[] }

/** How often something moved up or down; a hype button elsewhere may widen as it turns on. */
function countVerticalShifts(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let count = 0
        new PerformanceObserver((list) => {
          const moved = (list.getEntries() as Shift[]).flatMap(({ sources }) =>
            sources.filter(({ previousRect, currentRect }) => previousRect.y !== currentRect.y),
          )
          count += moved.length
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => resolve(count), 300)
      }),
  )
}

for (const width of [390, 1280]) {
  test(`shows what is next at ${width} px, and moves nothing`, async ({ browser }) => {
    const { page, userId } = await openMemberWithConsent(site, browser)
    await placeNext(userId)
    await page.setViewportSize({ width, height: 844 })
    await page.goto('/')
    await expect(cards(page)).toHaveCount(3)
    await expect(cards(page).first()).toContainText(`Live with Nora ${userId}`)
    await expect(cards(page).first().locator('.badge-live')).toBeVisible()
    await expect(cardOf(page, 'Late Race').first()).toContainText('in 3 hr')
    await expect(cardOf(page, 'Late Race').locator('.clash-mark').first()).toHaveText(
      `Overlaps with Night Talk ${userId}`,
    )
    expect(await countVerticalShifts(page)).toBe(0)
    expect(await axeFaults(page, '.your-next')).toEqual([])
  })
}

test('un-hypes in place, in every tab', async ({ browser }) => {
  const { page, context, userId } = await openMemberWithConsent(site, browser)
  await placeNext(userId)
  await page.goto('/')
  const other = await context.newPage()
  await other.goto('/')
  const marks = page.locator('.clash-mark:visible')
  await expect(marks).toHaveCount(2)
  const button = page.locator(
    `[data-your-next] .hype:has-text("Late Race ${userId}")[aria-pressed]`,
  )
  await expect(other.locator('.clash-mark:visible')).toHaveCount(2)
  await button.click()
  await expect(button).toHaveAttribute('aria-pressed', 'false')
  await expect(marks).toHaveCount(0)
  await expect(other.locator('.clash-mark:visible')).toHaveCount(0)
  await button.click()
  await expect(marks).toHaveCount(2)
})

test('is the same HTML for guest and member, and nothing to a guest', async ({ browser }) => {
  const member = await openMemberWithConsent(site, browser)
  await placeNext(member.userId)
  const guest = await openVisitor(site, browser)
  const calls: string[] = []
  guest.page.on('request', (request) => calls.push(request.url()))
  const [asGuest, asMember] = await Promise.all([
    guest.context.request.get('/'),
    member.context.request.get('/'),
  ])
  // Scripts carry a nonce of each answer at most.
  const neutral = (html: string) => html.replace(/nonce="[^"]*"/g, '')
  expect(neutral(await asMember.text())).toBe(neutral(await asGuest.text()))
  await guest.page.goto('/', { waitUntil: 'networkidle' })
  await expect(guest.page.locator('[data-your-next]')).toBeHidden()
  expect(calls.filter((url) => url.includes('next_events'))).toEqual([])
})

test('offers a newcomer a next step in the same space', async ({ browser }) => {
  const { page } = await openMemberWithConsent(site, browser)
  await page.goto('/')
  const own = page.locator('[data-your-next]')
  await expect(own).toContainText('Hype an event, or follow a streamer or game')
  await expect(own.getByRole('link', { name: 'Find streamers' })).toBeVisible()
  expect(await countVerticalShifts(page)).toBe(0)
})

test('offers to try again where the call fails, and then shows what is next', async ({
  browser,
}) => {
  const { page, userId } = await openMemberWithConsent(site, browser)
  await placeNext(userId)
  await page.route('**/users/me/next_events', (route) => route.abort())
  await page.goto('/')
  const own = page.locator('[data-your-next]')
  await expect(own.getByText('Couldn’t load your events')).toBeVisible()
  await page.unroute('**/users/me/next_events')
  await own.getByRole('button', { name: 'Try again' }).click()
  await expect(cards(page)).toHaveCount(3)
  await expect(own.getByText('Couldn’t load your events')).toBeHidden()
})
