import { beforeEach, describe, expect } from 'vitest'
import { sendLane } from '#worker/features/notifications/delivery/send-lane.ts'
import type { DeliveryLane } from '#worker/contracts/delivery-lanes.ts'
import { getOperations } from '#worker/features/operations/operations.ts'
import { day, hour, minute, second } from '#tests/support/drivers/durations.ts'
import { asMember, type Account } from '#tests/support/drivers/delivery-harness.ts'
import { outbox, testAt } from '#tests/support/fixtures/outbox.ts'
import { createEvent } from '#tests/support/factories/events.ts'

let fan: Account
let admin: Account
const test = testAt(Date.UTC(2027, 2, 1, 12))

test.beforeAll(async () => {
  fan = await outbox.addPerson('fan', { webhook: '1/first' })
  admin = await outbox.addPerson('boss', { role: 'admin' })
})
beforeEach(async () => {
  const tables = ['deliveries', 'delivery_providers', 'events']
  await outbox.startAfresh(outbox.now + 3 * day, tables)
  outbox.delayed = []
})

async function place(count: number, { kind = 'level_up', channel = 'email' } = {}) {
  const payload = kind === 'level_up' ? '{"level":2}' : '{"token_id":"a"}'
  const rows = await outbox.database.query<{ id: number }>(`insert into deliveries
      (key, user_id, channel, kind, payload, status, next_at, created_at)
    select '${kind}.' || lower(hex(randomblob(8))), ${fan.userId}, '${channel}', '${kind}',
      '${payload}', 'pending', ${outbox.now}, ${outbox.now}
    from generate_series(1, ${count}) returning id`)
  return rows.map(({ id }) => id as never)
}

const system = () => outbox.contextFor({ kind: 'system' })
/** A page of it. */
const send = (lane: DeliveryLane, ctx = system()) =>
  sendLane(ctx, { type: 'send_lane', lane, until: outbox.now + minute })
const rows = (columns: string) =>
  outbox.database.query<Record<string, unknown>>(
    `select distinct ${columns} from deliveries where channel = 'email'`,
  )

async function pauseOf() {
  const actor = { ...asMember(admin, 'admin'), isModerator: true, isAdmin: true } as const
  return (await getOperations(outbox.contextFor(actor), { hours: 24 })).mail_pause
}

describe('while mail is down', () => {
  let downSince: number
  beforeEach(async () => {
    downSince = outbox.now
    outbox.mail.fault = { status: 503 }
    await place(60)
    await outbox.minute()
  })

  test('a few calls find out, and no delivery loses a try or its place', async () => {
    expect(outbox.mail.arrivals.length).toBeLessThan(15)
    expect(await rows('status, attempts, next_at as nextAt')).toEqual([
      { status: 'pending', attempts: 0, nextAt: downSince },
    ])
    expect(await rows('reason')).toContainEqual({ reason: 'service_paused' })
    expect(await pauseOf()).toEqual({
      since: new Date(downSince).toISOString().replace('.000', ''),
      next_probe: new Date(downSince + 15 * second).toISOString().replace('.000', ''),
    })
  })

  test('one mail every fifteen seconds sees whether it works again', async () => {
    for (let probes = 1; probes <= 3; probes += 1) {
      outbox.mail.arrivals.length = 0
      outbox.now = downSince + probes * 15 * second
      await outbox.drain()
      await outbox.minute(2)
      expect(outbox.mail.arrivals).toHaveLength(1)
      outbox.now += 14 * second
      await outbox.drain()
      expect(outbox.mail.arrivals).toHaveLength(1)
    }
    expect(await rows('attempts')).toEqual([{ attempts: 0 }])
    outbox.mail.fault = undefined
    outbox.now = downSince + 90 * second
    await outbox.drain()
    expect(await rows('status, attempts')).toEqual([{ status: 'sent', attempts: 1 }])
    expect(outbox.mail.taken()).toHaveLength(60)
    expect(await pauseOf()).toBeNull()
  })

  test('other channels go on', async () => {
    await place(4, { channel: 'discord' })
    outbox.now += minute
    await outbox.minute()
    expect(outbox.discord.taken()).toHaveLength(4)
  })

  test('an account mail waits too, and leaves as soon as the pause ends', async () => {
    outbox.mail.arrivals.length = 0
    await place(1, { kind: 'reset_password' })
    await send('account')
    expect(outbox.mail.arrivals).toEqual([])
    outbox.mail.fault = undefined
    outbox.now += 15 * second
    await outbox.drain()
    const keys = outbox.mail.arrivals.map(({ key }) => key.split('.')[0])
    expect(keys).toContain('reset_password')
    expect(keys).toHaveLength(61)
  })

  test('what must not be sent any more is not sent afterwards', async () => {
    const start = outbox.now + hour
    const event = await createEvent(outbox, { name: 'Soon', startAt: start })
    await outbox.database.query(`insert into hypes (event_id, user_id, created_at)
      values (${event.id}, ${fan.userId}, 1)`)
    outbox.now += second
    await outbox.minute()
    expect(await rows(`kind`)).toContainEqual({ kind: 'reminder' })
    outbox.mail.fault = undefined
    outbox.now = start
    await outbox.minute()
    await outbox.minute()
    expect(await rows(`kind, status`)).toEqual([
      { kind: 'level_up', status: 'sent' },
      { kind: 'reminder', status: 'stopped' },
    ])
  })
})

