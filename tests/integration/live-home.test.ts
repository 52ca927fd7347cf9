import { expect } from 'vitest'
import { createEvent } from '#tests/support/factories/events.ts'
import { hour, minute } from '#tests/support/drivers/durations.ts'
import {
  startFakeLivePlatforms,
  type FakeLivePlatforms,
} from '#tests/support/fakes/fake-live-platforms.ts'
import { testWith, worker } from '#tests/support/fixtures/built-worker.ts'

const start = Date.UTC(2027, 2, 1, 18)
let platform: FakeLivePlatforms
const test = testWith(async () => (platform = await startFakeLivePlatforms()))

test.each([
  ['is unwell', { status: 503 }],
  ['answers another shape', { status: 200, body: { data: [{ id: 5 }] } }],
])('home is there while Twitch %s', async (_, fault) => {
  await createEvent(worker, { startAt: start, endAt: start + 3 * hour })
  platform.faults.set('/helix/streams', Array(4).fill(fault))
  await worker.minute(start + minute)
  const page = await worker.fetch('/', { headers: { 'X-Test-Now': String(start + minute) } })
  expect(page.status).toBe(200)
})
