import { expect, type Browser, type BrowserContextOptions, type Locator } from '@playwright/test'
import { test, useSite } from '#tests/browser/test.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'

const site = useSite()
const startAt = Math.floor(Date.now() / day) * day + 3 * day + 20 * hour

const names = {
  short: 'Gala',
  latin: 'Les Brioches d’or',
  long: 'A relay of twenty-four hours for a children’s hospital, with commentary, prizes and a finale',
  word: 'Donaudampfschifffahrtsgesellschaftskapitänsmarathon',
  han: '東京ゲームショウ二〇二六特別生放送と優勝決定戦',
  thai: 'งานแข่งเกมการกุศลประจำปียี่สิบสี่ชั่วโมง',
  arabic: 'مهرجان الألعاب الكبير في المدينة القديمة',
  hindi: 'चौबीस घंटे का धर्मार्थ गेम महोत्सव',
  cyrillic: 'Благотворительный ночной марафон ретро-игр',
  greek: 'Μεγάλος μαραθώνιος φιλανθρωπίας',
} as const

/** Each is the next event of its evening, and so the highlight of home. */
const starts = new Map(Object.keys(names).map((slug, place) => [slug, startAt + 3 * place * hour]))

test.beforeAll(async () => {
  for (const [slug, name] of Object.entries(names)) {
    const at = starts.get(slug) ?? startAt
    await createEvent(site, {
      ...{ name, slug, startAt: at, endAt: at + hour, approvedAt: 0 },
      ...{ streamingAccountName: slug },
    })
  }
  await createEvent(site, {
    ...{ name: 'Two days', slug: 'two-days', approvedAt: 0, timeCertainty: 'date_only' },
    ...{ startAt: startAt - 20 * hour, endAt: startAt + 28 * hour, timezone: 'UTC' },
  })
})

async function openHighlight(
  browser: Browser,
  { now, ...options }: BrowserContextOptions & { now: number },
): Promise<Locator> {
  const context = await browser.newContext({
    ...{ baseURL: site.url, extraHTTPHeaders: { 'X-Test-Now': String(now) } },
    ...options,
  })
  const page = await context.newPage()
  await page.clock.install({ time: now })
  await page.goto('/')
  return page.locator('.highlight')
}

/** Name upon a poster, and whether all of its words are in their places. */
function measurePoster(highlight: Locator) {
  return highlight.locator('.lettered').evaluate((poster) => {
    const box = (selector: string) => poster.querySelector(selector)?.getBoundingClientRect()
    const [frame, name] = [poster.getBoundingClientRect(), box('.lettered-name')]
    const [ticket, people] = [box('.poster-ticket'), box('.poster-people')]
    const words = poster.querySelector('.lettered-name')
    return {
      text: words?.textContent?.trim(),
      isWhole:
        name && ticket && people && words
          ? name.top >= ticket.bottom &&
            name.bottom <= people.top &&
            people.bottom <= frame.bottom &&
            name.right <= frame.right &&
            words.scrollWidth <= words.clientWidth
          : 'incomplete',
    }
  })
}

for (const width of [320, 390, 1280]) {
  test(`a poster holds its event’s name whole, in any script, at ${width} px`, async ({
    browser,
  }) => {
    for (const [slug, name] of Object.entries(names)) {
      const now = (starts.get(slug) ?? 0) - 2 * hour
      const highlight = await openHighlight(browser, { now, viewport: { width, height: 844 } })
      expect(await measurePoster(highlight), slug).toEqual({ text: name, isWhole: true })
      await highlight.page().context().close()
    }
  })
}

test('its ticket has the time of the reader’s zone before the page is seen, its words are read once', async ({
  browser,
}) => {
  for (const [timezoneId, hours] of [
    ['UTC', '23:00'],
    ['Asia/Tokyo', '08:00'],
  ] as const) {
    const reader = { timezoneId, locale: 'en-GB' }
    const now = (starts.get('latin') ?? 0) - 2 * hour
    const highlight = await openHighlight(browser, { now, ...reader })
    await expect(highlight.locator('.poster-ticket')).toContainText(` · ${hours}`)
    await expect(highlight.getByRole('heading', { level: 3, name: names.latin })).toHaveCount(1)
    await highlight.getByRole('link', { name: names.latin }).click()
    const page = highlight.page()
    await expect(page.getByRole('heading', { level: 1, name: names.latin })).toHaveCount(1)
    // The name stands right above its picture.
    await expect(page.locator('.event-stage')).not.toContainText(names.latin)
    const days = await openHighlight(browser, { now: startAt - 22 * hour, ...reader })
    await expect(days.locator('.poster-ticket')).toHaveText(/^\d+(?: \w+)? ?– ?\d+ \w+$/)
  }
})

test('letters stand upon a dark ground before the picture is there', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.route('**/media/**', (route) => route.abort())
  await page.goto(`${site.url}/events/latin`)
  const ground = page.locator('.lettered-poster > img').first()
  await expect(ground).toHaveCSS('background-color', 'rgb(10, 11, 16)')
})
