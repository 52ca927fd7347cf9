import { describe, expect } from 'vitest'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import { batch } from '#worker/db/client.ts'
import type { HypeView, HypesAndFollowsView } from '#worker/features/hype/contract.ts'
import type { StatsView } from '#worker/features/gamification/ledger/contract.ts'
import { recomputeProgress } from '#worker/features/gamification/ledger/recompute.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import {
  type Member,
  callAs,
  createMember,
  grantXp,
  xpOf,
} from '#tests/support/factories/members.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'

type Asked = { hyped?: unknown; now?: number }

function toggle(member: Member, eventId: number, { hyped, now = Date.now() }: Asked = {}) {
  const body = hyped === undefined ? undefined : { hyped }
  const path = `events/${eventId}/toggle_hype`
  return callAs<HypeView & ErrorEnvelope>(worker, member, 'PUT', path, { body, now })
}

function upcoming(days = 5) {
  const startAt = Date.now() + days * day
  return createEvent(worker, { startAt, endAt: startAt + hour })
}

async function countOf(eventId: number) {
  const [row] = await worker.sql<{ kept: number; rows: number }>`select hype_count as kept,
    (select count(*) from hypes where event_id = events.id) as rows
    from events where id = ${eventId}`
  return row
}

function ledgerOf({ userId }: Member) {
  return worker.sql<{ points: number; is_reversal: number }>`select points, is_reversal
    from xp_entries where user_id = ${userId} and action = 'hype' order by id`
}

