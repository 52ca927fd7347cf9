import { beforeEach, describe, expect } from 'vitest'
import { countConsumers, deliveryLanes, laneNames } from '#worker/contracts/delivery-lanes.ts'
import { listStretches } from '#worker/outbox/lanes.ts'
import { DeliveryKind } from '#worker/features/notifications/kinds.ts'
import { runMinutelyJob } from '#worker/jobs/minutely-job.ts'
import { day, hour, minute, second } from '#tests/support/drivers/durations.ts'
import type { Account } from '#tests/support/drivers/delivery-harness.ts'
import { outbox, testAt } from '#tests/support/fixtures/outbox.ts'
import { createEvent } from '#tests/support/factories/events.ts'

let fan: Account
let eventId: number
let start: number
const test = testAt(Date.UTC(2027, 2, 1, 12))

test.beforeAll(async () => {
  fan = await outbox.addPerson('fan')
})
beforeEach(async () => {
  const tables = ['deliveries', 'reminder_fanouts', 'events']
  await outbox.startAfresh(outbox.now + 3 * day, tables)
  start = outbox.now + 50 * minute
  const event = await createEvent(outbox, { name: `Event at ${start}`, startAt: start })
  eventId = event.id
  await outbox.database.query(`insert into hypes (event_id, user_id, created_at)
    values (${eventId}, ${fan.userId}, 1)`)
  // The event's own reminder has nothing left to do.
  await outbox.database.query(`insert into reminder_fanouts
      (event_id, hours, start_at, after_user_id, touched_at, done_at)
    values (${eventId}, 1, ${start}, 0, 1, 1)`)
})

type Sort = { kind: string; payload?: string }
const reminder = (hours: number) => ({ kind: 'reminder', payload: `{"hours":${hours}}` })

/** Mails that are due, the later ones in the list for longer; the key names the sort. */
async function place(name: string, count: number, { kind, payload = '{}' }: Sort, ago = 0) {
  await outbox.database.query(`insert into deliveries
      (key, user_id, channel, kind, event_id, payload, status, next_at, deadline_at, created_at)
    select '${name}.' || value, ${fan.userId}, 'email', '${kind}',
      iif('${kind}' in ('reminder', 'event_changed'), ${eventId}, null), '${payload}', 'pending',
      ${outbox.now - ago}, iif('${kind}' = 'reminder', ${start}, null), ${outbox.now}
    from generate_series(1, ${count})`)
}

const arrived = () => outbox.mail.arrivals.map(({ key }) => key.split('.')[0] ?? '')
const consumers = () => outbox.queue.filter(({ type }) => type === 'send_lane')
const pending = async () =>
  (await outbox.database.query(`select 1 from deliveries where status = 'pending'`)).length

const system = () => outbox.contextFor({ kind: 'system' })

