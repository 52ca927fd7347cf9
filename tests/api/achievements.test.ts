import { readFileSync } from 'node:fs'
import { describe, expect } from 'vitest'
import type {
  AchievementsView,
  MyAchievementsView,
  NewAchievements,
  SeenAchievementsView,
} from '#worker/features/gamification/achievements/contract.ts'
import type {
  LeaderboardPage,
  MyRankView,
} from '#worker/features/gamification/leaderboard/contract.ts'
import { insertGame } from '#tests/support/factories/directory.ts'
import { type Member, createMember } from '#tests/support/factories/members.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'
let games: number[]
test.beforeAll(async () => {
  games = [
    await insertGame(worker, 'One'),
    await insertGame(worker, 'Two'),
    await insertGame(worker, 'Three'),
  ]
})

async function follow({ token }: Member, game: number | undefined): Promise<void> {
  await worker.call('PUT', `games/${game}/toggle_follow`, { token, body: { followed: true } })
}

/** Follows three games: one achievement, and nine points. */
async function player(): Promise<Member> {
  const member = await createMember(worker)
  for (const game of games) await follow(member, game)
  return member
}

async function newOf({ token }: Member, language = 'en'): Promise<NewAchievements> {
  return worker.get<NewAchievements>('achievements/new', {
    token,
    headers: { 'Accept-Language': language },
  })
}

async function see({ token }: Member, body: object) {
  return worker.call<SeenAchievementsView>('PUT', 'achievements/new/seen', { token, body })
}

describe('achievements', () => {
  test('are listed in each language, with the share of members who hold them', async () => {
    await player()
    for (const language of ['en', 'es', 'fr']) {
      const body = await worker.get<AchievementsView>(`achievements?language=${language}`)
      expect(body.items.length).toBeGreaterThanOrEqual(48)
      expect(new Set(body.items.map((item) => item.name)).size).toBe(body.items.length)
    }
    const body = await worker.get<AchievementsView>('achievements')
    const held = body.items.find(({ identifier }) => identifier === 'player')
    expect(held).toMatchObject({ category: 'platform', tier: 'bronze', threshold: 3 })
    expect(held?.unlocked_percentage).toBeGreaterThan(0)
    expect(readFileSync(`public${held?.picture_url}`, 'utf8')).toMatch(/^<svg /)
  })

  test('come with the member’s own progress', async ({ member }) => {
    await follow(member, games[0])
    const body = await worker.get<MyAchievementsView>('achievements/me', {
      token: member.token,
    })
    expect(body.items.find(({ identifier }) => identifier === 'player')).toMatchObject({
      progress: 1,
      threshold: 3,
      is_unlocked: false,
      unlocked_at: null,
    })
    expect(body.items.find(({ identifier }) => identifier === 'level_2')).toMatchObject({
      progress: 1,
      threshold: 2,
    })
    expect(body).toMatchObject({ unlocked_count: 0, trust_score: 50 })
    expect(body.level_info.current_level).toBe(1)
  })

  test('are new until one browser announced them; reading changes nothing', async () => {
    const member = await player()
    expect(await newOf(member)).toMatchObject([{ identifier: 'player' }])
    const [inFrench] = await newOf(member, 'fr')
    const [inSpanish] = await newOf(member, 'es')
    expect(inFrench?.description).not.toBe(inSpanish?.description)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => see(member, { identifiers: ['player', 'no_such'] })),
    )
    expect(answers.flatMap(({ body }) => body.identifiers)).toEqual(['player'])
    expect(await newOf(member)).toEqual([])
  })

  test('level by level, are announced once, and no level before it is reached', async () => {
    const member = await player()
    await worker.sql`insert into xp_entries (user_id, action, subject, points, at)
      values (${member.userId}, 'hype', 'x', 400, 0)`
    expect((await see(member, { level: 50 })).body.level).toBe(3)
    const answers = await Promise.all([see(member, { level: 3 }), see(member, { level: 2 })])
    expect(answers.map(({ body }) => body.level)).toEqual([null, null])
  })

  test.each([
    ['achievements?language=de', 'GET', undefined],
    ['achievements/new/seen', 'PUT', { identifiers: 'player' }],
    ['achievements/new/seen', 'PUT', { level: 0 }],
    ['achievements/new/seen', 'PUT', { level: 2.5 }],
    ['leaderboard?period=year', 'GET', undefined],
    ['leaderboard?cursor=x', 'GET', undefined],
    ['leaderboard/me?period=', 'GET', undefined],
  ] as const)('refuse %s by %s of %o', async (path, method, body) => {
    const { token } = await createMember(worker)
    expect((await worker.call(method, path, { token, ...(body && { body }) })).status).toBe(422)
  })

  test('earn nothing while suspended, and say so', async ({ member }) => {
    await worker.sql`update users set gamification_suspended_at = 1 where id = ${member.userId}`
    const { body } = await worker.call('PUT', `games/${games[0]}/toggle_follow`, {
      token: member.token,
      body: { followed: true },
    })
    expect(body).toMatchObject({
      followed: true,
      gamification_info: {
        gamification: {
          success: false,
          xp_earned: 0,
          message: expect.stringContaining('suspended'),
        },
      },
    })
  })
})

describe('the leaderboard', () => {
  test('shows this week’s members by XP, and one’s own place', async () => {
    const [first, second] = [await player(), await createMember(worker)]
    await follow(second, games[0])
    const body = await worker.get<LeaderboardPage>('leaderboard?limit=100')
    const names = body.items.map(({ username }) => username)
    expect(names.indexOf(first.username)).toBeLessThan(names.indexOf(second.username))
    const own = await worker.call<MyRankView>('GET', 'leaderboard/me', { token: second.token })
    expect(own.body).toMatchObject({ absence: null, xp: 3 })
    expect(own.body.neighbours.find((one) => one.is_me)?.username).toBe(second.username)
  })
})