describe('hyping', () => {
  test('counts, earns five points and says where that leads', async ({ member }) => {
    const { id } = await upcoming()
    const { status, body } = await toggle(member, id, { hyped: true })
    expect(status).toBe(200)
    expect(body).toEqual({
      hyped: true,
      hype_count: 1,
      reminders: [expect.any(String), expect.any(String)],
      gamification_info: {
        gamification: {
          success: true,
          message: null,
          xp_earned: 5,
          trust_score: 50,
          current_level: 1,
          current_xp: 5,
          next_level_xp: 100,
          level_up: false,
          progress_percentage: 5,
          retry_in_hours: null,
        },
      },
    })
  })

  test('without a body flips, with one it sets and may be repeated', async ({ member }) => {
    const { id } = await upcoming()
    const states: [boolean, number][] = []
    for (const hyped of [undefined, undefined, undefined, true, true, false, false, undefined]) {
      const { body } = await toggle(member, id, { hyped })
      states.push([body.hyped, body.hype_count])
    }
    expect(states).toEqual([
      [true, 1],
      [false, 0],
      [true, 1],
      [true, 1],
      [true, 1],
      [false, 0],
      [false, 0],
      [true, 1],
    ])
    expect(await countOf(id)).toEqual({ kept: 1, rows: 1 })
  })

  test('ten times at once counts and earns once', async ({ member }) => {
    const { id } = await upcoming()
    const clicks = Array.from({ length: 10 }, () => toggle(member, id, { hyped: true }))
    const answers = await Promise.all(clicks)
    expect(answers.every(({ body }) => body.hyped && body.hype_count === 1)).toBe(true)
    const earned = answers.map(({ body }) => body.gamification_info.gamification.xp_earned)
    expect(earned.toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 5])
    expect(await countOf(id)).toEqual({ kept: 1, rows: 1 })
    expect(await ledgerOf(member)).toEqual([{ points: 5, is_reversal: 0 }])
  })

  test.each([false, undefined])(
    'is taken back by a soft-banned member (hyped: %s), and not set again',
    async (hyped) => {
      const member = await createMember(worker)
      const { id } = await upcoming()
      await toggle(member, id, { hyped: true })
      await worker.sql`update users set is_soft_banned = 1 where id = ${member.userId}`
      const { status, body } = await toggle(member, id, { hyped })
      expect([status, body.hyped, body.hype_count]).toEqual([200, false, 0])
      for (const again of [true, undefined]) {
        const refused = await toggle(member, id, { hyped: again })
        expect([refused.status, refused.body.code]).toEqual([403, 'account_restricted'])
      }
      expect(await countOf(id)).toEqual({ kept: 0, rows: 0 })
      expect((await ledgerOf(member)).map(({ points }) => points)).toEqual([5, -5])
    },
  )

  test('by twenty members at once, some changing their mind, keeps the exact count [ASVS 2.3.3, 2.3.4]', async () => {
    const members = await Promise.all(Array.from({ length: 20 }, () => createMember(worker)))
    const { id } = await upcoming()
    await Promise.all(members.map((member) => toggle(member, id, { hyped: true })))
    expect(await countOf(id)).toEqual({ kept: 20, rows: 20 })
    await Promise.all(
      members.map((member, index) => toggle(member, id, { hyped: index % 2 === 0 })),
    )
    expect(await countOf(id)).toEqual({ kept: 10, rows: 10 })
    const list = await worker.call<{ items: { id: number; hype_count: number }[] }>(
      'GET',
      'events/most_hyped',
    )
    expect(list.body.items[0]).toMatchObject({ id, hype_count: 10 })
  })

  test('closes at the end, not at the start, and with a cancellation', async ({ member }) => {
    const now = Date.now()
    const { id } = await createEvent(worker, { startAt: now + hour, endAt: now + 2 * hour })
    expect((await toggle(member, id, { hyped: true, now: now + 2 * hour - 1 })).status).toBe(200)
    for (const hyped of [true, false]) {
      const closed = await toggle(member, id, { hyped, now: now + 2 * hour })
      expect([closed.status, closed.body.code]).toEqual([409, 'hype_closed'])
    }
    const cancelled = await createEvent(worker, {
      startAt: now + day,
      endAt: now + 2 * day,
      cancelledAt: now,
    })
    expect((await toggle(member, cancelled.id)).body.code).toBe('hype_closed')
    expect(await countOf(id)).toEqual({ kept: 1, rows: 1 })
  })

  test('is not possible for what is not public, nor with a wrong body', async ({ member }) => {
    const now = Date.now()
    for (const status of ['pending', 'rejected', 'disabled'] as const) {
      const { id } = await createEvent(worker, { status, startAt: now + day, endAt: now + 2 * day })
      const answer = await toggle(member, id, { hyped: true })
      expect([answer.status, answer.body.code]).toEqual([404, 'event_not_found'])
    }
    const { id } = await upcoming()
    for (const hyped of ['true', 1, null, []]) {
      const answer = await toggle(member, id, { hyped })
      expect([hyped, answer.status]).toEqual([hyped, 422])
    }
    expect(await countOf(id)).toEqual({ kept: 0, rows: 0 })
  })

  test('costs a trip to the database where it is new, otherwise two', async ({ member }) => {
    const { id } = await upcoming()
    for (const [hyped, trips] of [
      [true, 1],
      [true, 2],
      [false, 2],
      [undefined, 2],
    ] as const) {
      const before = worker.trips()
      await toggle(member, id, { hyped })
      expect([hyped, worker.trips() - before]).toEqual([hyped, trips])
    }
  })
})

