import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Ctx, Member, Moderator } from '#worker/context.ts'
import { createSeededRandom } from '#worker/features/media/generated-images/random.ts'
import { computeLevel } from '#worker/features/gamification/ledger/levels.ts'
import { plansOf } from '#tests/support/drivers/query-plans.ts'
import { startOutbox, type Account, type Outbox } from '#tests/support/drivers/delivery-harness.ts'
import { RankedMembersQuery, type MyRankView } from './contract.ts'
import type { LeaderboardPeriod } from '#worker/features/gamification/ledger/contract.ts'
import { findMyRank, listLeaderboard } from './leaderboard.ts'
import {
  formatPeriodKey,
  deleteExpiredLeaderboardEntries,
} from '#worker/features/gamification/ledger/periods.ts'
import { listRankedMembers } from './ranked-members.ts'

const day = 86_400_000
const periods: LeaderboardPeriod[] = ['week', 'month', 'all']

let outbox: Outbox
const members: Account[] = []
const random = createSeededRandom('leaderboard')
const chance = (below: number) => random.int(0, below - 1)
beforeAll(async () => {
  outbox = await startOutbox(Date.UTC(2026, 11, 30, 12))
  for (let index = 0; index < 40; index += 1) {
    members.push(await outbox.addPerson(`m${String(index).padStart(2, '0')}`))
  }
  for (let entry = 0; entry < 600; entry += 1)
    await earn(chance(40), 1 + chance(9), chance(45) * day)
  await earn(3, -400, 0)
  await query(`update users set is_on_leaderboard = 0 where id = ${idOf(5)}`)
  await query(`update users set leaderboard_excluded_at = 1 where id = ${idOf(6)}`)
  await query(`update users set is_soft_banned = 1 where id = ${idOf(7)}`)
  await query(`update users set gamification_suspended_at = 1 where id = ${idOf(8)}`)
  await query(`update users set is_gamified = 0 where id = ${idOf(9)}`)
  await query(`update users set is_gamified = 1 where id = ${idOf(9)}`)
  for (let entry = 0; entry < 200; entry += 1)
    await earn(chance(40), 1 + chance(9), chance(20) * day)
})
afterAll(() => outbox.close())

const query = <Row = unknown>(text: string) => outbox.database.query<Row>(text)
const idOf = (index: number) => members[index]?.userId ?? 0
let subjects = 0

async function earn(index: number, points: number, ago: number): Promise<void> {
  subjects += 1
  await query(`insert into xp_entries (user_id, action, subject, points, at)
    values (${idOf(index)}, 'hype', 'event:${subjects}', ${points}, ${outbox.now - ago})`)
}

type Standing = { id: number; username: string; xp: number; rank: number; level: number }

/** The same from the ledger alone, without an index or a count. */
async function expected(period: LeaderboardPeriod): Promise<Standing[]> {
  const entries = await query<{ id: number; points: number; at: number }>(
    'select user_id as id, points, at from xp_entries',
  )
  const people = await query<{ id: number; username: string; shown: number }>(
    `select id, username, is_active and not is_soft_banned and is_on_leaderboard and is_gamified
      and leaderboard_excluded_at is null and gamification_suspended_at is null as shown
      from users order by id`,
  )
  const sumOf = (id: number, isIn: (at: number) => boolean) =>
    entries.filter((one) => one.id === id && isIn(one.at)).reduce((sum, one) => sum + one.points, 0)
  const key = formatPeriodKey(period, outbox.now)
  const standings = people
    .filter(({ shown }) => shown)
    .map(({ id, username }) => ({
      id,
      username,
      xp: sumOf(id, (at) => formatPeriodKey(period, at) === key),
      level: computeLevel(sumOf(id, () => true)).level,
    }))
    .filter(({ xp }) => xp > 0)
    .toSorted((a, b) => b.xp - a.xp || a.id - b.id)
  return standings.map((one) => ({
    ...one,
    rank: 1 + standings.filter(({ xp }) => xp > one.xp).length,
  }))
}

const visitor = () => outbox.contextFor({ kind: 'visitor' })
function memberContext(index: number) {
  const { userId, sessionId } = members[index] as Account
  const actor: Member = { kind: 'member', userId, sessionId, requires: 'member' }
  return outbox.contextFor(actor)
}

async function readAll(period: LeaderboardPeriod, limit: number) {
  const items = []
  let cursor: string | undefined
  do {
    const page = await listLeaderboard(visitor(), { period, limit, cursor })
    items.push(...page.items)
    cursor = page.next_cursor ?? undefined
  } while (cursor)
  return items
}

