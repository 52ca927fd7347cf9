import { expect, type Browser, type Locator, type Page } from '@playwright/test'
import { test, useSite } from '#tests/browser/test.ts'
import { Temporal } from 'temporal-polyfill'
import { toInstant } from '#worker/contracts/time.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { query } from '#tests/support/factories/rows.ts'

/** The week of both changes: America's on 8 November 2026 is past, Europe's falls on 28 March 2027. */
const changes = {
  spring: { now: Date.UTC(2027, 2, 26, 9), days: 5 },
  autumn: { now: Date.UTC(2027, 9, 29, 9), days: 5 },
}
const zones = ['Europe/Paris', 'America/Mexico_City', 'Asia/Kolkata', 'Pacific/Apia']
const hourMs = 3_600_000

const site = useSite()
test.beforeAll(async () => {
  for (const { now, days } of Object.values(changes)) {
    // Every five hours, so that each zone has some near midnight and in the changing hours.
    for (let hours = 5; hours < days * 24; hours += 5) {
      const startAt = now + hours * hourMs
      await createEvent(site, { startAt, endAt: startAt + hourMs })
    }
    await placeWholeDay(now)
  }
})

/** An event without an hour, of the last day before the clocks change, in Tokyo. */
async function placeWholeDay(now: number): Promise<void> {
  const startAt = Temporal.Instant.fromEpochMilliseconds(now + 24 * hourMs)
    .toZonedDateTimeISO('Asia/Tokyo')
    .startOfDay().epochMilliseconds
  const { id } = await createEvent(site, {
    startAt,
    endAt: startAt + 24 * hourMs,
    name: `Whole day ${now}`,
  })
  await query(
    site,
    `update events set time_certainty = 'date_only', timezone = 'Asia/Tokyo' where id = ?`,
    id,
  )
}

async function openAt(
  browser: Browser,
  options: { zone: string; now: number; locale?: string },
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: site.url,
    timezoneId: options.zone,
    locale: options.locale ?? 'en-GB',
    extraHTTPHeaders: { 'X-Test-Now': String(options.now) },
  })
  const page = await context.newPage()
  await page.clock.setFixedTime(options.now)
  return page
}

type Row = { start: string; day: string; hour: string; own: string | null }

/** The rows as they stand, with the day each is under. */
function rowsOf(page: Page): Promise<Row[]> {
  return page.locator('[data-kind="upcoming"] [data-start]').evaluateAll((rows) =>
    rows.map((row) => ({
      start: (row as HTMLElement).dataset['start'] ?? '',
      own: (row as HTMLElement).dataset['day'] ?? null,
      day: row.closest<HTMLElement>('section.day')?.dataset['day'] ?? '',
      hour: row.querySelector('.event-hour')?.textContent?.trim() ?? '',
    })),
  )
}

for (const zone of zones) {
  for (const [name, { now }] of Object.entries(changes)) {
    test(`every row is under its own day and hour in ${zone} over the ${name} change`, async ({
      browser,
    }) => {
      const page = await openAt(browser, { zone, now })
      await page.goto('/events?phase=upcoming')
      const rows = await rowsOf(page)
      expect(rows.length).toBeGreaterThan(15)
      for (const { start, day, hour, own } of rows) {
        const local = Temporal.Instant.from(start).toZonedDateTimeISO(zone)
        expect([start, day]).toEqual([start, own ?? local.toPlainDate().toString()])
        if (!own) expect([start, hour]).toEqual([start, local.toPlainTime().toString().slice(0, 5)])
      }
      const days = [...new Set(rows.map(({ day }) => day))]
      expect(days).toEqual([...days].sort())
      await page.context().close()
    })
  }
}

test('an event without an hour stays on its own day, wherever the reader is', async ({
  browser,
}) => {
  const { now } = changes.spring
  for (const zone of zones) {
    const page = await openAt(browser, { zone, now })
    await page.goto('/events?phase=upcoming')
    const row = page.locator('[data-start]', { hasText: `Whole day ${now}` })
    const day = Temporal.Instant.fromEpochMilliseconds(now + 24 * hourMs)
      .toZonedDateTimeISO('Asia/Tokyo')
      .toPlainDate()
      .toString()
    await expect(row).toHaveAttribute('data-day', day)
    await page.context().close()
  }
})