describe('points for hypes', () => {
  test('are taken back with the hype, and earned anew with a new one', async ({ member }) => {
    const { id } = await upcoming()
    const points: number[] = []
    for (const hyped of [true, false, true, false, true]) {
      const { body } = await toggle(member, id, { hyped })
      points.push(body.gamification_info.gamification.current_xp)
    }
    expect(points).toEqual([5, 0, 5, 0, 5])
    expect((await ledgerOf(member)).map(({ points }) => points)).toEqual([5, -5, 5, -5, 5])
  })

  test('end at 50 in an hour and 150 in a day, and the answer says when to come back [ASVS 2.3.2]', async () => {
    const member = await createMember(worker)
    const start = Date.now()
    const events = await Promise.all(Array.from({ length: 45 }, () => upcoming(20)))
    const earn = async (count: number, now: number) => {
      const answers = []
      for (const event of events.splice(0, count)) {
        const { status, body } = await toggle(member, event.id, { hyped: true, now })
        expect([status, body.hyped]).toEqual([200, true])
        answers.push(body.gamification_info.gamification)
      }
      return answers
    }
    const sum = (answers: { xp_earned: number }[]) =>
      answers.reduce((total, { xp_earned }) => total + xp_earned, 0)

    expect(sum(await earn(10, start))).toBe(50)
    const [capped] = await earn(1, start + hour - 1)
    expect(capped).toMatchObject({ xp_earned: 0, retry_in_hours: 1, success: true, current_xp: 50 })
    expect(capped?.message).toMatch(/ 1 h\./)
    expect(sum(await earn(11, start + 2 * hour))).toBe(50)
    expect(sum(await earn(11, start + 4 * hour))).toBe(50)
    const [, overDay] = await earn(2, start + 6 * hour)
    expect(overDay).toMatchObject({ xp_earned: 0, retry_in_hours: 24 })
    expect(overDay?.message).toMatch(/ 24 h\./)
    expect(sum(await earn(2, start + day + hour))).toBe(10)
    expect(await xpOf(worker, member)).toBe(160)
  })

  test('do not come back by taking hypes back within the hour', async ({ member }) => {
    const { id } = await upcoming()
    for (let click = 0; click < 10; click += 1) {
      await toggle(member, id, { hyped: true })
      await toggle(member, id, { hyped: false })
    }
    const { body } = await toggle(member, id, { hyped: true })
    expect(body.gamification_info.gamification).toMatchObject({ xp_earned: 0, current_xp: 0 })
  })

  test('lift the member to the next level, and the answer says so', async ({ member }) => {
    await grantXp(worker, member, 97)
    const { id } = await upcoming()
    const { body } = await toggle(member, id, { hyped: true })
    expect(body.gamification_info.gamification).toMatchObject({
      level_up: true,
      current_level: 2,
      current_xp: 2,
      next_level_xp: 255,
    })
    const again = await toggle(member, id, { hyped: false })
    expect(again.body.gamification_info.gamification).toMatchObject({
      level_up: false,
      current_level: 1,
      current_xp: 97,
    })
    const stats = await worker.call<StatsView>('GET', 'achievements/me/stats', {
      token: member.token,
    })
    expect(stats.body.level_info).toMatchObject({
      current_level: 1,
      current_xp: 97,
      total_xp: 97,
      progress_percentage: 97,
    })
  })

  test('recomputed from the ledger are the figures that were kept', async () => {
    const figures = () => worker.sql`select id, total_xp, trust from users order by id`
    const member = await createMember(worker, { trust: 45 })
    for (const delta of [9, -20, 4, -90, 3]) {
      await worker.sql`insert into trust_entries (user_id, action, subject, delta, at)
        values (${member.userId}, 'granted', hex(randomblob(8)), ${delta}, 0)`
    }
    const kept = await figures()
    expect(kept.length).toBeGreaterThan(25)
    await worker.sql`update users set total_xp = 7, trust = 7`
    const { db } = worker.environment
    await batch(db, 'write', recomputeProgress({ now: Date.now() }))
    expect(await figures()).toEqual(kept)
  })
})

test('relations name what one hyped, the last first, and nobody else’s', async () => {
  const [member, other] = [await createMember(worker), await createMember(worker)]
  const [one, two] = [await upcoming(), await upcoming()]
  const now = Date.now()
  await toggle(member, one.id, { hyped: true, now: now + 1 })
  await toggle(member, two.id, { hyped: true, now: now + 2 })
  await toggle(other, one.id, { hyped: true })
  const relations = async ({ token }: Member) =>
    worker.get<HypesAndFollowsView>('users/me/relations', { token })
  expect(await relations(member)).toEqual({
    hyped_events: [two.id, one.id],
    followed_streamers: [],
    followed_games: [],
    followed_groups: [],
    own_streamer: null,
  })
  await toggle(member, two.id, { hyped: false })
  expect((await relations(member)).hyped_events).toEqual([one.id])
})
