import { describe, expect } from 'vitest'
import type { ErrorEnvelope, FieldError } from '#worker/contracts/errors.ts'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import type { NotificationsView } from '#worker/features/notifications/contract.ts'
import type {
  LeaderboardPage,
  LedgerEntry,
  RankedMember,
} from '#worker/features/gamification/leaderboard/contract.ts'
import type { LeaderboardPeriod } from '#worker/features/gamification/ledger/contract.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import {
  type Member,
  callAs,
  createMember,
  grantXp,
  xpOf,
} from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'
import { day } from '#tests/support/drivers/durations.ts'
import { testWith, worker } from '#tests/support/fixtures/api.ts'
let moderator: Member
let admin: Member
const test = testWith({ RESPONSE_CACHE: 'off' })

test.beforeAll(async () => {
  moderator = await createMember(worker, { role: 'moderator' })
  admin = await createMember(worker, { role: 'admin' })
})

/** With XP of this moment, so that every period has it. */
async function placeEarner(points = 100): Promise<Member> {
  const member = await createMember(worker)
  await worker.sql`insert into xp_entries (user_id, action, subject, points, at)
    values (${member.userId}, 'proposal_approved', 'event:999999', ${points}, ${Date.now()})`
  return member
}

type Answered = RankedMember & ErrorEnvelope
type Change = { act: string; body?: unknown; key?: string; by?: Member }

function change({ userId }: Member, { act, body = { reason: 'Two accounts' }, key, by }: Change) {
  const path = `admin/leaderboard/${userId}/${act}?period=all`
  const headers: Record<string, string> = key === undefined ? {} : { 'Idempotency-Key': key }
  return worker.call<Answered>('PUT', path, { token: (by ?? admin).token, body, headers })
}

function correct(member: Member, points: number, key: string, reason = 'Counted twice') {
  return change(member, { act: 'correct', body: { points, reason }, key })
}

function list(search: string, by: Member = moderator) {
  const { token } = by
  return worker.call<AdminPage<RankedMember>>('GET', `admin/leaderboard?${search}`, { token })
}

async function find(member: Member, search = 'period=all'): Promise<RankedMember | undefined> {
  const { body } = await list(`${search}&q=${member.username}`, admin)
  return body.items.find(({ id }) => id === member.userId)
}

async function publicRank(member: Member, period: LeaderboardPeriod = 'all') {
  const path = `leaderboard?limit=100&period=${period}`
  const body = await worker.get<LeaderboardPage>(path)
  return body.items.find(({ username }) => username === member.username)
}

function ledger(member: Member, search = '', by: Member = moderator) {
  const path = `admin/leaderboard/${member.userId}/entries?${search}`
  return worker.call<AdminPage<LedgerEntry>>('GET', path, { token: by.token })
}

function written({ userId }: Member) {
  return worker.sql<Record<'act' | 'by' | 'to' | 'reason', unknown>>`select act, actor_id as by,
    to_state as "to", reason from audit_entries
    where subject_type = 'user' and subject_id = ${userId} order by id`
}

async function notificationsOf(member: Member, kind = 'gamification_decision') {
  const { token } = member
  const body = await worker.get<NotificationsView>('users/me/notifications', { token })
  return body.items.filter((one) => one.kind === kind).map(({ title, text }) => ({ title, text }))
}

const pathsOf = ({ details }: ErrorEnvelope) => (details as FieldError[]).map(({ path }) => path)
const acts = ['exclude', 'include', 'suspend', 'lift_suspension', 'correct']

