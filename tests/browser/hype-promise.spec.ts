import { expect } from '@playwright/test'
import { test, useSite } from '#tests/browser/test.ts'
import { createEvent } from '#tests/support/factories/events.ts'

const start = Date.UTC(2027, 1, 24, 20)
const minuteMs = 60_000
const hourMs = 60 * minuteMs

const site = useSite()
test.beforeAll(() =>
  createEvent(site, { name: 'Big one', startAt: start, endAt: start + hourMs, hypeCount: 9 }),
)

const both = 'We’ll remind you 24 hours and 1 hour before, even if the time changes.'
const one = 'We’ll remind you 1 hour before, even if the time changes.'
const late = 'It starts in less than an hour, too late for a reminder.'

test('the hero promises only the reminders that are still to come, without a script', async ({
  browser,
}) => {
  for (const [left, promise] of [
    [25 * hourMs, both],
    [23 * hourMs, one],
    [30 * minuteMs, late],
  ] as const) {
    const headers = { 'X-Test-Now': String(start - left) }
    const context = await browser.newContext({
      javaScriptEnabled: false,
      extraHTTPHeaders: headers,
    })
    const page = await context.newPage()
    await page.goto(site.url)
    await expect(page.locator('.highlight-act [data-shown-until]:visible')).toHaveText(promise)
    await context.close()
  }
})

test('a page that stays open keeps its promise true', async ({ page }) => {
  const opened = start - 24 * hourMs - minuteMs
  await page.setExtraHTTPHeaders({ 'X-Test-Now': String(opened) })
  await page.clock.install({ time: opened })
  await page.goto(site.url)
  const promise = page.locator('.highlight-act [data-shown-until]:visible')
  await expect(promise).toHaveText(both)
  await page.clock.runFor(2 * minuteMs)
  await expect(promise).toHaveText(one)
  await page.clock.fastForward(23 * hourMs)
  await page.clock.runFor(minuteMs)
  await expect(promise).toHaveText(late)
  await page.clock.fastForward(hourMs)
  await page.clock.runFor(minuteMs)
  await expect(promise).toHaveCount(0)
})

test('the sheet of a guest promises the same', async ({ page }) => {
  for (const [left, promise] of [
    [25 * hourMs, both],
    [23 * hourMs, one],
    [30 * minuteMs, late],
  ] as const) {
    await page.setExtraHTTPHeaders({ 'X-Test-Now': String(start - left) })
    await page.clock.setFixedTime(start - left)
    await page.goto(site.url)
    await page.locator('.highlight-act .hype').click()
    await expect(page.locator('.email-sheet-reason')).toContainText(promise)
  }
})