describe('what is due', () => {
  test('leaves by urgency, whatever has been waiting longer', async () => {
    const sorts: [name: string, sort: Sort][] = [
      ['account', { kind: 'reset_password', payload: '{"token_id":"a"}' }],
      ['last hour', reminder(1)],
      [
        'moved',
        { kind: 'event_changed', payload: `{"old":1,"start":${start},"certainty":"exact"}` },
      ],
      ['rest', { kind: 'level_up', payload: '{"level":2}' }],
    ]
    for (const [index, [name, sort]] of sorts.entries()) await place(name, 30, sort, index * hour)
    await outbox.minute()
    const rank = arrived().map((name) => sorts.findIndex(([one]) => one === name))
    expect(rank).toHaveLength(120)
    // Account mails are on their way at once.
    expect(rank).toEqual(rank.toSorted((a, b) => a - b))
  })

  test('after an outage leaves at once, and a password reset before the crowd', async () => {
    outbox.mail.fault = { status: 500 }
    await place('crowd', 700, { kind: 'level_up', payload: '{"level":2}' })
    await outbox.minute()
    expect(await pending()).toBe(700)
    outbox.mail.fault = undefined
    outbox.mail.arrivals.length = 0
    outbox.now += minute
    await place('reset', 1, { kind: 'reset_password', payload: '{"token_id":"a"}' })
    await outbox.minute()
    expect(await pending()).toBe(0)
    expect(outbox.mail.taken()).toHaveLength(701)
    expect(arrived().indexOf('reset')).toBeLessThan(3)
  })

  test('starts as many consumers as the lane has, and none of another', async () => {
    await place('one', 130, { kind: 'level_up', payload: '{"level":2}' })
    await runMinutelyJob(system())
    expect(consumers()).toEqual([
      expect.objectContaining({ lane: 'mail' }),
      expect.objectContaining({ lane: 'mail' }),
    ])
    outbox.queue.length = 0
    await place('two', 2000, { kind: 'level_up', payload: '{"level":2}' })
    await runMinutelyJob(system())
    expect(consumers()).toHaveLength(countConsumers('mail'))
    outbox.queue.length = 0
  })

  test('is sent once each by messages that come again, or after their time is over', async () => {
    await place('one', 320, { kind: 'level_up', payload: '{"level":2}' })
    await runMinutelyJob(system())
    const first = consumers()
    await outbox.drain(2)
    outbox.now += 2 * minute
    outbox.queue.push(...first)
    await outbox.drain(2)
    expect(outbox.mail.arrivals).toHaveLength(320)
    expect(await pending()).toBe(0)
  })

  test('that lost its messages is taken up a minute later', async () => {
    await place('one', 3, { kind: 'account_exists' })
    await runMinutelyJob(system())
    outbox.queue.length = 0
    outbox.now += minute
    await outbox.minute()
    expect(arrived()).toHaveLength(3)
  })

  test('is left by a consumer whose minute is over to the next one', async () => {
    const { pageSize } = deliveryLanes.mail
    await place('one', 3 * pageSize, { kind: 'level_up', payload: '{"level":2}' })
    const message = { type: 'send_lane', lane: 'mail', until: outbox.now } as const
    outbox.queue.push({ ...message, until: outbox.now + 1 }, message)
    await outbox.drain()
    expect(await pending()).toBe(0)
    await place('two', 3 * pageSize, { kind: 'level_up', payload: '{"level":2}' })
    outbox.queue.push(message)
    await outbox.drain()
    expect(await pending()).toBe(2 * pageSize)
  })
})

test('each channel and priority is in one lane', () => {
  const channels = ['email', 'push', 'discord'] as const
  const stretches = laneNames.flatMap((lane) =>
    listStretches(lane).map(({ priority }) => `${deliveryLanes[lane].channel} ${priority}`),
  )
  expect(stretches.toSorted()).toEqual(
    [
      ...channels.flatMap((channel) => [1, 2, 3, 4, 5, 6].map((one) => `${channel} ${one}`)),
      'email 0',
      'email 7',
    ].toSorted(),
  )
})

test('each kind has its place in the order', async () => {
  for (const kind of DeliveryKind.options) await place(kind, 1, { kind })
  await place('early', 1, reminder(24))
  await place('late', 1, reminder(1))
  const rows = await outbox.database.query<{ key: string; priority: number }>(
    `select substr(key, 1, instr(key, '.') - 1) as key, priority from deliveries`,
  )
  const of = (priority: number) =>
    rows.filter((row) => row.priority === priority).map(({ key }) => key)
  expect(of(1)).toEqual([
    'verify_email',
    'account_exists',
    'reset_password',
    'password_changed',
    'change_email',
    'email_change_asked',
    'sign_in_method_changed',
    'session_revoked',
    'delete_account',
  ])
  expect([of(0), of(2), of(3), of(6)]).toEqual([
    [],
    ['late'],
    ['event_changed', 'event_cancelled'],
    ['campaign', 'service_notice'],
  ])
  expect(of(4)).toEqual(['reminder', 'early'])
})

test.each([
  [1, 61 * second, 1],
  [1, 59 * second, 0],
  [24, 61 * second, 0],
  [24, 6 * minute, 1],
])(
  'a reminder of %i h cut off %i ms ago is continued by %i message [abuse 21]',
  async (hours, ago, count) => {
    await outbox.database.query(`update events set end_at = end_at + ${2 * day},
    start_at = ${outbox.now + (hours - 0.1) * hour}`)
    await outbox.database.query(`insert into reminder_fanouts
      (event_id, hours, start_at, after_user_id, touched_at)
    select id, ${hours}, start_at, 0, ${outbox.now - ago} from events`)
    await runMinutelyJob(outbox.contextFor({ kind: 'system' }))
    expect(outbox.queue.filter(({ type }) => type === 'fan_out_reminders')).toHaveLength(count)
  },
)
