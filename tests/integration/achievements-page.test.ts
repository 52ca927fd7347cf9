import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { placeMember, query, type Member } from '#tests/members.ts'
import { startTestWorker, type TestWorker } from '#tests/worker.ts'

let worker: TestWorker
let member: Member
beforeAll(async () => {
  worker = await startTestWorker()
  member = await placeMember(worker)
  await query(
    worker,
    `insert into unlocked_achievements (user_id, achievement, unlocked_at) values (?, 'scout', 1)`,
    member.userId,
  )
  await query(
    worker,
    `insert into xp_entries (user_id, action, subject, points, at) values (?, 'hype', 'x', 130, ?)`,
    member.userId,
    Date.now(),
  )
})
afterAll(() => worker.close())

async function open(path: string, { token } = member) {
  const response = await worker.fetch(path, {
    redirect: 'manual',
    headers: token ? { Cookie: `access_token=${token}` } : {},
  })
  return { response, html: await response.text() }
}

const namesIn = (html: string) => [...html.matchAll(/<h3>([^<]+)<\/h3>/g)].map(([, name]) => name)

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
    const other = await placeMember(worker)
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

  test('what means nothing in the address is left out', async () => {
    const { html } = await open('/achievements?show=x&category=y&period=z')
    expect(namesIn(html)).toHaveLength(59)
  })
})
