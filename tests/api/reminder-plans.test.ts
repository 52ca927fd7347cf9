import { beforeEach, describe, expect } from 'vitest'
import { encrypt } from '#worker/auth/crypto.ts'
import { read } from '#worker/context.ts'
import { selectAlertFacts, toAlertFacts } from '#worker/features/operations/alerts/alert-facts.ts'
import { planReminders } from '#worker/features/notifications/fan-out/plan-reminders.ts'
import { day, hour, minute, second } from '#tests/support/drivers/durations.ts'
import { outbox, testAt } from '#tests/support/fixtures/outbox.ts'
import { createEvent } from '#tests/support/factories/events.ts'

let eventId: number
let start: number
const test = testAt(Date.UTC(2027, 2, 1, 12))

/** 1,200 people: all with an address, a third with a device too. */
test.beforeAll(async () => {
  const { query } = outbox.database
  const { config } = outbox.contextFor({ kind: 'system' })
  const auth = encrypt(config.ENCRYPTION_KEY, 'auth')
  await query(`insert into users (username, username_key, email, email_key, email_verified_at, created_at)
    select 'crowd_' || value, 'crowd_' || value, 'crowd_' || value || '@example.com',
      'crowd_' || value || '@example.com', 1, 1 from generate_series(1, 1200)`)
  await query(`insert into push_subscriptions (user_id, endpoint, p256dh, auth, created_at, last_used_at)
    select id, 'https://fcm.googleapis.com/' || id, 'key', '${auth}', 1, 1 from users
    where username like 'crowd_%' and id % 3 = 0`)
})
beforeEach(async () => {
  const tables = ['deliveries', 'lane_drains', 'reminder_plans', 'delivery_providers', 'events']
  await outbox.startAfresh(outbox.now + 5 * day, tables)
  start = outbox.now + 30 * hour
  const event = await createEvent(outbox, { name: `Event ${start}`, startAt: start })
  eventId = event.id
  await outbox.database.query(`insert into hypes (event_id, user_id, created_at)
    select ${eventId}, id, 1 from users where username like 'crowd_%'`)
})

const plan = () => planReminders(outbox.contextFor({ kind: 'system' }))
const plans = () =>
  outbox.database.query<Record<string, number | string>>(
    `select lane, recipients, per_second as rate, lead_ms as lead from reminder_plans order by lane`,
  )
async function addDrain(lane: string, count: number, ms: number, ago: number) {
  const endedAt = outbox.now - ago
  await outbox.database.query(`insert into lane_drains (lane, began_at, ended_at, count)
    values ('${lane}', ${endedAt - ms}, ${endedAt}, ${count})`)
}

test('a large event is planned by half of what providers take, a small one is not', async () => {
  await outbox.database.query(`update users set email_verified_at = null
    where username like 'crowd_%' and id % 2 = 0`)
  await plan()
  const [discord, mail, push] = await plans()
  expect(discord).toMatchObject({ lane: 'discord', recipients: 0, rate: 10, lead: 0 })
  expect(mail).toMatchObject({ lane: 'mail', recipients: 600 })
  expect(push).toMatchObject({ lane: 'push', recipients: 400, rate: 2500, lead: 80 })
  await outbox.database.query(`update users set email_verified_at = 1`)
  await outbox.database.query(`delete from reminder_plans`)
  await outbox.database.query(`delete from hypes where user_id % 2 = 0`)
  await plan()
  expect(await plans()).toEqual([])
})

test('a measured rate is the median of the last five drains of a thousand', async () => {
  for (const [index, seconds] of [1, 400, 200, 300, 100, 500].entries()) {
    await addDrain('push', 1000, seconds * second, index * hour)
  }
  await addDrain('push', 999, second, minute)
  await plan()
  const [, , push] = await plans()
  // The latest five took 1, 400, 200, 300 and 100 seconds.
  expect(push).toMatchObject({ rate: 5, lead: 40 * second })
})

test('the operator is told the day before what cannot be on time, with the figures', async () => {
  await addDrain('push', 1000, 2000 * second, hour)
  await plan()
  const ctx = outbox.contextFor({ kind: 'system' })
  const { slowReminders } = toAlertFacts(ctx, await read(ctx, selectAlertFacts(ctx)))
  // 800 s, of which 300 are late and 600 early at most.
  expect(slowReminders).toEqual([])
  await addDrain('push', 1000, 4000 * second, minute)
  await addDrain('push', 1000, 4000 * second, second)
  await outbox.database.query('delete from reminder_plans')
  await plan()
  const later = toAlertFacts(ctx, await read(ctx, selectAlertFacts(ctx)))
  expect(later.slowReminders).toMatchObject([
    { lane: 'push', recipients: 400, perSecond: 0.25, overrunMs: 684 * second },
  ])
})

