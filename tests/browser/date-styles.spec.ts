import { expect } from '@playwright/test'
import { test } from '#tests/browser/test.ts'
import { insertGroup } from '#tests/support/factories/directory.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { startTestSite, type TestSite } from '#tests/support/drivers/site.ts'

const now = Date.UTC(2026, 10, 20, 12)

let site: TestSite
test.beforeAll(async () => {
  site = await startTestSite()
  const groupId = await insertGroup(site, 'Gala group')
  const noon = Date.UTC(2026, 10, 26, 12)
  const whole = { timeCertainty: 'date_only', timezone: 'UTC' } as const
  // Names that tell themselves apart: dates of one series would be one hit.
  const facts = [
    ['Gala of dawn', {}],
    ['Gala of noon', whole],
    ['Gala of dusk', {}],
    ['Gala of night', whole],
  ] as const
  for (const [index, [name, one]] of facts.entries()) {
    const startAt = one === whole ? noon + index * day - 12 * hour : noon + index * day
    const endAt = startAt + (one === whole ? day : hour)
    await createEvent(site, { name, startAt, endAt, groupId, ...one })
  }
})
test.afterAll(() => site.close())

for (const [locale, style] of [
  ['en-US', /^Nov \d+$/],
  ['en-GB', /^\d+ Nov$/],
] as const) {
  test(`writes days without an hour as the others beside them for ${locale}`, async ({
    browser,
  }) => {
    const context = await browser.newContext({
      baseURL: site.url,
      locale,
      timezoneId: 'UTC',
      extraHTTPHeaders: { 'X-Test-Now': String(now) },
    })
    const page = await context.newPage()
    await page.clock.setFixedTime(now)
    await page.goto('/search?q=gala')
    const dates = page.locator('.hit-date')
    await expect(dates).toHaveCount(4)
    for (const text of await dates.allTextContents()) expect(text.trim()).toMatch(style)
    await page.goto('/calendar?month=2026-11&view=agenda&grouping=grouped')
    await page.locator('.agenda-group summary').click()
    const members = page.locator('.agenda-member > time')
    await expect(members).toHaveCount(4)
    for (const text of await members.allTextContents()) {
      expect(text.replace(/^\w+,? (?=\w+ \d|\d+ \w)|,? \d\d?:\d\d.*$/g, '')).toMatch(style)
    }
  })
}
