import { expect, type Page } from '@playwright/test'
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

test.beforeAll(async () => {
  for (const [slug, name] of Object.entries(names)) {
    const channel = { streamingAccountName: slug } as const
    await createEvent(site, {
      name,
      slug,
      startAt,
      endAt: startAt + hour,
      approvedAt: 0,
      ...channel,
    })
  }
  await createEvent(site, {
    ...{ name: 'Two days', slug: 'two-days', approvedAt: 0, timeCertainty: 'date_only' },
    ...{ startAt: startAt - 20 * hour, endAt: startAt + 28 * hour, timezone: 'UTC' },
  })
})

/** Name upon the poster of an event’s page, and whether all of its words are in their places. */
async function measurePoster(page: Page) {
  return page.locator('.event-stage .lettered').evaluate((poster) => {
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
  test(`a poster holds its event’s name whole, in any script, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    for (const [slug, name] of Object.entries(names)) {
      await page.goto(`${site.url}/events/${slug}`)
      expect(await measurePoster(page), slug).toEqual({ text: name, isWhole: true })
    }
  })
}

test('its ticket has the time of the reader’s zone before the page is seen, its words are read once', async ({
  browser,
}) => {
  for (const [timezoneId, hours] of [
    ['UTC', '20:00'],
    ['Asia/Tokyo', '05:00'],
  ] as const) {
    const context = await browser.newContext({ baseURL: site.url, timezoneId, locale: 'en-GB' })
    const page = await context.newPage()
    await page.goto('/events/latin')
    await expect(page.locator('.event-stage .poster-ticket')).toContainText(` · ${hours}`)
    await expect(page.getByRole('heading', { level: 1, name: names.latin })).toHaveCount(1)
    expect(await page.locator('.event-stage').ariaSnapshot()).not.toContain(names.latin)
    await page.goto('/events/two-days')
    await expect(page.locator('.event-stage .poster-ticket')).toHaveText(
      /^\d+(?: \w+)? ?– ?\d+ \w+$/,
    )
  }
})
