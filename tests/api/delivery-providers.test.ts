import { beforeEach, describe, expect } from 'vitest'
import { encrypt } from '#worker/auth/crypto.ts'
import type { RequestOutcome } from '#worker/integrations/http/outbound.ts'
import { day, hour, minute, second } from '#tests/support/drivers/durations.ts'
import type { Account } from '#tests/support/drivers/delivery-harness.ts'
import { outbox, testAt } from '#tests/support/fixtures/outbox.ts'
import { createEvent } from '#tests/support/factories/events.ts'

let fan: Account
const test = testAt(Date.UTC(2027, 2, 1, 12))

test.beforeAll(async () => {
  fan = await outbox.addPerson('fan', { webhook: '1/first' })
})
beforeEach(() =>
  outbox.startAfresh(outbox.now + 3 * day, [
    ...['deliveries', 'delivery_providers', 'push_subscriptions', 'events', 'mail_suppressions'],
  ]),
)

async function place(channel: string, count: number, device = 'null', key = channel) {
  await outbox.database.query(`insert into deliveries (key, user_id, channel, kind, payload, status,
      next_at, created_at, subscription_id)
    select '${key}.' || lower(hex(randomblob(8))), ${fan.userId}, '${channel}', 'level_up',
      '{"level":2}', 'pending', ${outbox.now}, ${outbox.now}, ${device}
    from generate_series(1, ${count})`)
}

async function addDevice(host: string): Promise<string> {
  const { config } = outbox.contextFor({ kind: 'system' })
  const [row] = await outbox.database.query<{ id: number }>(`insert into push_subscriptions
      (user_id, endpoint, p256dh, auth, created_at, last_used_at)
    values (${fan.userId}, 'https://${host}/${outbox.now}', 'key',
      '${encrypt(config.ENCRYPTION_KEY, 'auth')}', 0, 0) returning id`)
  return String(row?.id)
}

const states = (channel: string) =>
  outbox.database.query<{ status: string; reason: string | null; many: number }>(`select status,
    reason, count(*) as many from deliveries where channel = '${channel}' group by 1, 2 order by 1, 2`)
const rate = async () => {
  const [row] = await outbox.database.query<{ rate: number | null }>(
    `select calls_per_second as rate from delivery_providers where provider = 'mail'`,
  )
  return row?.rate ?? null
}

describe('a push service that is down', () => {
  const down: RequestOutcome = { kind: 'retry', reason: 'service_failed', error: '503' }
  const fcm = 'fcm.googleapis.com'
  const mozilla = 'updates.push.services.mozilla.com'

  test('pauses its own devices alone, and is tried again every fifteen seconds', async () => {
    outbox.answerPush = (endpoint) => (endpoint.includes(fcm) ? down : { kind: 'sent' })
    await place('push', 60, await addDevice(fcm))
    await place('push', 30, await addDevice(mozilla))
    await place('email', 3)
    await outbox.minute()
    const calls = outbox.pushed.filter((endpoint) => endpoint.includes(fcm)).length
    expect(calls).toBeLessThan(12)
    expect(await states('push')).toEqual([
      { status: 'pending', reason: 'service_paused', many: 60 },
      { status: 'sent', reason: null, many: 30 },
    ])
    expect(outbox.mail.taken()).toHaveLength(3)
    outbox.pushed = []
    // The clock of a page goes on while it is sent.
    outbox.now += 16 * second
    await outbox.drain()
    expect(outbox.pushed.length).toBeLessThanOrEqual(6)
    outbox.answerPush = () => ({ kind: 'sent' })
    outbox.now += 16 * second
    await outbox.drain()
    await outbox.minute()
    expect(await states('push')).toEqual([{ status: 'sent', reason: null, many: 90 }])
    const [{ attempts } = {}] = await outbox.database.query<{ attempts: number }>(
      `select max(attempts) as attempts from deliveries`,
    )
    expect(attempts).toBe(1)
  })

  test('that asks one device to wait sends to the others', async () => {
    const device = await addDevice(fcm)
    outbox.answerPush = () => {
      outbox.answerPush = () => ({ kind: 'sent' })
      return { kind: 'wait', reason: 'rate_limited', error: '429', afterMs: hour }
    }
    await place('push', 30, device)
    await outbox.minute()
    expect(await states('push')).toEqual([
      { status: 'pending', reason: 'rate_limited', many: 1 },
      { status: 'sent', reason: null, many: 29 },
    ])
  })

  test('that asks each to wait is not called until then', async () => {
    outbox.answerPush = () => ({
      ...{ kind: 'wait', reason: 'rate_limited', error: '429', afterMs: 40 * second },
    })
    await place('push', 50, await addDevice(fcm))
    await outbox.minute()
    const calls = outbox.pushed.length
    expect(calls).toBeLessThan(12)
    outbox.answerPush = () => ({ kind: 'sent' })
    outbox.now += 20 * second
    await outbox.minute()
    expect(outbox.pushed).toHaveLength(calls)
    outbox.now += 70 * second
    await outbox.minute()
    expect(await states('push')).toEqual([{ status: 'sent', reason: null, many: 50 }])
  })

  test('without an answer, ends what it had in hand as unknown and no more', async () => {
    outbox.answerPush = () => ({ kind: 'unknown', reason: 'no_answer', error: 'TimeoutError' })
    await place('push', 80, await addDevice(fcm))
    await outbox.minute()
    const found = await states('push')
    expect(found.find(({ status }) => status === 'unknown')?.many).toBe(outbox.pushed.length)
    expect(outbox.pushed.length).toBeLessThan(12)
  })
})