describe('access', () => {
  test.each(acts)('%s is an admin’s alone', async (act) => {
    const [target, member] = [await placeEarner(), await createMember(worker)]
    const body = { points: 5, reason: 'Because' }
    const path = `admin/leaderboard/${target.userId}/${act}`
    const nobody = await worker.call('PUT', path, { body })
    expect([nobody.status, nobody.body.code]).toEqual([401, 'unauthenticated'])
    for (const by of [member, moderator]) {
      const refused = await change(target, { act, body, key: 'refused', by })
      expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
    }
    expect(await written(target)).toEqual([])
    expect(await xpOf(worker, target)).toBe(100)
  })
  test.each(['', '/1/entries'])('admin/leaderboard%s is the team’s to read', async (part) => {
    const statusFor = async (token?: string) =>
      (await worker.call('GET', `admin/leaderboard${part}`, token ? { token } : {})).status
    const member = await createMember(worker)
    expect([await statusFor(), await statusFor(member.token)]).toEqual([401, 403])
    expect([await statusFor(moderator.token), await statusFor(admin.token)]).toEqual([200, 200])
  })

  test('says what a moderator may do', async () => {
    const member = await placeEarner()
    const seenBy = async (by: Member) =>
      (await list(`q=${member.username}`, by)).body.items[0]?.acts
    expect(await seenBy(moderator)).toEqual([])
    expect(await seenBy(admin)).toEqual(['correct', 'exclude', 'suspend'])
  })
})

describe('the list', () => {
  test('has those whom the leaderboard hides, marked, without a rank', async () => {
    const flags: Record<string, string> = {
      excluded: 'leaderboard_excluded_at = 1',
      suspended: 'gamification_suspended_at = 1',
      opted_out: 'is_on_leaderboard = 0',
      restricted: 'is_soft_banned = 1',
      inactive: 'is_active = 0',
    }
    for (const [absence, flag] of Object.entries(flags)) {
      const member = await placeEarner(777)
      await query(worker, `update users set ${flag} where id = ?`, member.userId)
      const { body } = await list('period=week&per_page=100')
      const row = body.items.find(({ id }) => id === member.userId)
      expect(row).toMatchObject({ rank: null, xp: 777, absences: [absence] })
      const filter = absence === 'inactive' ? 'restricted' : absence
      const filtered = await list(`state=${filter}&per_page=100`)
      expect(filtered.body.items.map(({ id }) => id)).toContain(member.userId)
      const ranked = await list('state=ranked&per_page=100')
      expect(ranked.body.items.map(({ id }) => id)).not.toContain(member.userId)
    }
  })

  test('ranks as the leaderboard does, page by page', async () => {
    for (const points of [5000, 5000, 4000]) await placeEarner(points)
    const board = await worker.get<LeaderboardPage>('leaderboard?limit=20')
    const pages = [
      await list('state=ranked&per_page=10'),
      await list('state=ranked&per_page=10&page=2'),
    ]
    const ranked = pages.flatMap(({ body }) => body.items)
    expect(ranked.map(({ rank, username, xp }) => [rank, username, xp])).toEqual(
      board.items.map(({ rank, username, xp }) => [rank, username, xp]),
    )
    expect(ranked.slice(0, 3).map(({ rank }) => rank)).toEqual([1, 1, 3])
  })

  test('finds members without XP in the period by name alone', async ({ member }) => {
    await grantXp(worker, member, 40)
    const whole = await list('period=week&per_page=100')
    expect(whole.body.items.map(({ id }) => id)).not.toContain(member.userId)
    expect(await find(member, 'period=week')).toMatchObject({
      xp: 0,
      total_xp: 40,
      rank: null,
      absences: ['no_xp'],
    })
  })

  test.each(['period=year', 'state=gone', 'page=0', 'per_page=7'])('%s is 422', async (search) => {
    expect((await list(search)).status).toBe(422)
  })
})

describe('the ledger of a member', () => {
  test('says what each entry was for, newest first, by page', async ({ member }) => {
    const startAt = Date.now() + day
    const event = await createEvent(worker, { name: 'Cup', startAt, endAt: startAt + day })
    const path = `events/${event.id}/toggle_hype`
    for (const hyped of [true, false]) {
      await callAs(worker, member, 'PUT', path, { body: { hyped } })
    }
    await correct(member, 30, 'ledger')
    const { body } = await ledger(member)
    expect(body).toMatchObject({ page: 1, total: 3 })
    const subject = { type: 'event', name: 'Cup' }
    expect(body.items).toMatchObject([
      { action: 'correction', points: 30, subject: null, reason: 'Counted twice' },
      { action: 'hype', is_reversal: true, points: -5, subject },
      { action: 'hype', is_reversal: false, points: 5, subject, reason: null },
    ])
    expect((await ledger(member, 'page=2&per_page=10')).body).toMatchObject({ items: [], total: 3 })
  })

  test('names the articles that are pages of their own', async ({ member }) => {
    for (const subject of ['article:what-to-watch-this-week', 'article:zevent-2025-guide']) {
      await worker.sql`insert into xp_entries (user_id, action, subject, points, at)
        values (${member.userId}, 'article_read', ${subject}, 2, 1)`
    }
    const { body } = await ledger(member)
    expect(body.items.map(({ subject }) => subject)).toEqual([
      { type: 'article', name: 'ZEvent 2025' },
      { type: 'article', name: 'What to watch this week' },
    ])
  })

  test('of nobody is 404', async () => {
    const answer = await worker.call('GET', 'admin/leaderboard/99999999/entries', moderator)
    expect([answer.status, answer.body.code]).toEqual([404, 'user_not_found'])
  })
})

