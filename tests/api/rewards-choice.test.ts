import { describe, expect } from 'vitest'
import type { SettingsView } from '#worker/features/accounts/contract.ts'
import type {
  NewAchievements,
  SeenAchievementsView,
} from '#worker/features/gamification/achievements/contract.ts'
import type {
  LeaderboardPage,
  MyRankView,
  RankedMember,
} from '#worker/features/gamification/leaderboard/contract.ts'
import type { MemberView } from '#worker/features/moderation/members/contract.ts'
import type { NotificationsView } from '#worker/features/notifications/contract.ts'
import type { RewardResult, StatsView } from '#worker/features/gamification/ledger/contract.ts'
import { insertGame } from '#tests/support/factories/directory.ts'
import { type Member, createMember, grantXp, xpOf } from '#tests/support/factories/members.ts'
import { query } from '#tests/support/factories/rows.ts'
import { startFakeCdn, type FakeCdn } from '#tests/support/fakes/fake-cdn.ts'
import { testWith, worker } from '#tests/support/fixtures/api.ts'

let edge: FakeCdn
let games: number[]
const test = testWith(async () => (edge = await startFakeCdn()))

test.beforeAll(async () => {
  games = await Promise.all(['One', 'Two', 'Three'].map((name) => insertGame(worker, name)))
})

function choose({ token }: { token?: string }, body: object) {
  return worker.call<SettingsView>('PUT', 'users/me/settings', { ...(token && { token }), body })
}
const switchOff = (member: Member) => choose(member, { is_gamified: false })
const switchOn = (member: Member) => choose(member, { is_gamified: true })

async function get<Body>(path: string, { token }: Member): Promise<Body> {
  const { status, body } = await worker.call<Body>('GET', path, { token })
  expect([path, status]).toEqual([path, 200])
  return body
}
const newOf = (member: Member) => get<NewAchievements>('achievements/new', member)
const rankOf = (member: Member) => get<MyRankView>('leaderboard/me?period=all', member)
const inboxOf = (member: Member) => get<NotificationsView>('users/me/notifications', member)

async function shownMembers(): Promise<string[]> {
  const body = await worker.get<LeaderboardPage>('leaderboard?period=all&limit=100')
  return body.items.map(({ username }) => username)
}

async function follow({ token }: Member, game: number | undefined): Promise<RewardResult> {
  const { body } = await worker.call<{ gamification_info: { gamification: RewardResult } }>(
    'PUT',
    `games/${game}/toggle_follow`,
    { token, body: { followed: true } },
  )
  return body.gamification_info.gamification
}

/** Achievements are in no bell by default. */
function wantInApp({ userId }: Member): Promise<unknown> {
  return worker.sql`insert into notification_channels (user_id, kind, channel, is_enabled)
    values (${userId}, 'achievement', 'in_app', 1)`
}

/** Nine points and an achievement. */
async function followAll(member: Member): Promise<RewardResult[]> {
  const answers: RewardResult[] = []
  for (const game of games) answers.push(await follow(member, game))
  return answers
}

async function forgottenTags(): Promise<string[]> {
  await worker.drainQueue(Date.now())
  return edge.calls.splice(0).flat()
}

test('both choices are made until a member decides otherwise, and refuse what is no choice', async () => {
  const member = await createMember(worker)
  const first = await get<SettingsView>('users/me/settings', member)
  expect(first).toMatchObject({ is_gamified: true, is_on_leaderboard: true })
  const left = await choose(member, { is_on_leaderboard: false })
  expect(left.body).toEqual({ ...first, is_on_leaderboard: false })
  const off = await switchOff(member)
  expect(off.body).toEqual({ ...first, is_on_leaderboard: false, is_gamified: false })
  expect((await choose(member, { timezone_name: 'Asia/Tokyo' })).body).toMatchObject({
    is_on_leaderboard: false,
    is_gamified: false,
  })
  for (const body of [{ is_gamified: null }, { is_gamified: 'no' }, { is_on_leaderboard: 0 }]) {
    expect((await choose(member, body)).status).toBe(422)
  }
  expect((await choose({}, { is_gamified: false })).status).toBe(401)
  expect((await switchOn(member)).body).toMatchObject({ is_gamified: true })
})

