import { beforeEach, describe, expect } from 'vitest'
import { listNotifications } from '#worker/features/notifications/inbox.ts'
import { listFailedDeliveries } from '#worker/features/operations/failed-deliveries.ts'
import { runRecordedJob } from '#worker/jobs/job-runs.ts'
import { runMinutelyJob } from '#worker/jobs/minutely-job.ts'
import { day, hour, minute } from '#tests/support/drivers/durations.ts'
import { asMember, type Account } from '#tests/support/drivers/delivery-harness.ts'
import { outbox, testAt } from '#tests/support/fixtures/outbox.ts'
import { createEvent } from '#tests/support/factories/events.ts'

let fan: Account
const test = testAt(Date.UTC(2027, 2, 1, 12))

test.beforeAll(async () => {
  fan = await outbox.addPerson('fan', { webhook: '1/first' })
})
beforeEach(async () => {
  await outbox.startAfresh(outbox.now + 3 * day, ['deliveries', 'events'])
})

type Row = { kind?: string; channel?: string; payload?: string; eventId?: number | null }

/** Due rows of the outbox, so many alike. */
async function place(count: number, { kind, channel, payload, eventId }: Row = {}) {
  const rows = await outbox.database.query<{ id: number }>(`insert into deliveries
      (key, user_id, channel, kind, event_id, payload, status, next_at, created_at)
    select 'placed:' || lower(hex(randomblob(8))), ${fan.userId}, '${channel ?? 'email'}',
      '${kind ?? 'account_exists'}', ${eventId ?? 'null'}, '${payload ?? '{}'}', 'pending',
      ${outbox.now}, ${outbox.now}
    from generate_series(1, ${count}) returning id`)
  return rows.map(({ id }) => id)
}

async function stored(id: number | undefined) {
  const [row] = await outbox.database.query<{ status: string; reason: string | null }>(
    `select status, reason from deliveries where id = ${id}`,
  )
  return row
}

const count = async (status: string) =>
  (await outbox.database.query(`select 1 from deliveries where status = '${status}'`)).length

describe('of rows that are due, one', () => {
  const campaign = '{"campaign": 1, "language": "["}'
  test.each<[string, Row, string]>([
    ['whose payload is no JSON', { payload: '{"to":' }, 'malformed'],
    ['reminder whose payload is no JSON', { kind: 'reminder', payload: 'x' }, 'malformed'],
    ['that no statement can read', { kind: 'campaign_test', payload: campaign }, 'malformed'],
    ['of an unknown kind', { kind: 'gossip' }, 'unwritable'],
    ['by an unknown channel', { channel: 'fax' }, 'unknown_channel'],
    ['notification by an unknown channel', { channel: 'fax', kind: 'level_up' }, 'unknown_channel'],
  ])('%s ends dead alone', async (_, row, reason) => {
    await outbox.database.query(`insert or ignore into campaigns (id, name, status, audience, texts,
        languages, falls_back_to_english, created_at, updated_at)
      values (1, 'One', 'draft', '{}', '{}', '[]', 0, 1, 1)`)
    const good = await place(60)
    const [bad] = await place(1, row)
    await place(60)
    await outbox.minute()
    await outbox.minute()
    expect(await stored(bad)).toEqual({ status: 'dead', reason })
    expect(await count('sent')).toBe(120)
    expect(outbox.mail.taken()).toHaveLength(120)
    expect(await stored(good[0])).toMatchObject({ status: 'sent' })
  })

  test('of an unknown kind in quiet hours holds no neighbour up', async () => {
    await outbox.database.query(`update users set quiet_from = 0, quiet_to = 1439`)
    await place(3)
    const [bad] = await place(1, { kind: 'gossip' })
    await outbox.minute()
    await outbox.database.query(`update users set quiet_from = null, quiet_to = null`)
    expect(await stored(bad)).toEqual({ status: 'dead', reason: 'unwritable' })
    expect(await count('sent')).toBe(3)
  })

  test('that cannot be read leaves the bell and the list of failures readable', async () => {
    const [bad] = await place(1, { kind: 'reminder', payload: '{' })
    await place(1, { kind: 'level_up', channel: 'in_app', payload: '{' })
    await outbox.database.query(`update deliveries set status = 'sent', sent_at = next_at
      where channel = 'in_app'`)
    await outbox.minute()
    const admin = await outbox.addPerson(`admin${outbox.now}`, { role: 'admin' })
    const asAdmin = { ...asMember(admin, 'admin'), isModerator: true, isAdmin: true } as const
    const failed = await listFailedDeliveries(outbox.contextFor(asAdmin), { page: 1, per_page: 20 })
    expect(failed.items.map(({ id, reason }) => [id, reason])).toEqual([[bad, 'malformed']])
    const bell = await listNotifications(outbox.contextFor(asMember(fan)), { limit: 20 })
    expect(bell.items).toEqual([])
  })
})

