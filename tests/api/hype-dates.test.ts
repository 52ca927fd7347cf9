import { beforeEach, describe, expect } from 'vitest'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import { batch } from '#worker/db/client.ts'
import { recomputeProgress } from '#worker/features/gamification/ledger/recompute.ts'
import type { HypeDatesView } from '#worker/features/hype/contract.ts'
import { insertGroup } from '#tests/support/factories/directory.ts'
import { createEvent, type EventOptions } from '#tests/support/factories/events.ts'
import { callAs, createMember, type Member, xpOf } from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'
let member: Member
let now: number
beforeEach(async () => {
  now = Date.now()
  member = await createMember(worker)
})

type Target = `events/${number}/hype_series` | `groups/${number}/hype_dates`

function hypeAll(target: Target, whose = member) {
  return callAs<HypeDatesView & ErrorEnvelope>(worker, whose, 'PUT', target, { now })
}

let groups = 0
/** Weekly dates of one group, and what of them counts. */
async function placeSeries(dates: number, facts: Partial<EventOptions> = {}) {
  groups += 1
  const group = await insertGroup(worker, `Show ${groups}`)
  const ids: number[] = []
  for (let index = 0; index < dates; index += 1) {
    const startAt = now + (index + 1) * 7 * day
    const name = `Show ${index + 1}`
    const { id } = await createEvent(worker, {
      ...{ name, startAt, endAt: startAt + hour, groupId: group, ...facts },
    })
    ids.push(id)
  }
  return { group, ids }
}

async function hypedBy({ userId }: Member): Promise<number[]> {
  const rows = await worker.sql<{ id: number }>`select event_id as id from hypes
    where user_id = ${userId} order by event_id`
  return rows.map(({ id }) => id)
}

function ledgerOf({ userId }: Member) {
  return worker.sql<{ subject: string; points: number }>`select subject, points from xp_entries
    where user_id = ${userId} and action = 'hype' order by id`
}