test('a webhook gets five posts in two seconds, and the rest later', async () => {
  await place('discord', 6)
  const began = Date.now()
  await outbox.minute()
  expect(outbox.discord.taken()).toHaveLength(6)
  expect(Date.now() - began).toBeGreaterThan(1900)
})

test('a webhook that redirects is not followed, and its post ends with a reason', async () => {
  outbox.discord.faults = [{ status: 302, headers: { Location: 'https://example.com/' } }]
  await place('discord', 1)
  await outbox.minute()
  expect(outbox.discord.arrivals).toHaveLength(1)
  expect(await states('discord')).toEqual([{ status: 'dead', reason: 'rejected', many: 1 }])
})

describe('the rate of mail', () => {
  const headers = (limit: Record<string, string>) => ({ status: 200, headers: limit })

  test.each<[said: Record<string, string>, kept: number | null]>([
    [{ 'RateLimit-Limit': '5' }, 5],
    [{ 'RateLimit-Policy': '"default";q=120;w=60', 'RateLimit-Limit': '9' }, 2],
    [{ 'RateLimit-Policy': '10;w=1' }, 10],
    [{ 'RateLimit-Limit': 'many' }, null],
    [{ 'RateLimit-Limit': '-3' }, null],
    [{}, null],
  ])('follows what the service says: %o', async (said, kept) => {
    outbox.mail.fault = headers(said)
    await place('email', 1)
    await outbox.minute()
    expect(await rate()).toBe(kept)
  })

  test.each<[limit: string, fewest: number, most: number]>([
    ['20', 200, 900],
    // The operator's own limit stands.
    ['99999999999', 0, 150],
  ])('of %s a second keeps calls apart', async (limit, fewest, most) => {
    outbox.mail.fault = headers({ 'RateLimit-Limit': limit })
    await place('email', 1)
    await outbox.minute()
    await place('email', 6)
    const began = Date.now()
    await outbox.minute()
    expect(outbox.mail.taken()).toHaveLength(7)
    expect(Date.now() - began).toBeGreaterThanOrEqual(fewest)
    expect(Date.now() - began).toBeLessThan(most + 400)
  })

  test('of none a second is not believed, and a later answer is', async () => {
    outbox.mail.faults = [headers({ 'RateLimit-Limit': '0' }), headers({ 'RateLimit-Limit': '50' })]
    await place('email', 1)
    await outbox.minute()
    expect(await rate()).toBe(0)
    outbox.now += 6 * second
    await place('email', 1)
    await outbox.minute()
    expect(outbox.mail.taken()).toHaveLength(2)
    expect(await rate()).toBe(50)
  })
})

test('an answer 200 that holds an error is none, and the mail comes again under its key', async () => {
  outbox.mail.bodies = ['{"statusCode":500,"name":"application_error"}']
  await place('email', 1)
  await outbox.minute()
  expect(await states('email')).toEqual([{ status: 'pending', reason: 'no_answer', many: 1 }])
  outbox.now += minute
  await outbox.minute()
  expect(await states('email')).toEqual([{ status: 'sent', reason: null, many: 1 }])
  expect(new Set(outbox.mail.arrivals.map(({ key }) => key)).size).toBe(1)
})

describe('a clock that jumps an hour ahead and back', () => {
  test('holds no call back for longer than a booking', async () => {
    await place('email', 1)
    outbox.now += hour
    await outbox.minute()
    outbox.now -= hour
    await place('email', 1)
    await outbox.minute()
    expect(outbox.mail.taken()).toHaveLength(2)
  })
})

