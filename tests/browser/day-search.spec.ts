import { expect } from '@playwright/test'
import { test, useSite } from '#tests/browser/test.ts'
import { axeFaults } from '#tests/browser/axe.ts'
import { createEvent } from '#tests/support/factories/events.ts'

/** A Wednesday: 23:00 in Paris, Thursday in Tokyo. */
const now = Date.UTC(2027, 1, 24, 22)
const hourMs = 3_600_000

const site = useSite()
test.beforeAll(async () => {
  for (const [name, iso] of [
    ['Zelda race', '2027-02-27T12:00:00Z'],
    ['Zelda relay', '2027-02-26T12:00:00Z'],
    ['Late show', '2027-02-25T01:00:00Z'],
  ] as const) {
    const startAt = Date.parse(iso)
    await createEvent(site, { name, startAt, endAt: startAt + hourMs })
  }
})

test.use({
  locale: 'en-GB',
  timezoneId: 'Europe/Paris',
  viewport: { width: 1400, height: 900 },
  extraHTTPHeaders: { 'X-Test-Now': String(now) },
})

test('the search box offers the list of the day that is named first', async ({ page }) => {
  await page.clock.setFixedTime(now)
  await page.goto(site.url)
  const field = page.locator('[data-search] input')
  await page.clock.resume()
  await field.fill('tonight')
  const options = page.locator('.search-panel [role="option"]')
  await expect(options.first()).toHaveText('Events tonight')
  await expect(options.nth(1)).toContainText('Late show')
  await field.fill('zelda saturday')
  await expect(options.first()).toHaveText('Events on Saturday 27 February')
  await expect(options.nth(1)).toContainText('Zelda race')
  await expect(page.locator('.search-panel')).not.toContainText('Zelda relay')
  await options.first().click()
  await expect(page).toHaveURL(`${site.url}/events?from=2027-02-27&to=2027-02-27&tz=Europe%2FParis`)
  await expect(page.locator('#results .event-name a')).toHaveText(['Zelda race'])
})

test('the page of results is of the reader’s day, however one came to it', async ({ page }) => {
  await page.goto(`${site.url}/fr/search?q=ce+soir`)
  await expect(page).toHaveURL(`${site.url}/fr/search?q=ce+soir&tz=Europe%2FParis`)
  const link = page.getByRole('link', { name: 'Événements de ce soir' })
  await expect(link).toHaveAttribute('href', '/fr/events?range=tonight&tz=Europe%2FParis')
  await expect(page.locator('#results .event-name')).toHaveText(['Late show'])
  expect(await axeFaults(page, 'main')).toEqual([])
  await page.goto(`${site.url}/es/search?q=zelda+s%C3%A1bado`)
  await expect(page.getByRole('link', { name: 'Eventos del sábado, 27 de febrero' })).toBeVisible()
  await expect(page.locator('#results .event-name')).toHaveText(['Zelda race'])
  await page.goto(`${site.url}/search?q=zelda`)
  await expect(page).toHaveURL(`${site.url}/search?q=zelda`)
})

test('a charity show of tonight is typed and chosen', async ({ page }) => {
  await createEvent(site, {
    ...{ name: 'Les Brioches d’or', category: 'charity', language: 'fr' },
    ...{ startAt: now - hourMs, endAt: now + 3 * hourMs },
  })
  await page.clock.setFixedTime(now)
  await page.goto(`${site.url}/fr`)
  await page.clock.resume()
  await page.locator('[data-search] input').fill('caritatif ce soir')
  await page.getByRole('option', { name: /Les Brioches d’or/ }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Les Brioches d’or')
})
