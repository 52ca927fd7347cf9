import { beforeEach, expect } from 'vitest'
import type { Database } from '#worker/db/client.ts'
import { sendLane } from '#worker/features/notifications/delivery/send-lane.ts'
import { day, minute, second } from '#tests/support/drivers/durations.ts'
import { outbox, testAt } from '#tests/support/fixtures/outbox.ts'
import { createEvent } from '#tests/support/factories/events.ts'

const test = testAt(Date.UTC(2027, 2, 1, 12))
let start: number
let names = 0

/** Two people who hyped one event that starts in a day. */
beforeEach(async () => {
  await outbox.startAfresh(outbox.now + 3 * day, ['delivery_providers', 'events', 'users'])
  outbox.delayed = []
  names += 1
  for (const name of ['a', 'b']) await outbox.addPerson(`${name}${names}`)
  start = outbox.now + day
  const { id } = await createEvent(outbox, { name: `Event ${names}`, startAt: start })
  await outbox.database.query(`insert into hypes (event_id, user_id, created_at)
    select ${id}, id, 1 from users`)
})

const receivers = () => outbox.mail.taken().map(({ body }) => String(body['to']))

test('a batch whose answer was lost keeps its key when its next call is asked to wait', async () => {
  outbox.mail.faults = ['cut', { status: 429 }]
  for (let passed = 0; passed < 6; passed += 1) {
    await outbox.minute()
    outbox.now += minute
  }
  expect(new Set(receivers()).size).toBe(receivers().length)
})

test('a batch that waits for its booked call does not leave after the start', async () => {
  outbox.now = start - second
  await outbox.database.query(`insert into delivery_providers (provider, next_call_at)
    values ('mail', ${start + 2 * second})`)
  await outbox.minute()
  expect(receivers()).toEqual([])
})

test('a worker that lost its claim before it saved the key of its batch sends nothing', async () => {
  await outbox.minute()
  await outbox.database.query(`update deliveries set status = 'pending', attempts = 0,
    sent_at = null, handed_at = null where channel = 'email'`)
  outbox.mail.arrivals.length = 0
  const ctx = outbox.contextFor({ kind: 'system' })
  const { db } = ctx
  let calls = 0
  let release = () => undefined as void
  const gate = new Promise<void>((resolve) => (release = resolve))
  const send: Database['send'] = async (queries, mode) => {
    calls += 1
    if (calls === 3) await gate
    return db.send(queries, mode)
  }
  const slow = { ...ctx, db: Object.assign(Object.create(db) as Database, { send }) }
  const worker = sendLane(slow, { type: 'send_lane', lane: 'mail', until: outbox.now + minute })
  while (calls < 3) await new Promise((resolve) => setTimeout(resolve, 10))
  for (let passed = 0; passed < 8; passed += 1) {
    outbox.now += minute
    await outbox.minute()
  }
  expect(receivers()).toHaveLength(2)
  release()
  await worker
  expect(new Set(receivers()).size).toBe(receivers().length)
})
