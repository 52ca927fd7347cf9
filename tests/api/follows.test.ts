import { describe, expect } from 'vitest'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import { batch } from '#worker/db/client.ts'
import type { FollowView } from '#worker/features/directory/follows/contract.ts'
import type { HypesAndFollowsView } from '#worker/features/hype/contract.ts'
import { recomputeProgress } from '#worker/features/gamification/ledger/recompute.ts'
import { insertGame, insertGroup, insertStreamer } from '#tests/support/factories/directory.ts'
import { type Member, callAs, createMember, xpOf } from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'

const insertSubject = { streamers: insertStreamer, games: insertGame, groups: insertGroup }
type Kind = keyof typeof insertSubject
type Target = `${Kind}/${number}`
type Asked = { followed?: unknown; now?: number }

function toggle(member: Member, target: Target, { followed, now = Date.now() }: Asked = {}) {
  const body = followed === undefined ? undefined : { followed }
  const path = `${target}/toggle_follow`
  return callAs<FollowView & ErrorEnvelope>(worker, member, 'PUT', path, { body, now })
}

let names = 0
async function newTarget(kind: Kind): Promise<Target> {
  names += 1
  return `${kind}/${await insertSubject[kind](worker, `Followed ${names}`)}`
}

async function countOf(target: Target) {
  const [table, id] = target.split('/')
  const kind = table?.slice(0, -1)
  const kept = kind === 'group' ? 'event_groups' : table
  const [row] = await query<{ kept: number; rows: number }>(
    worker,
    `select follow_count as kept, (select count(*) from ${kind}_follows f
        where f.${kind}_id = t.id) as rows from ${kept} t where id = ?`,
    Number(id),
  )
  return row
}

function ledgerOf({ userId }: Member) {
  return worker.sql<{ points: number; subject: string }>`select points, subject from xp_entries
    where user_id = ${userId} and action = 'follow' order by id`
}

describe.each(['streamers', 'games', 'groups'] as const)('following %s', (kind) => {
  test('counts, earns three points and says where that leads', async ({ member }) => {
    const target = await newTarget(kind)
    const { status, body } = await toggle(member, target, { followed: true })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      followed: true,
      followers: 1,
      gamification_info: {
        gamification: { success: true, xp_earned: 3, current_xp: 3, retry_in_hours: null },
      },
    })
    expect(await countOf(target)).toEqual({ kept: 1, rows: 1 })
    const subject = target.replace('s/', ':')
    expect(await ledgerOf(member)).toEqual([{ points: 3, subject }])
  })

  test('without a body flips, with one it sets and may be repeated', async ({ member }) => {
    const target = await newTarget(kind)
    const states: [boolean, number][] = []
    for (const followed of [undefined, undefined, true, true, false, false, undefined]) {
      const { body } = await toggle(member, target, { followed })
      states.push([body.followed, body.followers])
    }
    expect(states).toEqual([
      [true, 1],
      [false, 0],
      [true, 1],
      [true, 1],
      [false, 0],
      [false, 0],
      [true, 1],
    ])
    expect(await countOf(target)).toEqual({ kept: 1, rows: 1 })
  })

  test('ten times at once counts and earns once', async ({ member }) => {
    const target = await newTarget(kind)
    const clicks = Array.from({ length: 10 }, () => toggle(member, target, { followed: true }))
    const answers = await Promise.all(clicks)
    expect(answers.every(({ body }) => body.followed && body.followers === 1)).toBe(true)
    expect((await ledgerOf(member)).map(({ points }) => points)).toEqual([3])
    expect(await countOf(target)).toEqual({ kept: 1, rows: 1 })
  })

  test('is not possible for what does not exist, nor with a wrong body', async ({ member }) => {
    for (const followed of [true, false, undefined]) {
      const { status, body } = await toggle(member, `${kind}/999999`, { followed })
      expect([status, body.code]).toEqual([404, `${kind.slice(0, -1)}_not_found`])
    }
    const target = await newTarget(kind)
    for (const followed of ['true', 1, null, []]) {
      expect((await toggle(member, target, { followed })).status).toBe(422)
    }
    expect(await countOf(target)).toEqual({ kept: 0, rows: 0 })
  })

  test('is closed to soft-banned members, who are told why', async () => {
    const member = await createMember(worker, { isSoftBanned: true })
    const target = await newTarget(kind)
    const { status, body } = await toggle(member, target, { followed: true })
    expect([status, body.code]).toEqual([403, 'account_restricted'])
    expect(await countOf(target)).toEqual({ kept: 0, rows: 0 })
  })

  test.each([{ followed: false }, {}])(
    'is taken back by a soft-banned member with %j, and not set again',
    async (change) => {
      const member = await createMember(worker)
      const target = await newTarget(kind)
      await toggle(member, target, { followed: true })
      await worker.sql`update users set is_soft_banned = 1 where id = ${member.userId}`
      const { status, body } = await toggle(member, target, change)
      expect([status, body.followed, body.followers]).toEqual([200, false, 0])
      expect((await ledgerOf(member)).map(({ points }) => points)).toEqual([3, -3])
      for (const again of [{ followed: true }, {}]) {
        const refused = await toggle(member, target, again)
        expect([refused.status, refused.body.code]).toEqual([403, 'account_restricted'])
      }
      expect((await toggle(member, target, { followed: false })).status).toBe(200)
      expect(await countOf(target)).toEqual({ kept: 0, rows: 0 })
    },
  )

  test('costs two trips to the database', async ({ member }) => {
    const target = await newTarget(kind)
    for (const followed of [true, false, undefined]) {
      const before = worker.trips()
      await toggle(member, target, { followed })
      expect(worker.trips() - before).toBe(2)
    }
  })
})