describe('the second mail service', () => {
  beforeEach(() => {
    outbox.hasSecondMail = true
  })
  const receivers = () => [
    ...outbox.mail.taken().map(({ key }) => key),
    ...outbox.secondMail.taken().map(({ key }) => key),
  ]

  test('takes nothing while the first is well', async () => {
    await place('email', 30)
    await outbox.minute()
    expect(outbox.mail.taken()).toHaveLength(30)
    expect(outbox.secondMail.arrivals).toEqual([])
  })

  test('takes what the first never had in hand, account mail too, and no mail leaves twice', async () => {
    outbox.mail.fault = { status: 503 }
    await place('email', 40)
    await outbox.minute()
    await outbox.database.query(`insert into deliveries
        (key, user_id, channel, kind, payload, status, next_at, created_at)
      values ('reset', ${fan.userId}, 'email', 'reset_password', '{"token_id":"a"}', 'pending',
        ${outbox.now}, ${outbox.now})`)
    await outbox.minute()
    const inHand = new Set(outbox.mail.arrivals.map(({ key }) => key)).size
    expect(inHand).toBeLessThan(12)
    expect(outbox.secondMail.taken()).toHaveLength(41 - inHand)
    expect(outbox.secondMail.arrivals[0]).toMatchObject({
      path: '/v3/smtp/email',
      body: {
        sender: { name: 'Hypecal', email: 'hello@hypecal.test' },
        to: [{ email: 'fan@example.com' }],
      },
    })
    outbox.mail.fault = undefined
    outbox.now += minute
    await outbox.minute()
    expect(outbox.mail.taken()).toHaveLength(inHand)
    expect(await states('email')).toEqual([{ status: 'sent', reason: null, many: 41 }])
  })

  test('takes them where the first asks to wait for long', async () => {
    outbox.mail.faults = [{ status: 429, headers: { 'Retry-After': '600' } }]
    await place('email', 20)
    await outbox.minute()
    expect(await states('email')).toContainEqual({ status: 'sent', reason: null, many: 19 })
    expect(receivers()).toHaveLength(19)
    outbox.now += 11 * minute
    await outbox.minute()
    expect(receivers()).toHaveLength(20)
  })

  test('does not keep the first from its trials, where it takes all that is due', async () => {
    outbox.mail.fault = { status: 503 }
    await place('email', 10)
    await outbox.minute()
    await outbox.database.query('delete from deliveries')
    outbox.mail.fault = undefined
    outbox.mail.arrivals.length = 0
    outbox.now += minute
    await place('email', 10)
    await outbox.minute()
    expect(outbox.mail.taken()).toHaveLength(10)
  })

  test('gives back what it refuses', async () => {
    outbox.mail.fault = { status: 503 }
    await place('email', 10)
    outbox.secondMail.fault = { status: 400 }
    await outbox.minute()
    outbox.mail.fault = undefined
    for (let minutes = 0; minutes < 8; minutes += 1) {
      outbox.now += minute
      await outbox.minute()
    }
    expect(outbox.mail.taken()).toHaveLength(10)
    expect(outbox.secondMail.taken()).toHaveLength(0)
    expect(await states('email')).toEqual([{ status: 'sent', reason: null, many: 10 }])
  })

  test('that does not answer ends a mail as unknown, which is sent by nobody again', async () => {
    outbox.mail.fault = { status: 503 }
    await place('email', 10)
    outbox.secondMail.faults = ['cut', 'cut']
    await outbox.minute()
    outbox.mail.fault = undefined
    for (let minutes = 0; minutes < 8; minutes += 1) {
      outbox.now += minute
      await outbox.minute()
    }
    expect(await states('email')).toEqual([
      { status: 'sent', reason: null, many: 8 },
      { status: 'unknown', reason: 'no_answer', many: 2 },
    ])
    expect(outbox.mail.taken().length + outbox.secondMail.taken().length).toBe(10)
  })

  test('keeps what a process that stopped had handed to it', async () => {
    outbox.mail.fault = { status: 503 }
    await place('email', 10)
    await outbox.minute()
    await outbox.database
      .query(`update deliveries set status = 'claimed', claimed_at = ${outbox.now},
      claim = 'gone', provider = 'mail_2' where id = (select max(id) from deliveries)`)
    outbox.mail.fault = undefined
    for (const later of [6, 7, 8]) {
      outbox.now += later * minute
      await outbox.minute()
    }
    const found = await states('email')
    expect(found).toContainEqual({ status: 'unknown', reason: 'interrupted', many: 1 })
  })

  test('gets no mail of a fact whose call to the first was lost, whatever the delay', async () => {
    const start = outbox.now + day
    const event = await createEvent(outbox, { name: `Event ${start}`, startAt: start })
    const others = []
    for (const name of ['a', 'b', 'c']) others.push(await outbox.addPerson(`${name}${start}`))
    await outbox.database.query(`insert into hypes (event_id, user_id, created_at)
      select ${event.id}, id, 1 from users where username in (${['a', 'b', 'c'].map((one) => `'${one}${start}'`).join()})`)
    outbox.mail.faults = ['cut']
    await outbox.minute()
    outbox.mail.fault = { status: 503 }
    for (let minutes = 0; minutes < 10; minutes += 1) {
      outbox.now += minute
      await outbox.minute()
    }
    expect(outbox.secondMail.arrivals).toEqual([])
    outbox.mail.fault = undefined
    outbox.now += 40 * minute
    await outbox.minute()
    expect(outbox.mail.taken()).toHaveLength(3)
    expect(new Set(outbox.mail.arrivals.map(({ key }) => key)).size).toBe(1)
  })
})
