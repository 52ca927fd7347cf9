import { describe, expect } from 'vitest'
import type { OperationsView } from '#worker/features/operations/contract.ts'
import { insertDelivery, type DeliveryFacts } from '#tests/support/factories/deliveries.ts'
import { hour } from '#tests/support/drivers/durations.ts'
import { type Member, callAs, createMember } from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'
let admin: Member
test.beforeAll(async () => {
  admin = await createMember(worker, { role: 'admin' })
})

function ask(hours: number | string, now = Date.now()) {
  const path = `admin/operations?hours=${hours}`
  return callAs<OperationsView>(worker, admin, 'GET', path, { now })
}

async function operations(now: number, hours = 24): Promise<OperationsView> {
  const { status, body } = await ask(hours, now)
  expect(status).toBe(200)
  return body
}

function place(facts: DeliveryFacts & { userId?: number } = {}): Promise<number> {
  return insertDelivery(worker, { userId: admin.userId, ...facts })
}

/** The counts as the deliveries themselves say. */
const recount = `select case when status in ('pending', 'claimed')
    then iif(attempts > (status = 'claimed'), 'failed', 'due') else status end as state,
  next_at / 3600000 as hour, channel, count(*) as count from deliveries group by 1, 2, 3 order by 1, 2, 3`

describe('the figures', () => {
  const noon = Date.UTC(2031, 0, 1, 12, 30)

  test('are what is due, failed, sent, dead and unknown by channel and hour', async () => {
    const at = noon
    for (const facts of [
      { status: 'pending', attempts: 0, nextAt: at },
      { status: 'pending', attempts: 1, nextAt: at + 6 * hour },
      { status: 'sent', nextAt: at - hour },
      { status: 'sent', nextAt: at - hour },
      { status: 'sent', nextAt: at - 25 * hour },
      { status: 'dead', nextAt: at },
      { status: 'stopped', nextAt: at },
    ]) {
      await place({ channel: 'discord', kind: 'reminder', ...facts })
    }
    await place({ channel: 'discord', kind: 'reminder', status: 'unknown', nextAt: at })
    const view = await operations(at)
    const none = { due: 0, sent: 0, late: 0, failed: 0, dead: 0, unknown: 0 }
    expect(view).toMatchObject({ at: '2031-01-01T12:30:00Z', hours: 24 })
    expect(view.channels.find(({ channel }) => channel === 'discord')).toEqual({
      channel: 'discord',
      totals: { due: 1, sent: 2, late: 0, failed: 1, dead: 1, unknown: 1 },
      by_hour: [
        { at: '2031-01-01T11:00:00Z', ...none, sent: 2 },
        { at: '2031-01-01T12:00:00Z', ...none, due: 1, dead: 1, unknown: 1 },
        { at: '2031-01-01T18:00:00Z', ...none, failed: 1 },
      ],
    })
    const longer = await operations(at, 48)
    expect(longer.channels.find(({ channel }) => channel === 'discord')?.totals.sent).toBe(3)
  })

  test('say what has been waiting longest', async () => {
    await worker.sql`delete from deliveries where status = 'pending'`
    expect((await operations(noon)).oldest_waiting).toBeNull()
    await place({ status: 'pending', attempts: 0, nextAt: noon - hour })
    await place({
      status: 'pending',
      attempts: 2,
      nextAt: noon - 3 * hour,
      kind: 'password_changed',
    })
    await place({ status: 'pending', attempts: 0, nextAt: noon + hour })
    expect((await operations(noon)).oldest_waiting).toEqual({
      due_at: '2031-01-01T09:30:00Z',
      channel: 'email',
      kind: 'password_changed',
      attempts: 2,
    })
    await worker.sql`delete from deliveries where status = 'pending'`
  })

  test('count what failed by its reason, the most frequent first, within the hours', async () => {
    await worker.sql`delete from deliveries where status in ('dead', 'unknown')`
    for (const facts of [
      { status: 'dead', reason: 'rejected' },
      { status: 'dead', reason: 'rejected' },
      { status: 'unknown', reason: 'rejected' },
      { status: 'unknown' },
      { status: 'dead', reason: 'no_answer', nextAt: noon - 25 * hour },
    ] as const) {
      const id = await place({ nextAt: noon, ...facts })
      if (!('reason' in facts))
        await worker.sql`update deliveries set reason = null where id = ${id}`
    }
    expect((await operations(noon)).failures).toEqual([
      { reason: 'rejected', dead: 2, unknown: 1 },
      { reason: null, dead: 0, unknown: 1 },
    ])
    expect((await operations(noon, 48)).failures).toHaveLength(3)
  })

  test('follow each delivery through all that becomes of it, and its deletion', async () => {
    const counted = () =>
      worker.sql<{ count: number }>`select state, hour, channel, count from delivery_counts
        order by 1, 2, 3`
    const now = Date.now()
    const leaver = await createMember(worker)
    const id = await place({ userId: leaver.userId, status: 'pending', attempts: 0, nextAt: now })
    expect(await counted()).toEqual(await query(worker, recount))
    await worker.sql`update deliveries set status = 'claimed', attempts = 1 where id = ${id}`
    expect(await counted()).toEqual(await query(worker, recount))
    await worker.sql`update deliveries set status = 'pending', next_at = next_at + 3600000
      where id = ${id}`
    expect(await counted()).toEqual(await query(worker, recount))
    await worker.sql`update deliveries set status = 'sent' where id = ${id}`
    await place({ userId: leaver.userId, channel: 'in_app', status: 'sent' })
    expect(await counted()).toEqual(await query(worker, recount))
    await worker.sql`delete from users where id = ${leaver.userId}`
    expect(await counted()).toEqual(await query(worker, recount))
    expect((await counted()).filter(({ count }) => count === 0)).toEqual([])
  })

  test.each(['12', '0', 'x', ''])('are refused for %j hours', async (hours) => {
    expect((await ask(hours)).status).toBe(422)
  })
})