describe.each(periods)('the leaderboard of %s', (period) => {
  test.each([3, 100])('is what the ledger adds up to, in pages of %i', async (limit) => {
    const found = await readAll(period, limit)
    const standings = await expected(period)
    expect(standings.length).toBeGreaterThan(20)
    expect(found.map(({ username, xp, rank, level }) => [username, xp, rank, level])).toEqual(
      standings.map(({ username, xp, rank, level }) => [username, xp, rank, level]),
    )
  })

  test('shows each member their place and who is next to it', async () => {
    const standings = await expected(period)
    for (const index of [0, 1, 12, 25, 39]) {
      const mine = standings.findIndex(({ id }) => id === idOf(index))
      const own = await findMyRank(memberContext(index), { period })
      expect(own.members).toBe(standings.length)
      expect(own.rank).toBe(standings[mine]?.rank ?? null)
      const around = standings.slice(Math.max(0, mine - 2), mine + 3)
      expect(own.neighbours.map(({ username, rank }) => [username, rank])).toEqual(
        mine < 0 ? [] : around.map(({ username, rank }) => [username, rank]),
      )
      expect(own.neighbours.filter((one) => one.is_me)).toHaveLength(mine < 0 ? 0 : 1)
    }
  })
})

test.each<[number, MyRankView['absence']]>([
  [3, 'no_xp'],
  [5, 'opted_out'],
  [6, 'excluded'],
  [7, 'restricted'],
  [8, 'suspended'],
  [9, null],
])('member %i is absent because: %s', async (index, absence) => {
  expect(await findMyRank(memberContext(index), { period: 'all' })).toMatchObject({ absence })
})

test('a page and a place cost no more the more members are before them or have as much', async () => {
  const { db } = outbox.database
  const ctx = memberContext(0)
  const cursor = (await listLeaderboard(ctx, { period: 'all', limit: 5 })).next_cursor ?? ''
  const plans = await plansOf(db, async (observed) => {
    await listLeaderboard({ ...ctx, db: observed }, { period: 'all', cursor, limit: 5 })
    await findMyRank({ ...ctx, db: observed }, { period: 'all' })
  })
  const steps = plans.flat().filter((step) => /^(SEARCH|SCAN) l /.test(step))
  const terms = steps.flatMap((step) => /_rank \((.+)\)/.exec(step)?.[1] ?? [])
  expect(steps.filter((step) => !step.includes('user_id=?') && !step.includes('_rank '))).toEqual(
    [],
  )
  expect([...new Set(terms)].toSorted()).toEqual([
    'period=? AND xp=? AND user_id<?',
    'period=? AND xp=? AND user_id>?',
    'period=? AND xp>?',
    'period=? AND xp>? AND xp<?',
  ])
})

test('weeks and months go once nothing shows them, bounded, with their counts', async () => {
  const periodsOf = (table: string) =>
    query<{ period: string }>(`select distinct period from ${table} order by period`)
  const kept = ['all', 'month-2026-11', 'month-2026-12', 'week-2026-12-21', 'week-2026-12-28']
  const before = await query(
    `select * from leaderboard_entries where period in ('${kept.join("', '")}')
      order by period, user_id`,
  )
  expect((await periodsOf('leaderboard_entries')).length).toBeGreaterThan(kept.length)
  await deleteExpiredLeaderboardEntries(outbox.contextFor({ kind: 'system' }))
  const rest = kept.map((period) => ({ period }))
  expect(await periodsOf('leaderboard_entries')).toEqual(rest)
  expect(await periodsOf('leaderboard_counts')).toEqual(rest)
  expect(await query('select * from leaderboard_entries order by period, user_id')).toEqual(before)
  const plan = await query<{ detail: string }>(
    `explain query plan select period, user_id from leaderboard_entries
      where period >= 'month-' and period < 'month-2026-11'
        or period >= 'week-' and period < 'week-2026-12-21' limit 5000`,
  )
  expect(plan.map(({ detail }) => detail).join()).not.toContain('SCAN')
})

test('the panel counts the ranks of the rows that it shows, and reads the period off an index', async () => {
  const { db } = outbox.database
  const ctx = memberContext(0) as Ctx<Moderator>
  const query = v.parse(RankedMembersQuery, {})
  const plans = await plansOf(db, (observed) => listRankedMembers({ ...ctx, db: observed }, query))
  const steps = plans.flat()
  expect(steps.filter((step) => /^SCAN (?!wanted$)/.test(step))).toEqual([])
  const isOfCounts = (step: string) => step.startsWith('SEARCH c ')
  const pageStep = steps.indexOf('SCAN wanted')
  expect(steps.slice(0, pageStep).filter(isOfCounts)).toEqual([])
  expect(steps.slice(pageStep).filter(isOfCounts)).toHaveLength(2)
})
