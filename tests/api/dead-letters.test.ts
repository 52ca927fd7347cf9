import { describe, expect } from 'vitest'
import * as v from 'valibot'
import type { Admin, Ctx } from '#worker/context.ts'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import type { AuditEntryView } from '#worker/features/moderation/audit/contract.ts'
import {
  FailedDeliveriesQuery,
  OperationsQuery,
  type FailedDeliveryView,
  type RetryDeliveriesView,
} from '#worker/features/operations/contract.ts'
import { getOperationsPage } from '#worker/features/operations/operations.ts'
import { insertDelivery, type DeliveryFacts } from '#tests/support/factories/deliveries.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { type Member, callAs, getAs, createMember } from '#tests/support/factories/members.ts'
import { publishEvent } from '#tests/support/factories/people.ts'
import { plansOf } from '#tests/support/drivers/query-plans.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'
let admin: Member
let reader: Member
test.beforeAll(async () => {
  admin = await createMember(worker, { role: 'admin' })
  reader = await createMember(worker)
})

function call<Body>(method: string, path: string, body?: unknown) {
  return callAs<Body>(worker, admin, method, `admin/operations/dead_letters${path}`, { body })
}

async function list(more: string): Promise<AdminPage<FailedDeliveryView>> {
  return (await call<AdminPage<FailedDeliveryView>>('GET', `?per_page=100&${more}`)).body
}

function place(facts: DeliveryFacts & { userId?: number } = {}): Promise<number> {
  return insertDelivery(worker, { userId: reader.userId, ...facts })
}

function retry<Body = FailedDeliveryView>(id: number) {
  return call<Body>('POST', `/${id}/retry`)
}

async function stored(id: number) {
  const [row] = await worker.sql<{ status: string; attempts: number }>`select status, attempts
    from deliveries where id = ${id}`
  return row
}

async function mailsTo({ email }: Member): Promise<number> {
  return (await worker.mails(email)).length
}

async function logged(id: number): Promise<AuditEntryView[]> {
  const path = `admin/audit_log?subject=delivery&subject_id=${id}`
  const body = await getAs<AdminPage<AuditEntryView>>(worker, admin, path)
  return body.items
}

describe('the dead deliveries', () => {
  test('say what went to whom, about which event, why it failed and how often it was tried', async () => {
    const event = await publishEvent(worker, Date.now() + 3 * day)
    const at = Date.UTC(2030, 5, 1)
    const id = await place({
      channel: 'discord',
      kind: 'event_cancelled',
      eventId: event.id,
      reason: 'rejected',
      error: 'Discord answered 403',
      attempts: 2,
      nextAt: at,
    })
    const { items } = await list('channel=discord')
    expect(items.find((item) => item.id === id)).toEqual({
      id,
      status: 'dead',
      channel: 'discord',
      kind: 'event_cancelled',
      username: reader.username,
      event: { name: event.name, slug: event.slug },
      reason: 'rejected',
      error: 'Discord answered 403',
      attempts: 2,
      at: '2030-06-01T00:00:00Z',
      retry: 'unwanted',
    })
  })

  test('are those that failed or ended unknown, the last first, and can be filtered', async () => {
    const reason = 'push_off'
    const now = Date.now()
    const old = await place({ reason, nextAt: now - 2000 })
    const unknown = await place({
      reason,
      nextAt: now - 1000,
      status: 'unknown',
      channel: 'discord',
    })
    const other = await place({ reason, nextAt: now, kind: 'password_changed' })
    for (const status of ['pending', 'sent', 'stopped'])
      await place({ reason, status, nextAt: now })
    const ids = async (more = '') =>
      (await list(`reason=${reason}&${more}`)).items.map(({ id }) => id)
    expect(await ids()).toEqual([other, unknown, old])
    expect(await ids('status=unknown')).toEqual([unknown])
    expect(await ids('channel=email')).toEqual([other, old])
    expect(await ids('kind=password_changed')).toEqual([other])
    expect((await list(`reason=${reason}`)).total).toBe(3)
    // Deliveries left to send would only meet the next test.
    await worker.sql`delete from deliveries where reason = ${reason}`
  })

  test.each(['status=sent', 'channel=pigeon', 'kind=love_letter', 'reason=', 'reason=mood'])(
    'refuse %s',
    async (more) => {
      expect((await call('GET', `?${more}`)).status).toBe(422)
    },
  )

  test('are found by their own index, in its order', async () => {
    const plans = await plansOf(worker.environment.db, (db) => {
      const ctx = { db, now: 1, actor: { kind: 'system' } } as unknown as Ctx<Admin>
      return getOperationsPage(ctx, {
        summary: v.parse(OperationsQuery, {}),
        deliveries: v.parse(FailedDeliveriesQuery, { channel: 'email' }),
      })
    })
    const steps = plans.filter((plan) => plan.join().includes('deliver')).flat()
    expect(steps.filter((step) => step.includes('ORDER BY'))).toEqual([])
    expect(steps.filter((step) => /^SCAN del/.test(step))).toEqual([
      'SCAN deliveries USING INDEX deliveries_dead',
      'SCAN deliveries USING COVERING INDEX deliveries_dead',
    ])
    expect(steps.filter((step) => step.includes('delivery_counts'))).toEqual([
      expect.stringMatching(/^SEARCH delivery_counts USING INDEX .* \(state=\?\)$/),
      expect.stringMatching(/^SEARCH delivery_counts USING INDEX .* \(state=\? AND hour>\?\)$/),
    ])
  })
})

