import { expect, type Page } from '@playwright/test'
import { test, useSite } from '#tests/browser/test.ts'
import { insertGroup } from '#tests/support/factories/directory.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { createMember, tokenFor } from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'

const now = Date.UTC(2026, 10, 20, 12)

const site = useSite()
test.beforeAll(async () => {
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
    const slug = name.toLowerCase().replaceAll(' ', '-')
    await createEvent(site, { name, slug, startAt, endAt, groupId, ...one })
  }
})

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
    const dates = page.locator('.event-date')
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

const clock = /\d\d?:\d\d(\s[AP]M)?/

async function writtenTimes(page: Page): Promise<string[]> {
  const texts = await page
    .locator('main time:visible')
    .evaluateAll((all) => all.map((time) => (time as HTMLElement).innerText.replace(/\s/g, ' ')))
  return [...new Set(texts)]
}

/** `dmy` for `27 Nov 2026`; undefined where a text names no day of a month. */
function orderOf(text: string, months: RegExp): string | undefined {
  const marked = text
    .replace(/\(.*\)/, '')
    .replaceAll(new RegExp(clock, 'g'), '')
    .replace(months, '<m>')
    .replace(/\b\d{4}\b/, '<y>')
    .replace(/\b\d\d?(er)?\b/, '<d>')
  const order = [...marked.matchAll(/<(.)>/g)].map(([, letter]) => letter).join('')
  return order.includes('m') && order.includes('d') ? order : undefined
}

for (const [path, locale, months] of [
  ['', 'en-US', /Nov(ember)?|Dec(ember)?/],
  ['/fr', 'fr-FR', /nov\.|novembre|déc\.|décembre/],
] as const) {
  for (const format of [undefined, 'dmy', 'mdy', 'ymd']) {
    for (const cycle of [undefined, format === 'dmy' ? 'h12' : 'h23']) {
      test(`writes ${format ?? 'the browser’s order'}, ${cycle ?? 'its clock'} on ${locale} pages`, async ({
        browser,
      }) => {
        const context = await browser.newContext({
          baseURL: site.url,
          locale,
          timezoneId: 'UTC',
          extraHTTPHeaders: { 'X-Test-Now': String(now) },
        })
        const { username } = await createMember(site)
        await query(
          site,
          `update users set date_format_id = ?, is_date_format_chosen = ?, hour_cycle = ?,
            interface_language = ? where username = ?`,
          format ?? 'dmy',
          format ? 1 : 0,
          cycle ?? null,
          locale.slice(0, 2),
          username,
        )
        const value = await tokenFor(site, username, now)
        await context.addCookies([{ name: 'access_token', value, url: site.url }])
        const page = await context.newPage()
        await page.clock.setFixedTime(now)
        await page.goto(`${path}/events`)
        await expect
          .poll(() => page.evaluate(() => [localStorage.date_format, localStorage.hour_cycle]))
          .toEqual([format, cycle])
        const order = format ?? (locale === 'en-US' ? 'mdy' : 'dmy')
        const is12 = (cycle ?? (format || locale !== 'en-US' ? 'h23' : 'h12')) === 'h12'
        const pages = ['/events', '/events/gala-of-dawn', '/calendar?month=2026-11&view=agenda']
        for (const one of pages) {
          await page.goto(path + one)
          await expect(page.locator('main time:visible').first(), one).toBeVisible()
          const texts = await writtenTimes(page)
          const orders = texts.flatMap((text) => orderOf(text, months) ?? [])
          const clocks = texts.flatMap((text) => clock.exec(text)?.[0] ?? [])
          const wanted = order.replace('y', '')
          expect(new Set(orders.map((found) => found.replace('y', ''))), texts.join('|')).toEqual(
            new Set(orders.length > 0 ? [wanted] : []),
          )
          expect(clocks.length, texts.join('|')).toBeGreaterThan(0)
          for (const text of clocks) expect(/[AP]M/.test(text), text).toBe(is12)
        }
        await context.close()
      })
    }
  }
}