describe('points for follows', () => {
  test('are taken back with the follow, and recomputing leads to the same figure', async () => {
    const member = await createMember(worker)
    const target = await newTarget('streamers')
    const points: number[] = []
    for (const followed of [true, false, true]) {
      const { body } = await toggle(member, target, { followed })
      points.push(body.gamification_info.gamification.current_xp)
    }
    expect(points).toEqual([3, 0, 3])
    const { db } = worker.environment
    await batch(db, 'write', recomputeProgress({ now: Date.now() }))
    expect(await xpOf(worker, member)).toBe(3)
  })

  test('end at 30 in an hour and 90 in a day over streamers, games and groups together', async () => {
    const member = await createMember(worker)
    const start = Date.now()
    async function earn(count: number, now: number) {
      const earned = []
      for (let index = 0; index < count; index += 1) {
        const target = await newTarget(
          (['games', 'streamers', 'groups'] as const)[index % 3] ?? 'games',
        )
        const { status, body } = await toggle(member, target, { followed: true, now })
        expect([status, body.followed]).toEqual([200, true])
        earned.push(body.gamification_info.gamification)
      }
      return earned
    }
    const sum = (earned: { xp_earned: number }[]) =>
      earned.reduce((total, { xp_earned }) => total + xp_earned, 0)
    expect(sum(await earn(10, start))).toBe(30)
    const [capped] = await earn(1, start + hour - 1)
    expect(capped).toMatchObject({ xp_earned: 0, retry_in_hours: 1, success: true })
    expect(capped?.message).toMatch(/ 1 h\./)
    expect(sum(await earn(10, start + 2 * hour))).toBe(30)
    expect(sum(await earn(10, start + 4 * hour))).toBe(30)
    const [overDay] = await earn(1, start + 6 * hour)
    expect(overDay).toMatchObject({ xp_earned: 0, retry_in_hours: 24 })
    expect(sum(await earn(1, start + day + hour))).toBe(3)
  })
})

test('what a member follows stands among their relations', async ({ member }) => {
  const streamer = await newTarget('streamers')
  const game = await newTarget('games')
  await toggle(member, streamer, { followed: true })
  const group = await newTarget('groups')
  await toggle(member, game, { followed: true })
  await toggle(member, group, { followed: true })
  const body = await worker.get<HypesAndFollowsView>('users/me/relations', {
    token: member.token,
  })
  expect(body).toEqual({
    hyped_events: [],
    followed_streamers: [Number(streamer.split('/')[1])],
    followed_games: [Number(game.split('/')[1])],
    followed_groups: [Number(group.split('/')[1])],
    own_streamer: null,
  })
})
