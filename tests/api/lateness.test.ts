import { beforeEach, describe, expect } from 'vitest'
import { failedClass, latenessBounds, unknownClass } from '#worker/contracts/lateness.ts'
import { getStatus } from '#worker/features/operations/status/status.ts'
import { getOperations } from '#worker/features/operations/operations.ts'
import { day, hour, minute, second } from '#tests/support/drivers/durations.ts'
import type { Admin, Ctx } from '#worker/context.ts'
import { asMember, type Account } from '#tests/support/drivers/delivery-harness.ts'
import { outbox, testAt } from '#tests/support/fixtures/outbox.ts'
import { createEvent } from '#tests/support/factories/events.ts'

let fan: Account
let eventId: number
let mark: number
const test = testAt(Date.UTC(2027, 2, 1, 12))

test.beforeAll(async () => {
  fan = await outbox.addPerson('fan')
})
beforeEach(async () => {
  const tables = ['deliveries', 'delivery_lateness', 'reminder_fanouts', 'notice_fanouts', 'events']
  await outbox.startAfresh(outbox.now + 3 * day, tables)
  mark = outbox.now + 50 * minute
  const event = await createEvent(outbox, { startAt: mark + hour, approvedAt: 1 })
  eventId = event.id
  await outbox.database.query(`insert into hypes (event_id, user_id, created_at)
    values (${eventId}, ${fan.userId}, 1)`)
  // The one a day before has nothing left to do.
  await outbox.database.query(`insert into reminder_fanouts
      (event_id, hours, start_at, after_user_id, touched_at, done_at)
    values (${eventId}, 24, ${mark + hour}, 0, 1, 1)`)
})

/** Rows [channel, kind, mark, class of lateness, number] of one event, or of all by 0. */
async function read(scope: number) {
  const rows = await outbox.database
    .query(`select channel, kind, mark, counts from delivery_lateness
    where event_id = ${scope} order by channel, kind, mark`)
  return rows.flatMap(({ channel, kind, mark: hours, counts }) =>
    (JSON.parse(counts as string) as number[]).flatMap((count, index) =>
      count === 0 ? [] : [[channel, kind, hours, index, count]],
    ),
  )
}

/** The class that begins with this bound. */
const from = (ms: number) => latenessBounds.findIndex((bound) => bound === ms) + 1

describe('a reminder', () => {
  test('is late by the time from its mark until the service took it', async () => {
    outbox.now = mark + 40 * second
    await outbox.minute()
    const expected = [['email', 'reminder', 1, from(30 * second), 1]]
    expect(await read(0)).toEqual(expected)
    expect(await read(eventId)).toEqual(expected)
    const [row] = await outbox.database.query('select due_at, handed_at, sent_at from deliveries')
    expect(row?.['due_at']).toBe(mark)
    expect(Number(row?.['handed_at'])).toBeGreaterThanOrEqual(outbox.now)
    expect(Number(row?.['sent_at'])).toBeGreaterThanOrEqual(Number(row?.['handed_at']))
  })

  test('counts its tries as late, not as each a delivery of its own', async () => {
    outbox.mail.fault = { status: 500 }
    outbox.now = mark + second
    await outbox.minute()
    expect(await read(0)).toEqual([])
    outbox.mail.fault = undefined
    outbox.now += 6 * minute
    await outbox.minute()
    expect(await read(0)).toEqual([['email', 'reminder', 1, from(5 * minute), 1]])
  })

  test('of an event that was moved past its mark is promised from the move on', async () => {
    const moved = mark + 20 * minute
    await outbox.database.query(`insert into notice_fanouts
        (key, kind, event_id, payload, deadline_at, done_at, created_at)
      values ('moved', 'event_changed', ${eventId}, '{}', ${mark + hour}, 1, ${moved})`)
    outbox.now = moved + 15 * second
    await outbox.minute()
    expect(await read(0)).toEqual([['email', 'reminder', 1, from(10 * second), 1]])
  })

  test('that is refused for good is a failure, and none once it is tried again', async () => {
    outbox.mail.fault = { status: 422 }
    outbox.now = mark
    await outbox.minute()
    expect(await read(0)).toEqual([['email', 'reminder', 1, failedClass, 1]])
    outbox.mail.fault = undefined
    await outbox.database.query(`update deliveries set status = 'pending', attempts = 0`)
    expect(await read(0)).toEqual([])
    await outbox.minute()
    expect(await read(0)).toEqual([['email', 'reminder', 1, from(0), 1]])
  })

  test('whose outcome nobody learnt is neither on time nor failed', async () => {
    outbox.now = mark
    await outbox.minute()
    await outbox.database.query(`update deliveries set status = 'unknown'`)
    expect(await read(eventId)).toEqual([['email', 'reminder', 1, unknownClass, 1]])
  })
})