describe('a member who is excluded', () => {
  test('leaves the leaderboard, moves the others up, reads why, and comes back', async () => {
    const [first, second] = [await placeEarner(9000), await placeEarner(8000)]
    expect((await publicRank(second))?.rank).toBe(2)
    const answer = await change(first, { act: 'exclude' })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({
      id: first.userId,
      rank: null,
      xp: 9000,
      absences: ['excluded'],
      acts: ['correct', 'include', 'suspend'],
    })
    expect(await publicRank(first)).toBeUndefined()
    expect((await publicRank(second))?.rank).toBe(1)
    expect(await notificationsOf(first)).toEqual([
      {
        title: 'You were removed from the leaderboard',
        text: 'Reason: Two accounts\nYou keep your XP, level and achievements.',
      },
    ])
    const back = await change(first, { act: 'include', body: {} })
    expect(back.body).toMatchObject({ rank: 1, absences: [] })
    expect((await publicRank(first))?.rank).toBe(1)
    expect(await written(first)).toEqual([
      { act: 'exclude', by: admin.userId, to: null, reason: 'Two accounts' },
      { act: 'include', by: admin.userId, to: null, reason: null },
    ])
    expect(await notificationsOf(first)).toHaveLength(2)
    await change(first, { act: 'exclude' })
    await change(second, { act: 'exclude' })
  })

  test('twice excludes and notifies once', async () => {
    const member = await placeEarner()
    await change(member, { act: 'exclude' })
    const at = () =>
      worker.sql`select leaderboard_excluded_at as at from users where id = ${member.userId}`
    const before = await at()
    const again = await change(member, { act: 'exclude', body: { reason: 'Once more' } })
    expect([again.status, again.body.absences]).toEqual([200, ['excluded']])
    expect(await at()).toEqual(before)
    expect(await written(member)).toHaveLength(1)
    expect(await notificationsOf(member)).toHaveLength(1)
  })

  test('again after an inclusion notifies again, however fast', async () => {
    const member = await placeEarner()
    const now = Date.now()
    for (const act of ['exclude', 'include', 'exclude']) {
      const path = `admin/leaderboard/${member.userId}/${act}`
      await callAs(worker, admin, 'PUT', path, { body: { reason: act }, now })
    }
    expect(await notificationsOf(member)).toHaveLength(3)
  })
})

describe('a member whose gamification is suspended', () => {
  test('stops earning and gives the reason, until it is lifted', async () => {
    const member = await placeEarner()
    const startAt = Date.now() + day
    const event = await createEvent(worker, { startAt, endAt: startAt + day })
    const hype = (hyped: boolean) =>
      callAs<{ gamification_info: { gamification: { success: boolean; xp_earned: number } } }>(
        worker,
        member,
        'PUT',
        `events/${event.id}/toggle_hype`,
        { body: { hyped } },
      )
    const answer = await change(member, { act: 'suspend' })
    expect(answer.body).toMatchObject({
      rank: null,
      absences: ['suspended'],
      acts: ['correct', 'exclude', 'lift_suspension'],
    })
    expect((await hype(true)).body.gamification_info.gamification).toMatchObject({
      success: false,
      xp_earned: 0,
    })
    expect(await publicRank(member)).toBeUndefined()
    await hype(false)
    await change(member, { act: 'lift_suspension', body: { reason: 'A mistake' } })
    expect((await hype(true)).body.gamification_info.gamification).toMatchObject({
      success: true,
      xp_earned: 5,
    })
    expect(await publicRank(member)).toMatchObject({ xp: 105 })
    expect((await written(member)).map(({ act, reason }) => [act, reason])).toEqual([
      ['suspend', 'Two accounts'],
      ['lift_suspension', 'A mistake'],
    ])
    expect((await notificationsOf(member)).map(({ title }) => title)).toEqual([
      'You can earn XP and achievements again',
      'Your XP and achievements are suspended',
    ])
  })
})