describe.each(['is_on_leaderboard', 'is_gamified'] as const)('without %s', (choice) => {
  test('a member is off the leaderboard at once, and returns to the same place', async () => {
    const [first, second, third] = [
      await createMember(worker),
      await createMember(worker),
      await createMember(worker),
    ]
    for (const [index, member] of [first, second, third].entries()) {
      await grantXp(worker, member, 900 - index)
    }
    const neighbours = async (member: Member) =>
      (await rankOf(member)).neighbours.map(({ username }) => username)
    expect(await neighbours(third)).toContain(second.username)
    const before = await rankOf(second)
    const { rank: rankBefore } = await rankOf(third)
    await forgottenTags()

    await choose(second, { [choice]: false })
    expect(await forgottenTags()).toEqual(['leaderboard'])
    expect(await shownMembers()).not.toContain(second.username)
    expect(await neighbours(third)).not.toContain(second.username)
    expect((await rankOf(third)).rank).toBe((rankBefore ?? 0) - 1)
    expect(await rankOf(second)).toMatchObject({ absence: 'opted_out', rank: null, neighbours: [] })

    await choose(second, { [choice]: true })
    expect(await forgottenTags()).toEqual(['leaderboard'])
    expect(await shownMembers()).toContain(second.username)
    expect(await rankOf(second)).toEqual(before)
  })
})

test('other settings leave copies of the leaderboard alone', async ({ member }) => {
  await forgottenTags()
  await choose(member, { timezone_name: 'Asia/Tokyo' })
  expect(await forgottenTags()).toEqual([])
})

describe('a member who switched gamification off', () => {
  test('hears of no level and no achievement, and loses none', async ({ member }) => {
    await switchOff(member)
    await grantXp(worker, member, 95)
    for (const answer of await followAll(member)) {
      expect(answer).toMatchObject({ success: true, message: null, level_up: false })
    }
    expect(await xpOf(worker, member)).toBe(104)
    const held = 'select achievement from unlocked_achievements where user_id = ? order by 1'
    const unlocked = [{ achievement: 'level_2' }, { achievement: 'player' }]
    expect(await query(worker, held, member.userId)).toEqual(unlocked)
    expect(await worker.sql`select kind from deliveries where user_id = ${member.userId}`).toEqual(
      [],
    )
    expect(await newOf(member)).toEqual([])
    const seen = await worker.call<SeenAchievementsView>('PUT', 'achievements/new/seen', {
      token: member.token,
      body: { identifiers: ['player'], level: 2 },
    })
    expect(seen.body).toEqual({ identifiers: [], level: null })

    await switchOn(member)
    expect(await query(worker, held, member.userId)).toEqual(unlocked)
    const { level_info } = await get<StatsView>('achievements/me/stats', member)
    expect(level_info).toMatchObject({ current_level: 2, total_xp: 104 })
  })

  test('is not shown the past on return, but what comes after it', async ({ member }) => {
    await switchOff(member)
    await grantXp(worker, member, 300)
    await followAll(member)
    await switchOn(member)
    expect(await newOf(member)).toEqual([])
    const claim = { token: member.token, body: { identifiers: ['player'], level: 2 } }
    const seen = await worker.call<SeenAchievementsView>('PUT', 'achievements/new/seen', claim)
    expect(seen.body).toEqual({ identifiers: [], level: null })
    await worker.sql`insert into unlocked_achievements (user_id, achievement, unlocked_at)
      values (${member.userId}, 'scout', 1)`
    await switchOn(member)
    expect(await newOf(member)).toMatchObject([{ identifier: 'scout' }])
    await worker.sql`insert into xp_entries (user_id, action, subject, points, at)
      values (${member.userId}, 'granted', 'y', 200, 0)`
    const risen = await worker.call<SeenAchievementsView>('PUT', 'achievements/new/seen', {
      token: member.token,
      body: { level: 3 },
    })
    expect(risen.body.level).toBe(3)
  })

  test('is not told of a cap, at which acts go on', async ({ member }) => {
    await worker.sql`insert into xp_entries (user_id, action, subject, points, at)
      values (${member.userId}, 'follow', 'x', 90, ${Date.now() - 60_000})`
    expect(await follow(member, games[0])).toMatchObject({ retry_in_hours: 24 })
    await switchOff(member)
    const capped = await follow(member, games[1])
    expect(capped).toMatchObject({ success: true, message: null, retry_in_hours: null })
  })

  test('has their notices of rewards hidden, and the unread ones of them uncounted', async () => {
    const member = await createMember(worker)
    await wantInApp(member)
    await followAll(member)
    await worker.sql`insert into deliveries (key, user_id, channel, kind, payload, status, next_at,
      sent_at, created_at)
      values ('x', ${member.userId}, 'in_app', 'event_cancelled', '{}', 'sent', 0, 0, 0)`
    const kindsOf = ({ items, unread_count }: NotificationsView) => [
      items.map(({ kind }) => kind).toSorted(),
      unread_count,
    ]
    const all = [['achievement', 'event_cancelled'], 2]
    expect(kindsOf(await inboxOf(member))).toEqual(all)
    await switchOff(member)
    expect(kindsOf(await inboxOf(member))).toEqual([['event_cancelled'], 1])
    await switchOn(member)
    expect(kindsOf(await inboxOf(member))).toEqual(all)
  })

  test('gets no mail that was on its way', async ({ member: off, other: on }) => {
    for (const { userId } of [off, on]) {
      await worker.sql`insert into notification_channels (user_id, kind, channel, is_enabled)
        values (${userId}, 'achievement', 'email', 1)`
    }
    await followAll(off)
    await followAll(on)
    await switchOff(off)
    await worker.minute(Date.now() + 60_000)
    expect(await worker.mails(on.email)).toHaveLength(1)
    expect(await worker.mails(off.email)).toHaveLength(0)
  })

  test('shows nobody their level', async ({ moderator, member }) => {
    await grantXp(worker, member, 130)
    const seenBy = async () => {
      const path = `admin/users?q=${member.username}`
      const { items } = await get<{ items: MemberView[] }>(path, moderator)
      return items.map(({ level, total_xp }) => [level, total_xp])
    }
    const rankedBy = async () => {
      const path = `admin/leaderboard?period=all&q=${member.username}`
      const { items } = await get<{ items: RankedMember[] }>(path, moderator)
      return items.map(({ level, absences }) => [level, absences])
    }
    expect(await seenBy()).toEqual([[2, 130]])
    expect(await rankedBy()).toEqual([[2, []]])
    await switchOff(member)
    expect(await seenBy()).toEqual([[null, null]])
    expect(await rankedBy()).toEqual([[null, ['opted_out']]])
  })

  test('is sorted as if without XP', async ({ moderator, member: most, other: least }) => {
    await grantXp(worker, most, 90_000)
    await switchOff(most)
    const sorted = async (sort: string) => {
      const path = `admin/users?per_page=100&sort=${sort}`
      const { items } = await get<{ items: MemberView[] }>(path, moderator)
      const names = items.map(({ username }) => username)
      return [names.indexOf(most.username), names.indexOf(least.username)]
    }
    for (const sort of ['xp', '-xp']) {
      const [hidden = 0, shown = 0] = await sorted(sort)
      expect([sort, sort === 'xp' ? hidden < shown : hidden > shown]).toEqual([sort, true])
    }
  })

  test('and was suspended as well earns nothing, which acts answer without a word', async () => {
    const member = await createMember(worker)
    await worker.sql`update users set gamification_suspended_at = 1 where id = ${member.userId}`
    expect(await follow(member, games[0])).toMatchObject({
      success: false,
      message: 'Your XP and achievements are suspended. See why in your notifications.',
    })
    await switchOff(member)
    expect(await follow(member, games[1])).toMatchObject({ success: false, message: null })
    expect(await xpOf(worker, member)).toBe(0)
  })
})

