import { expect, type Page } from '@playwright/test'
import { createEvent } from '#tests/support/factories/events.ts'
import { query } from '#tests/support/factories/rows.ts'
import { test, useSite } from '#tests/browser/test.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { openMemberWithConsent } from '#tests/support/drivers/profile.ts'
import { logIn, openVisitor } from '#tests/support/drivers/visitors.ts'

const site = useSite()

function recordPersonalCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const path = request.url().split('/api/v1/')[1]
    if (path && /^(?:users\/me|achievements|onboarding)/.test(path)) {
      calls.push(`${request.method()} ${path}`)
    }
  })
  return calls
}

test('a page asks once for all that it starts with, and nothing for a visitor', async ({
  browser,
}) => {
  const startAt = Date.now() + 3 * day
  const event = await createEvent(site, { name: 'One call', startAt, endAt: startAt + hour })
  const { page, username } = await openMemberWithConsent(site, browser)
  await query(site, `update users set onboarded_at = null where username = ?`, username)
  const visitor = await openVisitor(site, browser)
  for (const [one, expected] of [
    [visitor.page, []],
    [page, ['GET users/me/start']],
  ] as const) {
    const calls = recordPersonalCalls(one)
    await one.goto(`/events/${event.slug}`, { waitUntil: 'networkidle' })
    // That the browser's zone is reported, and read again, is not of each page.
    await one.reload({ waitUntil: 'networkidle' })
    calls.length = 0
    await one.goto(`/events/${event.slug}`, { waitUntil: 'networkidle' })
    expect(calls).toEqual(expected)
  }
  await expect(page.locator('html[data-signed-in]')).toHaveCount(1)
})

test('a sign-in has a start of its own, and coming back to the tab asks for one part', async ({
  browser,
}) => {
  const { username } = await openMemberWithConsent(site, browser)
  const { page } = await openVisitor(site, browser)
  await page.goto('/login')
  const calls = recordPersonalCalls(page)
  await logIn(page, username)
  await page.waitForURL(`${site.url}/`)
  await expect.poll(() => calls).toContain('GET users/me/start')
  await page.waitForLoadState('networkidle')
  calls.length = 0
  await page.evaluate(() => {
    const later = Date.now() + 20_000
    Date.now = () => later
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect.poll(() => calls).toEqual(['GET users/me/notifications?limit=1'])
})