test('those that were late are counted by the hour of their sending, while they are kept', async () => {
  const admin = await outbox.addPerson('hours', { role: 'admin' })
  const ctx = () => outbox.contextFor(asMember(admin, 'admin')) as Ctx<Admin>
  const sentByHour = async () => {
    const { channels } = await getOperations(ctx(), { hours: 24 })
    const hours = channels.find(({ channel }) => channel === 'email')?.by_hour ?? []
    return hours.map(({ sent, late }) => [sent, late])
  }
  const late = () => outbox.database.query(`select count from delivery_counts where state = 'late'`)
  outbox.now = mark + 5 * minute
  await outbox.minute()
  expect(await sentByHour()).toEqual([[1, 1]])
  expect(await late()).toEqual([{ count: 1 }])
  await outbox.database.query(`update deliveries set status = 'claimed'`)
  await outbox.database.query(`update deliveries set status = 'sent', sent_at = due_at`)
  expect(await sentByHour()).toEqual([[1, 0]])
  await outbox.database.query(`update deliveries set status = 'unknown'`)
  await outbox.database.query(`update deliveries set status = 'sent', sent_at = due_at + 1e6`)
  expect(await late()).toEqual([{ count: 1 }])
  await outbox.database.query('delete from deliveries')
  expect(await late()).toEqual([])
})

test('what quiet hours hold back is promised for their end', async () => {
  const minuteOfDay = (at: number) => Math.floor((at % day) / minute)
  const [begin, end] = [minuteOfDay(mark - 10 * minute), minuteOfDay(mark + 10 * minute)]
  await outbox.database.query(`update users set timezone_name = 'UTC', quiet_from = ${begin},
    quiet_to = ${end} where id = ${fan.userId}`)
  await outbox.database.query(`insert into deliveries
      (key, user_id, channel, kind, payload, status, next_at, created_at)
    values ('level', ${fan.userId}, 'email', 'level_up', '{"level":2}', 'pending', ${mark}, ${mark})`)
  outbox.now = mark
  await outbox.minute()
  outbox.now = mark + 11 * minute
  await outbox.minute()
  const levels = (await read(0)).filter(([, kind]) => kind === 'level_up')
  expect(levels).toEqual([['email', 'level_up', 0, from(minute), 1]])
  await outbox.database.query(`update users set quiet_from = null, quiet_to = null`)
})

test('operators read how much is on time, and by which bounds', async () => {
  const admin = await outbox.addPerson('admin', { role: 'admin' })
  outbox.now = mark + 40 * second
  await outbox.minute()
  const ctx = outbox.contextFor(asMember(admin, 'admin')) as Ctx<Admin>
  const { lateness } = await getOperations(ctx, { hours: 24 })
  expect(lateness).toEqual([
    expect.objectContaining({
      ...{ channel: 'email', kind: 'reminder', mark: 1, accepted: 1, on_time: 1 },
      ...{ unknown: 0, failed: 0, percentiles: [minute, minute, minute] },
    }),
  ])
})

test('everybody reads how many were on time, where there were enough, and no campaign', async () => {
  const counts = (onTime: number) => JSON.stringify([0, 0, 0, onTime, ...Array<number>(11).fill(0)])
  const today = Math.floor(outbox.now / day)
  const place = (channel: string, kind: string, onTime: number) =>
    outbox.database
      .query(`insert into delivery_lateness (day, channel, kind, mark, event_id, counts)
      values (${today}, '${channel}', '${kind}', 0, 0, '${counts(onTime)}')`)
  await place('push', 'reminder', 19)
  await place('email', 'reminder', 20)
  await place('email', 'campaign', 5000)
  const { channels } = await getStatus(outbox.contextFor({ kind: 'visitor' }))
  const total = { on_time: 20, late: 0, unknown: 0, failed: 0 }
  const at = new Date(today * day).toISOString().slice(0, 10)
  expect(channels).toEqual([
    { channel: 'push', total: null, periods: [] },
    { channel: 'email', total, periods: [{ from: at, until: at, ...total }] },
    { channel: 'discord', total: null, periods: [] },
  ])
})