describe('a correction', () => {
  test('counts in the total and in every period, and says why', async () => {
    const member = await placeEarner()
    const answer = await correct(member, -30, 'down')
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject({ xp: 70, total_xp: 70 })
    for (const period of ['week', 'month', 'all'] as const) {
      expect(await publicRank(member, period)).toMatchObject({ xp: 70 })
    }
    expect(await written(member)).toEqual([
      { act: 'correct', by: admin.userId, to: '-30', reason: 'Counted twice' },
    ])
    expect(await notificationsOf(member)).toEqual([
      {
        title: 'Your XP was corrected: -30',
        text: 'Reason: Counted twice\nThis affects your level and your place on the leaderboard.',
      },
    ])
  })

  test('that fifty requests repeat at once is one entry', async () => {
    const member = await placeEarner()
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => correct(member, 25, 'fifty-times')),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ body }) => body.total_xp))).toEqual(new Set([125]))
    expect((await ledger(member)).body.total).toBe(2)
    expect(await written(member)).toHaveLength(1)
    expect(await notificationsOf(member)).toHaveLength(1)
  })

  test('under a key of another one is refused, and under a new key is another one', async () => {
    const member = await placeEarner()
    await correct(member, 25, 'one')
    for (const other of [correct(member, 26, 'one'), correct(member, 25, 'one', 'Else')]) {
      const { status, body } = await other
      expect([status, body.code]).toEqual([409, 'idempotency_key_reused'])
    }
    expect((await correct(member, 25, 'two')).body.total_xp).toBe(150)
    const someone = await placeEarner()
    expect((await correct(someone, 25, 'one')).body.total_xp).toBe(125)
  })

  test('never takes more than there is, even by two at once', async () => {
    const member = await placeEarner()
    const refused = await correct(member, -101, 'too-many')
    expect([refused.status, refused.body.code]).toEqual([409, 'not_enough_xp'])
    expect(await written(member)).toEqual([])
    const both = await Promise.all([correct(member, -60, 'a'), correct(member, -60, 'b')])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await xpOf(worker, member)).toBe(40)
    expect((await correct(member, -40, 'rest')).body).toMatchObject({ total_xp: 0, rank: null })
    // Repeating one that took all answers its result.
    expect((await correct(member, -40, 'rest')).status).toBe(200)
  })

  test('leaves less to be taken back, and a total at 0', async ({ member }) => {
    const startAt = Date.now() + day
    const event = await createEvent(worker, { startAt, endAt: startAt + day })
    const hype = (hyped: boolean) =>
      callAs(worker, member, 'PUT', `events/${event.id}/toggle_hype`, { body: { hyped } })
    await hype(true)
    await correct(member, -3, 'three-of-five')
    expect((await hype(false)).status).toBe(200)
    expect(await xpOf(worker, member)).toBe(0)
    // Three of its five points were never taken back.
    await hype(true)
    expect(await xpOf(worker, member)).toBe(2)
  })

  test('is not undone by taking acts back and doing them again', async ({ member }) => {
    const startAt = Date.now() + day
    const events = [
      await createEvent(worker, { name: 'Cup', startAt, endAt: startAt + day }),
      await createEvent(worker, { name: 'Bowl', startAt, endAt: startAt + day }),
    ]
    async function hypeAll(hyped: boolean): Promise<number | undefined> {
      for (const { id } of events) {
        await callAs(worker, member, 'PUT', `events/${id}/toggle_hype`, { body: { hyped } })
      }
      return xpOf(worker, member)
    }
    expect(await hypeAll(true)).toBe(10)
    await correct(member, -8, 'hypes')
    expect(await hypeAll(false)).toBe(0)
    expect(await hypeAll(true)).toBe(2)
    expect(await hypeAll(false)).toBe(0)
    expect(await hypeAll(true)).toBe(2)
  })

  test('brings levels and what they unlock, and no other achievement', async ({ member }) => {
    await correct(member, 2000, 'much')
    const unlocked = await worker.sql<{ achievement: string }>`select achievement
      from unlocked_achievements where user_id = ${member.userId} order by achievement`
    expect(unlocked).toEqual([{ achievement: 'level_2' }, { achievement: 'level_5' }])
    expect(await notificationsOf(member, 'level_up')).toHaveLength(1)
    expect(
      await worker.sql`select 1 from achievement_progress where user_id = ${member.userId}`,
    ).toEqual([])
  })
})