describe('hyping all dates', () => {
  test('of a series makes each a hype of its own, with its points, in two round trips', async () => {
    const { ids } = await placeSeries(4)
    const trips = worker.trips()
    const { status, body } = await hypeAll(`events/${ids[1] ?? 0}/hype_series`)
    expect([status, worker.trips() - trips]).toEqual([200, 2])
    expect(body.hyped_events).toEqual(ids.map((id) => ({ id, hype_count: 1 })))
    expect(body.gamification_info.gamification).toMatchObject({ success: true, xp_earned: 20 })
    expect(await hypedBy(member)).toEqual(ids)
    expect(await ledgerOf(member)).toEqual(ids.map((id) => ({ subject: `event:${id}`, points: 5 })))
  })

  test('leaves out what is over, on, cancelled, not public or of another series', async () => {
    const { group, ids } = await placeSeries(3)
    const others: Partial<EventOptions>[] = [
      { startAt: now - 2 * day, endAt: now - day },
      { startAt: now - hour, endAt: now + hour },
      { cancelledAt: 1 },
      { status: 'pending' },
    ]
    for (const facts of others) {
      const startAt = now + 3 * day
      await createEvent(worker, {
        ...{ name: 'Show 9', groupId: group, startAt, endAt: startAt + hour, ...facts },
      })
    }
    const startAt = now + 4 * day
    const special = await createEvent(worker, {
      ...{ name: 'The Final', groupId: group, startAt, endAt: startAt + hour },
    })
    await hypeAll(`events/${ids[0] ?? 0}/hype_series`)
    expect(await hypedBy(member)).toEqual(ids)
    const { body } = await hypeAll(`groups/${group}/hype_dates`)
    expect(body.hyped_events.map(({ id }) => id)).toEqual([special.id, ...ids])
    expect(await hypedBy(member)).toEqual([...ids, special.id])
  })

  test('repeated and at once counts and earns once', async () => {
    const { group, ids } = await placeSeries(3)
    const path = `events/${ids[0] ?? 0}/toggle_hype`
    await callAs(worker, member, 'PUT', path, { body: { hyped: true }, now })
    const calls = [1, 2, 3].flatMap(() => [
      hypeAll(`events/${ids[2] ?? 0}/hype_series`),
      hypeAll(`groups/${group}/hype_dates`),
    ])
    const answers = await Promise.all(calls)
    expect(answers.map(({ status }) => status)).toEqual(calls.map(() => 200))
    expect(answers.map(({ body }) => body.hyped_events)).toEqual(
      calls.map(() => ids.map((id) => ({ id, hype_count: 1 }))),
    )
    expect((await ledgerOf(member)).map(({ points }) => points)).toEqual([5, 5, 5])
    await batch(worker.environment.db, 'write', recomputeProgress({ now: Date.now() }))
    expect(await xpOf(worker, member)).toBe(15)
  })

  test('lets one be taken back, with its points, and brings only that one back', async () => {
    const { ids } = await placeSeries(3)
    const target = `events/${ids[0] ?? 0}/hype_series` as const
    await hypeAll(target)
    await callAs(worker, member, 'PUT', `events/${ids[1] ?? 0}/toggle_hype`, {
      body: { hyped: false },
      now,
    })
    expect(await hypedBy(member)).toEqual([ids[0], ids[2]])
    expect(await xpOf(worker, member)).toBe(10)
    const { body } = await hypeAll(target)
    expect(body.hyped_events.map(({ id }) => id)).toEqual(ids)
    expect((await ledgerOf(member)).map(({ points }) => points)).toEqual([5, 5, 5, -5, 5])
  })

  test('takes the fifty soonest and stops earning at the cap', async () => {
    const { group, ids } = await placeSeries(52)
    const { body } = await hypeAll(`groups/${group}/hype_dates`)
    expect(body.hyped_events.map(({ id }) => id)).toEqual(ids.slice(0, 50))
    expect(body.gamification_info.gamification).toMatchObject({
      xp_earned: 50,
      retry_in_hours: 1,
    })
    expect(await xpOf(worker, member)).toBe(50)
  })

  test('reminds of each date, once', async () => {
    const { ids } = await placeSeries(2)
    const weekly = `events/${ids[0] ?? 0}/hype_series` as const
    await query(worker, `update events set series_id = 'weekly-7' where id in (${ids.join(',')})`)
    await hypeAll(weekly)
    await hypeAll(weekly)
    for (const week of [1, 2]) await worker.minute(now + week * 7 * day - day)
    const sent = await worker.sql`select event_id as id, count(*) as count from deliveries
      where user_id = ${member.userId} and kind = 'reminder' and channel = 'in_app'
      group by event_id`
    expect(sent).toEqual(ids.map((id) => ({ id, count: 1 })))
  })

  test('is refused to the restricted, and for what does not exist or has no date to come', async () => {
    const banned = await createMember(worker, { isSoftBanned: true })
    const { group, ids } = await placeSeries(2)
    const refused = await hypeAll(`groups/${group}/hype_dates`, banned)
    expect([refused.status, refused.body.code]).toEqual([403, 'account_restricted'])
    const hidden = await placeSeries(2, { status: 'pending' })
    const over = await placeSeries(1, { startAt: now - 2 * hour, endAt: now - hour })
    const cases: [Target, number, string][] = [
      [`events/999999/hype_series`, 404, 'event_not_found'],
      [`groups/999999/hype_dates`, 404, 'group_not_found'],
      [`events/${hidden.ids[0] ?? 0}/hype_series`, 404, 'event_not_found'],
      [`groups/${over.group}/hype_dates`, 409, 'hype_closed'],
    ]
    for (const [target, status, code] of cases) {
      const answer = await hypeAll(target)
      expect([target, answer.status, answer.body.code]).toEqual([target, status, code])
    }
    expect([await hypedBy(banned), await hypedBy(member), ids.length]).toEqual([[], [], 2])
  })
})