test('another tenth of hypes is counted anew, fewer are not', async () => {
  await plan()
  await outbox.database.query(`delete from hypes where user_id in (select user_id from hypes
    where event_id = ${eventId} limit 50)`)
  await plan()
  expect((await plans())[1]).toMatchObject({ recipients: 1200 })
  await outbox.database.query(`delete from hypes where user_id in (select user_id from hypes
    where event_id = ${eventId} limit 100)`)
  await plan()
  expect((await plans())[1]).toMatchObject({ recipients: 1050 })
})

test('a lane that sends page after page leaves one drain, which is kept while it is measured by', async () => {
  outbox.now = start - hour
  await outbox.minute()
  const drains = await outbox.database.query<{ lane: string; count: number }>(
    `select lane, count from lane_drains order by lane`,
  )
  expect(drains).toContainEqual({ lane: 'push', count: 400 })
  expect(drains.map(({ lane }) => lane)).toEqual(['mail', 'push'])
  await addDrain('push', 2000, minute, minute)
  outbox.now += 2 * hour
  await plan()
  expect(await outbox.database.query(`select lane, count from lane_drains order by lane`)).toEqual([
    { lane: 'mail', count: 1200 },
    { lane: 'push', count: 2000 },
  ])
})

describe('a mark of a large event', () => {
  const setLeads = (leads: Record<string, number>) =>
    outbox.database.query(`insert into reminder_plans
        (event_id, lane, recipients, per_second, lead_ms, hype_count)
      values ${Object.entries(leads)
        .map(([lane, ms]) => `(${eventId}, '${lane}', 1, 1, ${ms}, 1200)`)
        .join()}`)
  const count = async (channel: string, hours: number) => {
    const rows = await outbox.database.query(`select 1 from deliveries
      where channel = '${channel}' and status = 'sent' and payload ->> 'hours' = ${hours}`)
    return rows.length
  }
  const minuteAt = async (at: number) => {
    outbox.now = at
    await outbox.minute()
  }
  const hypeAt = (name: string, at: number) =>
    outbox.database.query(`insert into hypes (event_id, user_id, created_at)
      select ${eventId}, id, ${at} from users where username = '${name}'`)

  test.each([
    [24, day],
    [1, hour],
  ])(
    'of %i h begins as early as planned by each lane, and takes who hypes until then',
    async (hours, distance) => {
      const mark = start - distance
      const late = `late_${start}`
      const after = `after_${start}`
      for (const name of [late, after]) await outbox.addPerson(name)
      await setLeads({ mail: 500 * second, push: 100 * second })
      await minuteAt(mark - 9 * minute)
      expect(await count('email', hours)).toBe(0)
      await minuteAt(mark - 8 * minute)
      expect([await count('email', hours), await count('push', hours)]).toEqual([1200, 0])
      await hypeAt(late, mark - 5 * minute)
      await minuteAt(mark - 2 * minute)
      expect(await count('push', hours)).toBe(0)
      await minuteAt(mark - minute)
      expect(await count('push', hours)).toBe(400)
      await hypeAt(after, mark + second)
      for (const later of [0, 1, 2, 6, 7]) await minuteAt(mark + later * minute)
      expect([await count('email', hours), await count('push', hours)]).toEqual([1201, 400])
      const receivers = outbox.mail.taken().map(({ body }) => String(body['to']))
      expect(new Set(receivers).size).toBe(1201)
      expect(receivers).toContain(`${late}@example.com`)
      const [{ due } = {}] = await outbox.database.query<{ due: number }>(
        `select distinct due_at as due from deliveries where payload ->> 'hours' = ${hours}`,
      )
      expect(due).toBe(mark)
    },
  )

  test('begins no earlier than a sixth of its distance', async () => {
    await setLeads({ push: 600 * second })
    await outbox.database
      .query(`insert into own_reminders (user_id, event_id, slot, mark, created_at)
      select id, null, 1, '15min', 1 from users where username like 'crowd_%' and id % 3 = 0`)
    const mark = start - 15 * minute
    await minuteAt(mark - 3 * minute)
    expect(await count('push', -15)).toBe(0)
    await minuteAt(mark - 2 * minute)
    expect(await count('push', -15)).toBe(400)
    await outbox.database.query(`update own_reminders set mark = null`)
    await minuteAt(mark)
    expect(await count('push', -15)).toBe(400)
    await outbox.database.query('delete from own_reminders')
  })

  test('sends mail first to whom nothing else reaches', async () => {
    await minuteAt(start - hour)
    const devices = new Set(
      (
        await outbox.database.query<{ email: string }>(`select email from users join
        push_subscriptions p on p.user_id = users.id`)
      ).map(({ email }) => email),
    )
    const order = outbox.mail.taken().map(({ body }) => Number(devices.has(String(body['to']))))
    expect(order).toEqual(order.toSorted((a, b) => a - b))
    expect(new Set(order)).toEqual(new Set([0, 1]))
  })
})
