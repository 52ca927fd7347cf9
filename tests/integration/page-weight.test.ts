import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertGame, insertGroup, insertStreamer } from '#tests/support/factories/directory.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { startTestWorker, type TestWorker } from '#tests/support/drivers/worker.ts'

const now = Date.UTC(2027, 2, 24, 12)

let worker: TestWorker
beforeAll(async () => {
  worker = await startTestWorker()
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
afterAll(() => worker.close())

test.each([
  { page: 'the home page', path: '/fr', kilobytes: 160 },
  { page: 'the list', path: '/fr/events', kilobytes: 120 },
])('$page is at most $kilobytes kB of HTML', async ({ path, kilobytes }) => {
  const response = await worker.fetch(path, { headers: { 'X-Test-Now': String(now) } })
  const html = await response.text()
  expect(html.split('annual charity marathon').length).toBeGreaterThan(10)
  expect(Buffer.byteLength(html)).toBeLessThan(kilobytes * 1000)
})
