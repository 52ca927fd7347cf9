import { afterEach, describe, expect } from 'vitest'
import { m } from '#messages'
import { achievementIds } from '#worker/features/gamification/ledger/achievement-catalogue.ts'
import { startDatabaseProxy, type DatabaseProxy } from '#tests/support/fakes/database-proxy.ts'
import { type Member, createMember } from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'
import { testWith, worker } from '#tests/support/fixtures/built-worker.ts'

let proxy: DatabaseProxy
let member: Member
const test = testWith(async () => (proxy = await startDatabaseProxy()))

test.beforeAll(async () => {
  proxy.target = worker.environment.libsql?.url ?? ''
  member = await createMember(worker)
  await worker.sql`insert into unlocked_achievements (user_id, achievement, unlocked_at)
    values (${member.userId}, 'scout', 1)`
  await earn(member, 130)
})
afterEach(() => {
  proxy.failing = 0
})

function earn({ userId }: Member, points: number): Promise<unknown> {
  return worker.sql`insert into xp_entries (user_id, action, subject, points, at)
    values (${userId}, 'hype', 'x', ${points}, ${Date.now()})`
}

async function open(path: string, { token } = member) {
  const response = await worker.fetch(path, {
    redirect: 'manual',
    headers: token ? { Cookie: `access_token=${token}` } : {},
  })
  return { response, html: await response.text() }
}

const namesIn = (html: string) => [...html.matchAll(/<h3>([^<]+)<\/h3>/g)].map(([, name]) => name)

/** State that the page gives to the script that compares it with the member's settings. */
const shownIn = (html: string) =>
  [...html.matchAll(/data-rewards-shown="([^"]*)"/g)].map(([, shown]) => shown)

describe('the page of rewards', () => {
  test('is whole in its first HTML, for its member alone', async () => {
    const { response, html } = await open('/achievements')
    expect(response.status).toBe(200)
    expect(response.headers.get('Cache-Control')).toContain('no-store')
    expect(html).toContain('Level 2')
    expect(html).toMatch(/30 of 255 XP/)
    expect(namesIn(html)).toHaveLength(59)
    expect(namesIn(html)[0]).toBe('Sharp eye')
    expect(html).toContain(member.username)
    const other = await createMember(worker)
    expect((await open('/achievements', other)).html).toContain('Level 1')
  })

  test.each([
    ['?show=unlocked', ['Sharp eye']],
    ['?show=unlocked&category=levels', []],
    ['?q=sharp+EYE', ['Sharp eye']],
    ['?q=%22%3E%3Cimg+src=x%3E', []],
    ['?category=levels', expect.arrayContaining(['Double digits'])],
  ])('%s shows %j', async (search, names) => {
    const { html } = await open(`/achievements${search}`)
    expect(namesIn(html)).toEqual(names)
    expect(html.includes('"><img src=x>')).toBe(false)
  })

  test.each(['/es/achievements', '/fr/achievements'])('%s speaks its language', async (path) => {
    const { html } = await open(path)
    expect(namesIn(html)).toHaveLength(59)
    expect(html).not.toContain('Sharp eye')
  })

  test('where nothing is left says why', async ({ member: fresh }) => {
    const said = (html: string) => /class="empty"[^]*?<h2>([^<]+)/.exec(html)?.[1]
    expect(said((await open('/achievements?show=unlocked', fresh)).html)).toBe(
      'Nothing unlocked yet',
    )
    expect(said((await open('/achievements?show=locked&q=zzz', fresh)).html)).toBe(
      'No achievements found',
    )
    await worker.sql`insert into unlocked_achievements (user_id, achievement, unlocked_at)
      select ${fresh.userId}, value, 1 from json_each(${JSON.stringify(achievementIds)})`
    expect(said((await open('/achievements?show=locked', fresh)).html)).toBe(
      'All achievements unlocked',
    )
  })

  test('says whether it shows rewards only where that could be read', async ({ member: own }) => {
    expect(shownIn((await open('/achievements', own)).html)).toEqual(['on'])
    await worker.sql`update users set is_gamified = 0 where id = ${own.userId}`
    expect(shownIn((await open('/achievements', own)).html)).toEqual(['off'])
    proxy.failing = 4
    expect(shownIn((await open('/achievements', own)).html)).toEqual([])
  })

  test('what means nothing in the address is left out', async () => {
    const { html } = await open('/achievements?show=x&category=y&period=z')
    expect(namesIn(html)).toHaveLength(59)
  })
})

/** The places on the leaderboard, in their order. */
function placesIn(html: string): number[] {
  return [...html.matchAll(/"leaderboard-rank[^>]*>(\d+)/g)].map(([, rank]) => Number(rank))
}

describe('the leaderboard of the page', () => {
  test('shows a member further down among their neighbours, and nobody twice', async () => {
    const others: Member[] = []
    for (let place = 2; place <= 14; place += 1) {
      const other = await createMember(worker)
      await earn(other, 100 - place)
      others.push(other)
    }
    const firstTen = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    expect(placesIn((await open('/achievements', others[12])).html)).toEqual([
      ...firstTen,
      12,
      13,
      14,
    ])
    expect(placesIn((await open('/achievements', others[9])).html)).toEqual([
      ...firstTen,
      11,
      12,
      13,
    ])
    const { html } = await open('/achievements')
    expect(placesIn(html)).toEqual(firstTen)
    expect(html).toContain('Your rank: 1 of 14')
  })

  test.each([
    ['is_on_leaderboard = 0', 'opted_out'],
    ['leaderboard_excluded_at = 1', 'excluded'],
    ['gamification_suspended_at = 1', 'suspended'],
    ['is_soft_banned = 1', 'restricted'],
    ['is_on_leaderboard = 1', 'no_xp'],
  ] as const)('says with %s why there is no place', async (change, absence) => {
    const absent = await createMember(worker)
    await query(worker, `update users set ${change} where id = ?`, absent.userId)
    const { html } = await open('/achievements', absent)
    expect(html).toContain(m[`leaderboard_${absence}`]({}, { locale: 'en' }))
  })

  test.each([2, 3, 4])('stays where achievements fail, with statement %i', async (statement) => {
    proxy.failing = statement
    const { response, html } = await open('/achievements')
    expect(response.status).toBe(200)
    expect(html).toContain('Failed to fetch achievements')
    expect([namesIn(html), shownIn(html)]).toEqual([[], []])
    expect(placesIn(html)).toHaveLength(10)
  })

  test.each([5, 6, 7, 8, 9])('fails alone, with statement %i of the page', async (statement) => {
    proxy.failing = statement
    const { response, html } = await open('/achievements')
    expect(response.status).toBe(200)
    expect(namesIn(html)).toHaveLength(59)
    expect(html).toContain(m.load_error_leaderboard({}, { locale: 'en' }))
    expect(placesIn(html)).toEqual([])
  })
})
