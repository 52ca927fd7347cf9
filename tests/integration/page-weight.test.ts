import { expect } from 'vitest'
import { loadDemo } from '#local/demo-loader.ts'
import type { Locale } from '#worker/contracts/locale.ts'
import { locales } from '#worker/locale/locales.ts'
import { insertGame, insertGroup, insertStreamer } from '#tests/support/factories/directory.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { query } from '#tests/support/factories/rows.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { runsOf } from '#tests/support/runs.ts'
import { startTestWorker } from '#tests/support/drivers/worker.ts'
import { test, worker } from '#tests/support/fixtures/built-worker.ts'

/** All of them in the night; else one, another at each place. */
function localesAt(place: number): readonly Locale[] {
  const most = runsOf({ few: 1, many: locales.length })
  return locales.filter((_, index) => (index + Math.floor(place)) % locales.length < most)
}

const now = Date.UTC(2027, 2, 24, 12)
test.beforeAll(async () => {
  const gameId = await insertGame(worker, 'A game with a name of usual length')
  const groupId = await insertGroup(worker, 'A group with a name of usual length')
  for (let index = 0; index < 8; index += 1) await insertStreamer(worker, `Streamer ${index}`)
  for (let index = 0; index < 90; index += 1) {
    const startAt = now + (index < 20 ? -hour : index * 6 * hour)
    const endAt = startAt + (index < 10 ? 4 * day : 4 * hour)
    const facts = index % 3 ? { gameId } : { gameId, groupId }
    const name = `The ${index}th annual charity marathon of the winter`
    await createEvent(worker, { name, startAt, endAt, hypeCount: index, ...facts })
  }
})

test.each([
  { page: 'the home page', path: '/fr', kilobytes: 130 },
  { page: 'the list', path: '/fr/events', kilobytes: 120 },
])('$page is at most $kilobytes kB of HTML', async ({ path, kilobytes }) => {
  const response = await worker.fetch(path, { headers: { 'X-Test-Now': String(now) } })
  const html = await response.text()
  expect(html.split('annual charity marathon').length).toBeGreaterThan(10)
  expect(Buffer.byteLength(html)).toBeLessThan(kilobytes * 1000)
})

test('home with the demo data is at most 115 kB of HTML at four hours of an evening, in every language', async () => {
  const demo = await startTestWorker()
  const noon = Date.UTC(2026, 10, 28, 12)
  await loadDemo(demo.environment.db, noon)
  const tooHeavy: [string, number][] = []
  // 14:00, 18:30, 22:00 and 03:00 in Paris, and in New York.
  for (const hours of [1, 5.5, 9, 14, 7, 11.5, 15, 20]) {
    const at = noon + hours * hour
    for (const locale of localesAt(hours)) {
      const response = await demo.fetch(`/${locale}`, { headers: { 'X-Test-Now': String(at) } })
      const html = await response.text()
      expect(html).toContain('class="board day-rows"')
      const bytes = Buffer.byteLength(html)
      if (bytes > 115_000) tooHeavy.push([`/${locale} at ${new Date(at).toISOString()}`, bytes])
    }
  }
  await demo.close()
  expect(tooHeavy).toEqual([])
})

test('a calendar of the demo data is at most 130 kB of HTML, all year and in every language', async () => {
  const demo = await startTestWorker()
  let at = Date.UTC(2026, 10, 20, 12)
  await loadDemo(demo.environment.db, at)
  const tooHeavy: [string, number][] = []
  for (let month = 0; month < 12; month += 1) {
    for (const path of localesAt(month).map((locale) => `/${locale}/calendar`)) {
      const response = await demo.fetch(path, { headers: { 'X-Test-Now': String(at) } })
      const html = await response.text()
      expect(html.split('class="event-row').length).toBeGreaterThan(90)
      const bytes = Buffer.byteLength(html)
      if (bytes > 130_000) tooHeavy.push([`${path} on ${new Date(at).toISOString()}`, bytes])
    }
    // The weekly events of the demo data, in the next month.
    const later = (month % 3 === 0 ? 5 : 4) * 7 * day
    at += later
    await query(
      demo,
      `update events set start_at = start_at + ${later}, end_at = end_at + ${later}`,
    )
  }
  await demo.close()
  expect(tooHeavy).toEqual([])
}, 60_000)