test('a database that refuses a statement for its own reasons buries nobody', async () => {
  const [id] = await place(1)
  const ctx = outbox.contextFor({ kind: 'system' })
  await outbox.database.query('alter table campaigns rename column texts to words')
  await outbox.minute().catch(() => undefined)
  await outbox.database.query('alter table campaigns rename column words to texts')
  expect(await stored(id)).toMatchObject({ status: 'pending' })
  await runMinutelyJob(ctx)
  await outbox.drain()
  expect(await stored(id)).toMatchObject({ status: 'sent' })
})

describe('the minute job', () => {
  async function event(name: string) {
    const start = outbox.now + day - minute
    const { id } = await createEvent(outbox, { name, startAt: start })
    await outbox.database.query(`insert into hypes (event_id, user_id, created_at)
      values (${id}, ${fan.userId}, 1)`)
    return id
  }

  async function runJob() {
    outbox.now += minute
    await runRecordedJob(outbox.contextFor({ kind: 'system' }), 'minute', runMinutelyJob).catch(
      () => undefined,
    )
    await outbox.drain()
    const [run] = await outbox.database.query<{ state: string; error: string | null }>(
      `select state, error from job_runs where job = 'minute'`,
    )
    return run
  }

  async function approvalDue(): Promise<number> {
    const { id } = await createEvent(outbox, {
      name: 'Waits',
      startAt: outbox.now + 5 * day,
    })
    await outbox.database.query(`update events set status = 'pending', approved_at = null,
      approve_at = ${outbox.now} where id = ${id}`)
    return id
  }

  const statusOf = async (id: number) =>
    (
      await outbox.database.query<{ status: string }>(`select status from events where id = ${id}`)
    )[0]?.status

  test('does all that is due beside a broadcast whose payload is no JSON', async () => {
    const id = await event('Broadcast')
    const waiting = await approvalDue()
    const [due] = await place(1)
    await outbox.database.query(`insert into notice_fanouts (key, kind, event_id, payload,
        deadline_at, created_at)
      values ('bad', 'event_changed', ${id}, '{', ${outbox.now + day}, 1),
        ('good', 'event_cancelled', ${id}, '{"reason":null}', ${outbox.now + day}, 2)`)
    expect(await runJob()).toEqual({ state: 'done', error: null })
    expect(await statusOf(waiting)).toBe('approved')
    expect(await stored(due)).toMatchObject({ status: 'sent' })
    const keys = outbox.mail.taken().map(({ key }) => key)
    expect(keys).toContainEqual(expect.stringMatching(`reminder:${id}:24:`))
    const rows = await outbox.database.query(`select key, done_at as doneAt from notice_fanouts
      where event_id = ${id} order by key`)
    expect(rows).toEqual([
      { key: 'bad', doneAt: outbox.now },
      { key: 'good', doneAt: null },
    ])
  })

  test('does its other parts where one cannot be asked for, and says which', async () => {
    const id = await event('Parts')
    const waiting = await approvalDue()
    const [due] = await place(1)
    const [index] = await outbox.database.query<{ sql: string }>(
      `select sql from sqlite_master where name = 'campaigns_waiting'`,
    )
    await outbox.database.query('drop index campaigns_waiting')
    const run = await runJob()
    await outbox.database.query(String(index?.sql))
    expect(run).toEqual({ state: 'failed', error: 'campaigns: SQLITE_ERROR' })
    expect(await statusOf(waiting)).toBe('approved')
    expect(await stored(due)).toMatchObject({ status: 'sent' })
    expect(outbox.mail.taken().map(({ key }) => key)).toContainEqual(
      expect.stringMatching(`reminder:${id}:24:`),
    )
    outbox.now += hour
    await runJob()
    outbox.now += minute
    expect(await runJob()).toMatchObject({ state: 'idle' })
  })
})