/** Row of a job that began at an instant and was cut off. */
function leaveRunning(name: 'minute' | 'hour', at: number) {
  return worker.sql`update job_runs set state = 'running', started_at = ${at}, worked_at = ${at},
    duration_ms = null
    where job = ${name}`
}

describe('jobs', () => {
  async function job(name: string, now: number) {
    return (await operations(now)).jobs.find((one) => one.job === name)
  }

  test('that never ran say so, and when they should have by now', async () => {
    const now = Date.now()
    expect(await job('hour', now)).toEqual({
      job: 'hour',
      started_at: null,
      state: 'never',
      is_late: false,
      worked_at: null,
      duration_ms: null,
      error: null,
    })
    expect(await job('hour', now + 3 * hour)).toMatchObject({ state: 'never', is_late: true })
  })

  test('that stopped running are late, however well the last run ended', async () => {
    const at = Date.UTC(2031, 5, 1)
    await worker.minute(at)
    expect((await job('minute', at + 60_000))?.is_late).toBe(false)
    expect((await job('minute', at + hour))?.is_late).toBe(true)
  })

  test('with nothing to do are noted in the one statement that asks', async () => {
    const stats = () => worker.environment.libsql?.stats() ?? { pipelines: 0, statements: 0 }
    await worker.minute(Date.UTC(2032, 0, 1))
    const before = stats()
    await worker.tick(Date.UTC(2032, 0, 1, 0, 1))
    const after = stats()
    expect(after.pipelines - before.pipelines).toBe(1)
    // Beside the beginning and the end of its transaction.
    expect(after.statements - before.statements).toBe(3)
    expect(await job('minute', Date.UTC(2032, 0, 1, 0, 2))).toMatchObject({
      started_at: '2032-01-01T00:01:00Z',
      state: 'idle',
    })
  })

  test('with something to do say when, how long it took and how it ended', async () => {
    const at = Date.UTC(2032, 0, 2)
    await place({ status: 'pending', attempts: 0, nextAt: at })
    await worker.minute(at)
    const worked = {
      worked_at: '2032-01-02T00:00:00Z',
      duration_ms: expect.any(Number),
      error: null,
    }
    expect(await job('minute', at)).toMatchObject({ ...worked, state: 'done' })
    await worker.tick(at + 60_000)
    expect(await job('minute', at)).toMatchObject({
      ...worked,
      state: 'idle',
      started_at: '2032-01-02T00:01:00Z',
    })
    await worker.cron('17 * * * *', at)
    expect(await job('hour', at)).toMatchObject({ ...worked, state: 'done' })
  })

  test('that began long ago and were not heard of again were cut off', async () => {
    const at = Date.UTC(2032, 0, 3)
    await leaveRunning('hour', at)
    expect((await job('hour', at + 60_000))?.state).toBe('running')
    expect((await job('hour', at + hour))?.state).toBe('interrupted')
  })

  test('that were cut off stay so while later runs find nothing to do', async () => {
    const at = Date.UTC(2032, 0, 4)
    await worker.minute(at - 60_000)
    await leaveRunning('minute', at)
    await worker.tick(at + 60_000)
    expect((await job('minute', at + 60_000))?.state).toBe('idle')
    expect((await job('minute', at + hour))?.state).toBe('interrupted')
    await place({ status: 'pending', attempts: 0, nextAt: at })
    await worker.minute(at + hour)
    expect((await job('minute', at + 2 * hour))?.state).toBe('done')
  })
})