describe('retrying', () => {
  test('sends a dead delivery once, with all its tries, and is noted', async ({ member: to }) => {
    const id = await place({ userId: to.userId })
    const { status, body } = await retry(id)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id, retry: 'not_dead', attempts: 0, reason: null })
    await worker.drainQueue(Date.now())
    expect(await stored(id)).toEqual({ status: 'sent', attempts: 1 })
    expect(await mailsTo(to)).toBe(1)
    expect(await logged(id)).toMatchObject([
      {
        act: 'retry',
        actor: { kind: 'member', username: admin.username },
        subject: { type: 'delivery', id, name: `email → ${to.username}` },
        reason: 'service_failed',
      },
    ])
  })

  test('again, or from two sides at once, has no other effect', async ({ member: to }) => {
    const id = await place({ userId: to.userId })
    const answers = await Promise.all([retry(id), retry(id), retry(id)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    await worker.drainQueue(Date.now())
    expect((await retry(id)).body).toMatchObject({ status: 'sent', retry: 'not_dead' })
    await worker.drainQueue(Date.now())
    expect(await mailsTo(to)).toBe(1)
    expect(await logged(id)).toHaveLength(1)
  })

  test('never sends what may have arrived', async () => {
    const id = await place({ status: 'unknown', channel: 'discord', reason: 'no_answer' })
    const { status, body } = await retry<ErrorEnvelope>(id)
    expect([status, body.code]).toEqual([409, 'delivery_outcome_unknown'])
    expect(await stored(id)).toMatchObject({ status: 'unknown' })
    expect(await logged(id)).toEqual([])
  })

  test('is refused once it is too late', async () => {
    const id = await place({ deadlineAt: Date.now() - 1000 })
    const { status, body } = await retry<ErrorEnvelope>(id)
    expect([status, body.code]).toEqual([409, 'delivery_too_late'])
    expect(await stored(id)).toMatchObject({ status: 'dead' })
  })

  test('is refused where a nearer reminder takes its place before it could be sent', async () => {
    const now = Date.now()
    const event = await publishEvent(worker, now + 3 * day)
    const start = now + hour / 2
    await worker.sql`update events set start_at = ${start} where id = ${event.id}`
    await worker.sql`insert into hypes (event_id, user_id, created_at)
      values (${event.id}, ${reader.userId}, 0)`
    const id = await place({ kind: 'reminder', eventId: event.id, deadlineAt: start })
    await worker.sql`update deliveries set payload = '{"hours":24}' where id = ${id}`
    const { status, body } = await retry<ErrorEnvelope>(id)
    expect([status, body.code]).toEqual([409, 'delivery_too_late'])
    expect(await stored(id)).toMatchObject({ status: 'dead' })
    expect(await logged(id)).toEqual([])
  })

  test('is refused where it is no longer wanted or true', async () => {
    const event = await publishEvent(worker, Date.now() + 3 * day)
    const notHyped = await place({
      kind: 'reminder',
      eventId: event.id,
      deadlineAt: Date.parse(event.start),
    })
    const gone = await createMember(worker, { isActive: false })
    for (const id of [notHyped, await place({ userId: gone.userId })]) {
      const { status, body } = await retry<ErrorEnvelope>(id)
      expect([status, body.code]).toEqual([409, 'delivery_unwanted'])
      expect(await stored(id)).toMatchObject({ status: 'dead' })
    }
  })

  test('of what is not there is a 404', async () => {
    const { status, body } = await retry<ErrorEnvelope>(99_999_999)
    expect([status, body.code]).toEqual([404, 'delivery_not_found'])
  })

  test('all of one reason takes those that may be, of the channel and kind that was asked for [abuse 21]', async () => {
    const to = await createMember(worker)
    const reason = 'rate_limited'
    const kept = await place({ reason, status: 'unknown' })
    const late = await place({ reason, deadlineAt: Date.now() - 1 })
    const other = await place({ reason: 'too_late' })
    const codes = await place({ reason, kind: 'change_email' })
    for (let number = 0; number < 101; number += 1) await place({ userId: to.userId, reason })
    const all = async (filter = {}) =>
      (await call<RetryDeliveriesView>('POST', '/retry', { reason, ...filter })).body
    expect(await all({ channel: 'discord' })).toEqual({ retried: 0, is_more: false })
    expect(await all({ kind: 'account_exists' })).toEqual({ retried: 101, is_more: false })
    expect((await stored(codes))?.status).toBe('dead')
    expect(await all()).toEqual({ retried: 1, is_more: false })
    expect(await all()).toEqual({ retried: 0, is_more: false })
    const [log] = await worker.sql<{ count: number }>`select count(*) as count from audit_entries
      where act = 'retry' and reason = ${reason}`
    expect(log?.count).toBe(102)
    await worker.drainQueue(Date.now())
    expect(await mailsTo(to)).toBe(101)
    expect((await stored(kept))?.status).toBe('unknown')
    for (const id of [late, other]) expect((await stored(id))?.status).toBe('dead')
  })

  test('all of one reason is one call, also where they are more than one transaction takes [abuse 21]', async () => {
    await worker.sql`insert into deliveries (key, user_id, channel, kind, payload, status, next_at,
      reason, created_at)
      select 'many:' || value, ${reader.userId}, 'email', 'account_exists', '{}', 'dead', 1,
      'no_answer', 0
      from generate_series(1, 1001)`
    const { body } = await call<RetryDeliveriesView>('POST', '/retry', {
      reason: 'no_answer',
    })
    await worker.sql`delete from deliveries where key like 'many:%'`
    expect(body).toEqual({ retried: 1001, is_more: false })
  })
})