describe('what is sent wrong', () => {
  test.each<[string, unknown, string[]]>([
    ['exclude', {}, ['reason']],
    ['exclude', { reason: '  ' }, ['reason']],
    ['suspend', { reason: 'x'.repeat(501) }, ['reason']],
    ['lift_suspension', { reason: 5 }, ['reason']],
    ['correct', { points: 0, reason: 'Zero' }, ['points']],
    ['correct', { points: 1.5, reason: 'Half' }, ['points']],
    ['correct', { points: 10_001, reason: 'Much' }, ['points']],
    ['correct', { points: -10_001, reason: 'Much' }, ['points']],
    ['correct', { points: '5', reason: 'Text' }, ['points']],
    ['correct', { points: 5 }, ['reason']],
    ['correct', {}, ['points', 'reason']],
  ])('%s of %j is 422 and does nothing', async (act, body, paths) => {
    const member = await placeEarner()
    const answer = await change(member, { act, body, key: 'wrong' })
    expect([answer.status, pathsOf(answer.body)]).toEqual([422, paths])
    expect(await written(member)).toEqual([])
    expect(await xpOf(worker, member)).toBe(100)
  })

  test.each([undefined, ' ', 'x'.repeat(201)])('a correction by the key %j is 422', async (key) => {
    const member = await placeEarner()
    const body = { points: 5, reason: 'Because' }
    const answer = await change(member, { act: 'correct', body, ...(key && { key }) })
    expect([answer.status, pathsOf(answer.body)]).toEqual([422, ['idempotency-key']])
    expect(await xpOf(worker, member)).toBe(100)
  })

  test.each(acts)('%s of nobody is 404', async (act) => {
    const nobody = { ...admin, userId: 99_999_999 as Member['userId'] }
    const body = { points: 5, reason: 'Because' }
    const answer = await change(nobody, { act, body, key: 'nobody' })
    expect([answer.status, answer.body.code]).toEqual([404, 'user_not_found'])
  })
})

test('a decision goes by mail to who switched that on', async () => {
  const member = await placeEarner()
  const path = 'users/me/notification_settings/channels/gamification_decision/email'
  await callAs(worker, member, 'PUT', path, { body: { is_enabled: true } })
  await change(member, { act: 'exclude' })
  await worker.drainQueue(Date.now())
  const mails = await query<{ status: string }>(
    worker,
    `select status from deliveries where user_id = ? and channel = 'email'
      and kind = 'gamification_decision'`,
    member.userId,
  )
  expect(mails).toEqual([{ status: 'sent' }])
})

test('the API describes the key that a correction needs', async () => {
  const { body } = await worker.call<{
    paths: Record<string, Record<string, { parameters: unknown[] }>>
  }>('GET', 'openapi.json')
  expect(body.paths['/admin/leaderboard/{id}/correct']?.['put']?.parameters).toContainEqual(
    expect.objectContaining({ name: 'idempotency-key', in: 'header', required: true }),
  )
})

test('a read is one round trip to the database, a write two', async () => {
  const member = await placeEarner()
  const tripsOf = async (run: () => Promise<unknown>) => {
    const before = worker.trips()
    await run()
    return worker.trips() - before
  }
  expect(await tripsOf(() => list('q=a&period=all'))).toBe(1)
  expect(await tripsOf(() => ledger(member))).toBe(1)
  expect(await tripsOf(() => change(member, { act: 'exclude' }))).toBe(2)
  expect(await tripsOf(() => correct(member, 5, 'trips'))).toBe(2)
})