test('no frame is painted with a time that is not the reader’s', async ({ browser }) => {
  const { now } = changes.spring
  const page = await openAt(browser, { zone: 'Asia/Kolkata', now })
  await page.addInitScript(() => {
    const seen = new Set<string>()
    Object.assign(globalThis, { seen })
    // The fixed clock makes frames from timers, which run also while style sheets hold back all painting.
    const arePaintsHeld = () =>
      [...document.querySelectorAll<HTMLLinkElement>('head > link[rel=stylesheet]')].some(
        ({ sheet }) => !sheet,
      )
    const look = () => {
      if (arePaintsHeld()) return void requestAnimationFrame(look)
      for (const row of document.querySelectorAll('[data-start]')) {
        if (!row.checkVisibility({ visibilityProperty: true })) continue
        const hour = row.querySelector('.event-hour')?.textContent?.trim()
        const day = row.closest<HTMLElement>('section.day')?.dataset['day']
        seen.add(`${(row as HTMLElement).dataset['start']} ${day} ${hour}`)
      }
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  await page.goto('/events?phase=upcoming', { waitUntil: 'networkidle' })
  const painted = await page.evaluate(() => [
    ...(globalThis as unknown as { seen: Set<string> }).seen,
  ])
  const settled = (await rowsOf(page)).map(({ start, day, hour }) => `${start} ${day} ${hour}`)
  expect(painted.length).toBeGreaterThan(15)
  expect(painted.filter((one) => !settled.includes(one))).toEqual([])
  await page.context().close()
})

/** The starts of what is on at `now`, and of what starts until the night ends at 05:00 by a zone's clock. */
function startsTonight(starts: string[], zone: string, now: number): string[] {
  const local = (instant: Temporal.Instant) => instant.toZonedDateTimeISO(zone).toPlainDateTime()
  const clock = local(Temporal.Instant.fromEpochMilliseconds(now))
  const end = clock.add({ days: clock.hour < 5 ? 0 : 1 }).with({ hour: 5, minute: 0 })
  return starts.filter((start) => {
    const begins = Temporal.Instant.from(start)
    const ends = begins.add({ hours: 1 })
    return ends.epochMilliseconds > now && Temporal.PlainDateTime.compare(local(begins), end) < 0
  })
}

async function startsShown(page: Page): Promise<string[]> {
  const rows = page.locator('#results .event-row:not([data-day])')
  const starts = await rows.evaluateAll((all) =>
    all.map((row) => (row as HTMLElement).dataset['start'] ?? ''),
  )
  return starts.toSorted()
}

for (const zone of ['Europe/Paris', 'America/Mexico_City', 'Asia/Tokyo']) {
  for (const [name, day] of [
    ['spring', '2027-03-27'],
    ['autumn', '2027-10-30'],
  ] as const) {
    test(`Tonight is the reader’s in ${zone}, before and after the midnight of the ${name} change`, async ({
      browser,
    }) => {
      const before = Temporal.PlainDateTime.from(`${day}T23:40`).toZonedDateTime(zone)
      for (const at of [before, before.add({ minutes: 50 })]) {
        const now = at.epochMilliseconds
        const page = await openAt(browser, { zone, now })
        await page.goto('/events')
        await page.getByRole('link', { name: 'Tonight' }).click()
        await expect(page).toHaveURL(`/events?range=tonight&tz=${encodeURIComponent(zone)}`)
        const placed = await query<{ start_at: number }>(
          site,
          `select start_at from events where time_certainty = 'exact' order by start_at`,
        )
        const starts = placed.map(({ start_at }) => toInstant(start_at))
        const expected = startsTonight(starts, zone, now)
        expect(expected.length).toBeGreaterThan(0)
        // The address is there before the page's last row.
        await expect.poll(() => startsShown(page)).toEqual(expected)
        await page.context().close()
      }
    })
  }
}

/**
 * Points at a place until its title is there: a page's script may come later than the pointer. With
 * the clock of a test `hover()` waits without end for the page to stand still.
 */
async function expectTitle(place: Locator, titled: Locator, title: RegExp): Promise<void> {
  const { mouse } = place.page()
  await expect(async () => {
    const box = await place.boundingBox()
    await mouse.move(0, 0)
    await mouse.move((box?.x ?? 0) + 5, (box?.y ?? 0) + 5)
    await expect(titled).toHaveAttribute('title', title, { timeout: 500 })
  }).toPass({ timeout: 10_000 })
}

test('the zone is named, and the full date is on hover', async ({ browser }) => {
  const page = await openAt(browser, {
    zone: 'Pacific/Apia',
    now: changes.spring.now,
    locale: 'fr',
  })
  await page.goto('/fr/events?phase=upcoming')
  await expect(page.locator('.zone-note').first()).toContainText('à l’heure d’Apia')
  const exact = page
    .locator('.event-row')
    .filter({ has: page.locator('[data-time-format="time"]') })
  const link = exact.first().locator('.whole-link')
  const hour = exact.first().locator('[data-time-format="time"]')
  const start = (await hour.getAttribute('datetime')) ?? ''
  const { day } = Temporal.Instant.from(start).toZonedDateTimeISO('Pacific/Apia')
  const whole = new RegExp(`^\\S+ ${day} mars, .*heure d’Apia`)
  await expectTitle(hour, link, whole)
  await link.click()
  const time = page.locator('.date-block time[data-time-format="time"]')
  await expectTitle(time, time, whole)
  await page.context().close()
})

test('a date format and zone that were chosen are used at once on the next page', async ({
  browser,
}) => {
  const page = await openAt(browser, { zone: 'Europe/Paris', now: changes.autumn.now })
  await page.addInitScript(() => {
    localStorage.setItem('timezone', 'America/Mexico_City')
    localStorage.setItem('date_format', 'ymd')
  })
  await page.goto('/events?phase=upcoming')
  await expect(page.locator('.zone-note').first()).toContainText('Mexico City time')
  await expect(page.locator('[data-time-format="day-date"]').last()).toHaveText(/^[A-Z][a-z]+ \d+$/)
  await page.context().close()
})

test('a chosen zone that the browser does not know leaves times in its own', async ({
  browser,
}) => {
  const page = await openAt(browser, { zone: 'Europe/Paris', now: changes.autumn.now })
  await page.addInitScript(() => localStorage.setItem('timezone', 'Mars/Phobos'))
  await page.goto('/events?phase=upcoming')
  await expect(page.locator('.zone-note').first()).toContainText('Times in Paris time')
  await page.context().close()
})

test('a page in the device’s own zone asks the language data for nothing', async ({ browser }) => {
  const page = await openAt(browser, { zone: 'Asia/Kolkata', now: changes.autumn.now })
  await page.setViewportSize({ width: 390, height: 844 })
  // Its first use in a page takes a phone 0.1 s.
  await page.addInitScript(() => {
    const asked: string[] = []
    Object.assign(globalThis, { asked })
    for (const name of Object.getOwnPropertyNames(Intl)) {
      const Original = Reflect.get(Intl, name) as unknown
      if (typeof Original !== 'function' || !/^[A-Z]/.test(name)) continue
      const noted = new Proxy(Original as new () => object, {
        construct(target, options, made) {
          asked.push(name)
          return Reflect.construct(target, options, made) as object
        },
      })
      Reflect.set(Intl, name, noted)
    }
  })
  const [row] = await query<{ slug: string }>(site, 'select slug from events order by id limit 1')
  for (const path of ['/', '/events', `/events/${row?.slug}`, '/calendar', '/search?q=event']) {
    await page.goto(path, { waitUntil: 'networkidle' })
    await expect(page.locator('[data-time-format]').first()).toBeAttached()
    const asked = () => page.evaluate(() => (globalThis as unknown as { asked: string[] }).asked)
    expect(await asked(), path).toEqual([])
    await page.evaluate(() => new Intl.NumberFormat().format(1))
    expect(await asked()).toEqual(['NumberFormat'])
  }
  await page.context().close()
})
