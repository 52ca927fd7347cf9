import { expect } from 'vitest'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import { batch } from '#worker/db/client.ts'
import type { FollowStreamersView } from '#worker/features/directory/follows/contract.ts'
import { recomputeProgress } from '#worker/features/gamification/ledger/recompute.ts'
import { insertFollows, insertStreamer } from '#tests/support/factories/directory.ts'
import {
  type Member,
  callAs,
  createMember,
  grantXp,
  xpOf,
} from '#tests/support/factories/members.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'

function followMany(member: Member, streamer_ids: unknown, now = Date.now()) {
  return callAs<FollowStreamersView & ErrorEnvelope>(worker, member, 'POST', 'users/me/follows', {
    body: { streamer_ids },
    now,
  })
}

let names = 0
async function placeStreamers(many: number): Promise<number[]> {
  const ids: number[] = []
  for (let index = 0; index < many; index += 1) {
    names += 1
    ids.push(await insertStreamer(worker, `Many ${names}`))
  }
  return ids
}

async function countsOf(ids: number[]) {
  const rows = await worker.sql<{ kept: number; rows: number }>`select follow_count as kept,
    (select count(*) from streamer_follows f where f.streamer_id = s.id) as rows
    from streamers s where id in (select value from json_each(${JSON.stringify(ids)}))`
  return rows.map(({ kept, rows }) => [kept, rows])
}

function pointsOf({ userId }: Member) {
  return worker.sql<{ points: number; subject: string }>`select points, subject from xp_entries
    where user_id = ${userId} and action = 'follow' order by id`
}

test('follows all that exist, counts each once and earns three points for each', async () => {
  const member = await createMember(worker)
  const other = await createMember(worker)
  const [first = 0, ...rest] = await placeStreamers(4)
  const ids = [first, ...rest]
  await insertFollows(worker, 'streamer', first, [other])
  const trips = worker.trips()
  const { status, body } = await followMany(member, [...ids, ...ids, 999_999])
  expect(worker.trips() - trips).toBe(2)
  expect(status).toBe(200)
  expect(body.followed_streamers).toEqual(ids)
  expect(body.gamification_info.gamification).toMatchObject({
    success: true,
    xp_earned: 12,
    current_xp: 12,
    retry_in_hours: null,
    message: null,
  })
  expect(await countsOf(ids)).toEqual([
    [2, 2],
    [1, 1],
    [1, 1],
    [1, 1],
  ])
  expect(await pointsOf(member)).toHaveLength(4)
})

test('again, at once or in part, changes nothing that stands', async ({ member }) => {
  const ids = await placeStreamers(6)
  const answers = await Promise.all(
    [ids, ids.slice(2), ids.slice(0, 3), ids].map((some) => followMany(member, some)),
  )
  expect(answers.every(({ status }) => status === 200)).toBe(true)
  expect(await countsOf(ids)).toEqual(ids.map(() => [1, 1]))
  expect([await xpOf(worker, member), (await pointsOf(member)).length]).toEqual([18, 6])
  const { body } = await followMany(member, ids)
  expect(body.gamification_info.gamification).toMatchObject({ xp_earned: 0, retry_in_hours: null })
  await callAs(worker, member, 'PUT', `streamers/${ids[0]}/toggle_follow`, {
    body: { followed: false },
  })
  expect(await xpOf(worker, member)).toBe(15)
  await followMany(member, ids)
  expect(await xpOf(worker, member)).toBe(18)
  const { db } = worker.environment
  await batch(db, 'write', recomputeProgress({ now: Date.now() }))
  expect(await xpOf(worker, member)).toBe(18)
})

test('earns no more than single follows do, in an hour and in a day', async ({ member }) => {
  const ids = await placeStreamers(100)
  const start = Date.now()
  await callAs(worker, member, 'PUT', `streamers/${ids[99]}/toggle_follow`, {
    body: { followed: true },
    now: start,
  })
  const { body } = await followMany(member, ids, start + 1)
  expect(body.followed_streamers).toEqual(ids)
  const gamification = body.gamification_info.gamification
  expect(gamification).toMatchObject({ xp_earned: 27, current_xp: 30, retry_in_hours: 1 })
  expect(gamification.message).toMatch(/ 1 h\./)
  const points = (await pointsOf(member)).map((entry) => entry.points)
  expect(points.filter((one) => one === 3)).toHaveLength(10)
  expect(points.filter((one) => one === 0)).toHaveLength(90)
  for (const [at, earned] of [
    [start + 2 * hour, 30],
    [start + 4 * hour, 30],
    [start + 6 * hour, 0],
  ] as const) {
    const later = await followMany(member, await placeStreamers(11), at)
    expect(later.body.gamification_info.gamification.xp_earned).toBe(earned)
  }
  const overDay = await followMany(member, await placeStreamers(1), start + 7 * hour)
  expect(overDay.body.gamification_info.gamification.retry_in_hours).toBe(24)
  const next = await followMany(member, await placeStreamers(1), start + day + hour)
  expect(next.body.gamification_info.gamification.xp_earned).toBe(3)
})

test('tells of a level that is reached by it, once', async ({ member }) => {
  await grantXp(worker, member, 90)
  const ids = await placeStreamers(8)
  const { body } = await followMany(member, ids)
  expect(body.gamification_info.gamification).toMatchObject({ level_up: true, current_level: 2 })
  await followMany(member, ids)
  const notices = await worker.sql`select payload from deliveries where user_id = ${member.userId}
    and kind = 'level_up' and channel = 'in_app'`
  expect(notices).toEqual([{ payload: '{"level":2}' }])
})

test('takes one to a hundred ids, of members who may follow', async ({ member }) => {
  const ids = await placeStreamers(2)
  const tooMany = Array.from({ length: 101 }, (_, index) => index + 1)
  for (const wrong of [[], tooMany, ['1'], [0], [1.5], [null], 'all', undefined]) {
    expect((await followMany(member, wrong)).status).toBe(422)
  }
  expect((await followMany(member, [999_998])).body.followed_streamers).toEqual([])
  const banned = await createMember(worker, { isSoftBanned: true })
  const refused = await followMany(banned, ids)
  expect([refused.status, refused.body.code]).toEqual([403, 'account_restricted'])
  expect(await countsOf(ids)).toEqual(ids.map(() => [0, 0]))
})

test('where Twitch is not set up, nothing can be imported', async ({ member }) => {
  const answer = await callAs(worker, member, 'GET', 'users/me/followed_channels')
  expect([answer.status, answer.body.code]).toEqual([404, 'provider_off'])
})