describe('a newcomer', () => {
  type Board = { items: { username: string }[] }
  const names = async () =>
    (await worker.get<Board>('leaderboard?period=all&limit=100')).items.map((row) => row.username)

  test.each([true, false])(
    'is not listed before they were told, then as they chose: %s',
    async (isListed) => {
      const member = await createMember(worker)
      const { token, username, userId } = member
      await worker.sql`update users set leaderboard_told_at = null where id = ${userId}`
      await worker.sql`insert into xp_entries (user_id, action, subject, points, at)
      values (${userId}, 'hype', 'event:1', 5000, ${Date.now()})`
      const mine = () =>
        worker.get<{ absence: string | null }>('leaderboard/me?period=all', { token })
      expect(await names()).not.toContain(username)
      expect((await mine()).absence).toBe('not_told')
      const settings = await worker.get('users/me/settings', { token })
      expect(settings).toMatchObject({ is_on_leaderboard: false, is_told_of_leaderboard: false })
      const other = { is_shown_on_hypes: true }
      await worker.call('PUT', 'users/me/settings', { token, body: other })
      expect(await names()).not.toContain(username)
      const body = { is_on_leaderboard: isListed }
      const saved = await worker.call('PUT', 'users/me/settings', { token, body })
      expect(saved.body).toMatchObject({ ...body, is_told_of_leaderboard: true })
      expect((await names()).includes(username)).toBe(isListed)
      expect((await mine()).absence).toBe(isListed ? null : 'opted_out')
    },
  )

  test('who signs up is told first', async () => {
    const [row] = await worker.sql<{
      told: number | null
    }>`insert into users (username, username_key,
      created_at) values ('untold', 'untold', 1) returning is_listed as told`
    expect(row).toEqual({ told: 0 })
  })
})
