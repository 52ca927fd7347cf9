import { beforeEach, describe, expect } from 'vitest'
import { day, minute } from '#tests/support/drivers/durations.ts'
import type { Account } from '#tests/support/drivers/delivery-harness.ts'
import { outbox, testAt } from '#tests/support/fixtures/outbox.ts'
import { createEvent } from '#tests/support/factories/events.ts'

let fans: Account[]
let eventId: number
let start: number
let names = 0
const test = testAt(Date.UTC(2027, 2, 1, 12))
/** Four people who hyped one event that starts in a day. */
beforeEach(async () => {
  const tables = ['delivery_providers', 'events', 'users']
  await outbox.startAfresh(outbox.now + 3 * day, tables)
  outbox.delayed = []
  names += 1
  fans = []
  for (const name of ['a', 'b', 'c', 'd']) fans.push(await outbox.addPerson(`${name}${names}`))
  start = outbox.now + day
  eventId = (await createEvent(outbox, { name: `Event ${names}`, startAt: start })).id
  await outbox.database.query(`insert into hypes (event_id, user_id, created_at)
    select ${eventId}, id, 1 from users`)
})

const calls = () => outbox.mail.arrivals.map(({ path }) => path)
const receivers = () => outbox.mail.taken().map(({ body }) => String(body['to']))
const states = async () =>
  (
    await outbox.database.query<{ status: string }>(
      `select status from deliveries where channel = 'email' order by id`,
    )
  ).map(({ status }) => status)
const four = <Value>(value: Value) => [value, value, value, value]

async function minutes(count: number): Promise<void> {
  for (let passed = 0; passed < count; passed += 1) {
    await outbox.minute()
    outbox.now += minute
  }
}

describe('mails of one fact', () => {
  test('leave in one call, an account mail in its own', async () => {
    await outbox.database.query(`insert into deliveries
        (key, user_id, channel, kind, payload, status, next_at, created_at)
      select 'account_exists:1', id, 'email', 'account_exists', '{}', 'pending', ${outbox.now}, 1
      from users limit 2`)
    await minutes(1)
    expect(calls().toSorted()).toEqual(['/emails', '/emails', '/emails/batch'])
    expect(new Set(receivers()).size).toBe(4)
    expect(await states()).toEqual([...four('sent'), 'sent', 'sent'])
    expect(await outbox.database.query('select 1 from deliveries where batch is not null')).toEqual(
      [],
    )
  })

  test.each([
    ['the answer is lost', 'cut' as const],
    ['the service fails', { status: 500 }],
  ])('are the same call again where %s, whatever happened since', async (_, fault) => {
    outbox.mail.faults = [fault]
    await minutes(1)
    await outbox.database.query(`delete from hypes where user_id = ${fans[1]?.userId}`)
    await minutes(2)
    const [first, second] = outbox.mail.arrivals
    expect(outbox.mail.arrivals).toHaveLength(2)
    expect([second?.path, second?.key, second?.body]).toEqual([
      '/emails/batch',
      first?.key,
      first?.body,
    ])
    expect(receivers()).toHaveLength(4)
    expect(await states()).toEqual(four('sent'))
  })

  test('are sent one by one where the service refuses them together', async () => {
    outbox.mail.faults = [{ status: 422 }, { status: 422 }]
    await minutes(2)
    expect(calls()).toEqual(['/emails/batch', ...four('/emails')])
    expect(receivers()).toHaveLength(3)
    expect((await states()).toSorted()).toEqual(['dead', 'sent', 'sent', 'sent'])
  })

  test('that changed after a lost answer are unknown, and arrived once', async () => {
    outbox.mail.faults = ['cut']
    await minutes(1)
    await outbox.database.query(`update events set name = 'Another name'`)
    await minutes(3)
    expect(outbox.mail.arrivals).toHaveLength(2)
    expect(receivers()).toHaveLength(4)
    expect(await states()).toEqual(four('unknown'))
  })

  test('are unknown where one of a lost call is gone, and never sent in another', async () => {
    outbox.mail.faults = ['cut']
    await minutes(1)
    await outbox.database.query(`delete from users where id = ${fans[2]?.userId}`)
    await minutes(3)
    expect(outbox.mail.arrivals).toHaveLength(1)
    expect(await states()).toEqual(['unknown', 'unknown', 'unknown'])
  })

  test('that the service asks to wait with leave together later', async () => {
    outbox.mail.faults = [{ status: 429, headers: { 'Retry-After': '60' } }]
    await minutes(3)
    expect(calls()).toEqual(['/emails/batch', '/emails/batch'])
    expect(await states()).toEqual(four('sent'))
  })

  test('one that was tried by itself joins no call of others', async () => {
    const late = fans.slice(1).map(({ userId }) => userId)
    await outbox.database.query(`delete from hypes where user_id in (${late.join()})`)
    outbox.mail.faults = ['cut']
    await minutes(1)
    await outbox.database.query(`insert into deliveries
        (key, user_id, channel, kind, event_id, payload, status, next_at, deadline_at, created_at)
      select d.key, u.id, d.channel, d.kind, d.event_id, '{"hours":24}', 'pending', ${outbox.now},
        d.deadline_at, 1
      from deliveries d cross join users u where d.channel = 'email' and u.id in (${late.join()})`)
    await outbox.database.query(`insert into hypes (event_id, user_id, created_at)
      select ${eventId}, id, 1 from users where id in (${late.join()})`)
    await minutes(2)
    expect(calls().toSorted()).toEqual(['/emails', '/emails', '/emails/batch'])
    expect(receivers().toSorted()).toEqual([...new Set(receivers())].toSorted())
    expect(receivers()).toHaveLength(4)
  })
})

describe('a process that stops', () => {
  test.each(
    [3, 4, 5, 6].flatMap((call) => [
      { call, moment: 'before' as const },
      { call, moment: 'after' as const },
    ]),
  )('$moment its database call $call sends each mail once', async (stop) => {
    await outbox.stopAt(stop, async () => {
      for (let passed = 0; passed < 3; passed += 1) await minutes(1)
    })
    for (const later of [1, 2, 6, 7, 12]) {
      outbox.now = start - day + later * minute
      await minutes(1)
    }
    expect(receivers().toSorted()).toEqual([...new Set(receivers())].toSorted())
    expect(receivers()).toHaveLength(4)
    expect(await states()).toEqual(four('sent'))
  })
})