test('mails that failed before the pause leave as soon as it ends', async () => {
  outbox.mail.fault = { status: 503 }
  for (let mails = 0; mails < 5; mails += 1) {
    await place(1)
    await send('mail')
  }
  expect(await pauseOf()).not.toBeNull()
  await place(1)
  outbox.mail.fault = undefined
  outbox.now += 15 * second
  await outbox.minute()
  expect(outbox.mail.taken()).toHaveLength(6)
  expect(await rows('status')).toEqual([{ status: 'sent' }])
})

test('single failures of long ago pause nothing', async () => {
  await place(1)
  outbox.mail.faults = Array.from({ length: 5 }, () => ({ status: 500 }))
  for (let minutes = 0; minutes < 200; minutes += 1) {
    outbox.now += minute
    await outbox.minute()
  }
  expect(outbox.mail.arrivals).toHaveLength(5)
  expect(await pauseOf()).toBeNull()
})

describe('calls to the mail API', () => {
  test('keep their rate, whoever makes them, and an account mail waits for none', async () => {
    const config = { ...system().config, MAIL_CALLS_PER_SECOND: 50 }
    const ctx = { ...system(), config }
    await place(130)
    const began = Date.now()
    const work = [send('mail', ctx), send('mail', ctx)]
    await new Promise((resolve) => setTimeout(resolve, 200))
    await place(1, { kind: 'reset_password' })
    const asked = Date.now()
    await send('account', ctx)
    expect(Date.now() - asked).toBeLessThan(600)
    expect(outbox.mail.arrivals.length).toBeLessThan(130)
    await Promise.all(work)
    expect(Date.now() - began).toBeGreaterThan(2000)
    expect(outbox.mail.taken()).toHaveLength(131)
  })

  test('that come too fast are made again when it said', async () => {
    outbox.mail.faults = [{ status: 429, headers: { 'Retry-After': '1' } }]
    await place(1)
    await outbox.minute()
    expect(outbox.mail.taken()).toHaveLength(1)
    expect(await rows('status, attempts')).toEqual([{ status: 'sent', attempts: 1 }])
  })

  test('stop where it asks to wait, until then', async () => {
    outbox.mail.faults = [{ status: 429, headers: { 'Retry-After': '90' } }]
    await place(40)
    await outbox.minute()
    const { length: made } = outbox.mail.arrivals
    expect(made).toBeLessThan(10)
    outbox.now += minute
    await outbox.minute()
    expect(outbox.mail.arrivals).toHaveLength(made)
    outbox.now += 30 * second
    await outbox.minute()
    expect(outbox.mail.taken()).toHaveLength(40)
  })
})

test('a mail that changed since its answer was lost has arrived once, and says that it is unknown [abuse 22]', async () => {
  const start = outbox.now + day - minute
  const event = await createEvent(outbox, { name: 'Before', startAt: start })
  await outbox.database.query(`insert into hypes (event_id, user_id, created_at)
    values (${event.id}, ${fan.userId}, 1)`)
  outbox.mail.faults = ['cut']
  await outbox.minute()
  await outbox.database.query(`update events set name = 'After'`)
  for (let tries = 0; tries < 3; tries += 1) {
    outbox.now += minute
    await outbox.minute()
  }
  expect(outbox.mail.taken()).toHaveLength(1)
  expect(outbox.mail.arrivals).toHaveLength(2)
  expect(await rows('status, reason')).toEqual([{ status: 'unknown', reason: 'changed_since' }])
})
