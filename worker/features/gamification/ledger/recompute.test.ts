import { afterAll, beforeAll, expect, test } from 'vitest'
import { write, writeInOrder } from '#worker/context.ts'
import { batch } from '#worker/db/client.ts'
import { createSeededRandom } from '#worker/features/media/generated-images/random.ts'
import { startOutbox, type Account, type Outbox } from '#tests/support/drivers/delivery-harness.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { deleteExpiredLeaderboardEntries } from './periods.ts'
import { correctXp } from './correction.ts'
import { earnXp, reverseXp } from './ledger.ts'
import type { XpAction } from './ledger-rules.ts'
import { addMissingEntryFacts } from './missing-facts.ts'
import { queueNewAchievementRules, unlockAchievementsOfNewRules } from './new-rules.ts'
import { recomputeHolderCounts, recomputeProgress, unlockMissingAchievements } from './recompute.ts'

const hour = 3_600_000
const categories = [
  'charity',
  'speedrun',
  'esports',
  'music',
  'sport',
  'irl',
  'variety',
  'science',
] as const
const languages = ['en', 'es', 'fr'] as const
const platforms = ['twitch', 'youtube'] as const

let outbox: Outbox
const members: Account[] = []
const events: number[] = []
const random = createSeededRandom('recompute')
const query = <Row = unknown>(text: string) => outbox.database.query<Row>(text)

beforeAll(async () => {
  outbox = await startOutbox(Date.UTC(2027, 11, 20, 9))
  for (let index = 0; index < 6; index += 1) members.push(await outbox.addPerson(`p${index}`))
  for (let index = 0; index < 30; index += 1) {
    const event = await createEvent(outbox, {
      startAt: outbox.now + random.int(1, 60 * 24) * hour,
      approvedAt: outbox.now - random.int(0, 4) * hour,
      language: random.pick(languages),
      platform: random.pick(platforms),
      category: random.pick(categories),
    })
    events.push(event.id)
  }
  for (let step = 0; step < 900; step += 1) await act()
}, 120_000)
afterAll(() => outbox.close())

const eventOf = () => events[random.int(0, events.length - 1)] ?? 0

const subjects: Partial<Record<XpAction, () => string>> = {
  hype: () => `event:${eventOf()}`,
  proposal_approved: () => `event:${eventOf()}`,
  own_event_published: () => `event:${eventOf()}`,
  follow: () => `game:${random.int(1, 12)}`,
  account_verified: () => `account:${random.pick(platforms)}:name${random.int(1, 4)}`,
  daily_visit: () => `day:${new Date(outbox.now).toISOString().slice(0, 10)}`,
}
const actions = Object.keys(subjects) as XpAction[]

/**
 * One act of one member, at times the same as before, at times two at once, at times taken back, and
 * at times an administrator's correction.
 */
async function act(): Promise<void> {
  // Clocks of two machines differ.
  outbox.now += random.pick([0, 1, 60_000, hour, 9 * hour, -500])
  const { userId } = members[random.int(0, members.length - 1)] as Account
  const action = actions[random.int(0, actions.length - 1)] as XpAction
  const fact = { userId, action, subject: subjects[action]?.() ?? '' }
  const ctx = outbox.contextFor({ kind: 'system' })
  if (random.int(0, 5) === 0) await write(ctx, [reverseXp(ctx, fact)])
  else if (random.int(0, 9) === 0) {
    const points = random.pick([-300, -40, -1, 1, 70])
    const correction = { userId, points, reason: 'Counted wrongly', key: `${outbox.now}` }
    const { entry, rewards } = correctXp(ctx, correction)
    await writeInOrder(ctx, [entry, rewards])
  } else {
    const times = random.int(1, 2)
    await Promise.all(Array.from({ length: times }, () => writeInOrder(ctx, earnXp(ctx, fact))))
  }
}

async function readFigures() {
  return {
    totals: await query<{ total_xp: number }>('select id, total_xp, trust from users order by id'),
    progress: await query('select * from achievement_progress order by user_id, counter'),
    unlocked: await query(
      'select user_id, achievement from unlocked_achievements order by user_id, achievement',
    ),
    holders: await query(
      'select * from achievement_holders where holders > 0 order by achievement',
    ),
    board: await query('select * from leaderboard_entries order by period, user_id'),
    counts: await query(
      'select * from leaderboard_counts where members <> 0 order by period, scale, bucket',
    ),
  }
}

async function recompute(): Promise<number> {
  const { db, now } = outbox.contextFor({ kind: 'system' })
  await batch(db, 'write', recomputeProgress({ now }))
  const missing = await unlockMissingAchievements({ db })
  await batch(db, 'write', recomputeHolderCounts())
  return missing
}

test('what was kept on the way is what the ledgers add up to', async () => {
  await deleteExpiredLeaderboardEntries(outbox.contextFor({ kind: 'system' }))
  const kept = await readFigures()
  expect(kept.unlocked.length).toBeGreaterThan(40)
  expect(kept.totals.filter((one) => one.total_xp < 0)).toEqual([])
  const corrections = await query(`select 1 from xp_entries where action = 'correction'`)
  expect(corrections.length).toBeGreaterThan(30)
  expect(await recompute()).toBe(0)
  expect(await readFigures()).toEqual(kept)
})

test('lost figures come back the same, and unlocks with the time of their act', async () => {
  const kept = await readFigures()
  const dated = await query('select * from unlocked_achievements order by user_id, achievement')
  await query('delete from achievement_progress')
  await query('delete from unlocked_achievements where user_id % 2 = 0')
  await query('update users set total_xp = 7')
  expect(await recompute()).toBeGreaterThan(10)
  expect(await readFigures()).toEqual(kept)
  const again = await query<object>(
    'select * from unlocked_achievements order by user_id, achievement',
  )
  const withoutSeen = (rows: unknown[]) =>
    rows.map((row) => ({ ...(row as object), seen_at: null }))
  expect(withoutSeen(again)).toEqual(withoutSeen(dated))
})

test('entries from before facts were kept get those of their subject', async () => {
  const kept = await readFigures()
  const facts = 'select id, facts from xp_entries order by id'
  const before = await query(facts)
  await query(`update xp_entries set facts = '{}' where action in ('follow', 'daily_visit')`)
  const { db } = outbox.contextFor({ kind: 'system' })
  expect(await addMissingEntryFacts({ db })).toBeGreaterThan(100)
  expect(await addMissingEntryFacts({ db })).toBe(0)
  expect(await query(facts)).toEqual(before)
  expect(await recompute()).toBe(0)
  expect(await readFigures()).toEqual(kept)
})

test('a new rule reaches whoever fulfils it, without a notice', async () => {
  const kept = await readFigures()
  const notices = await query<{ n: number }>('select count(*) as n from deliveries')
  await query(`delete from unlocked_achievements where achievement in ('curious', 'level_2')`)
  await query('delete from achievement_rules')
  const ctx = outbox.contextFor({ kind: 'system' })
  await queueNewAchievementRules(ctx)
  for (let page = 0; page < 3; page += 1) await unlockAchievementsOfNewRules(ctx)
  expect(await readFigures()).toEqual(kept)
  expect(await query('select 1 from achievement_rules where done_at is null')).toEqual([])
  expect(
    await query(`select 1 from unlocked_achievements where achievement = 'curious'
    and seen_at is null`),
  ).toEqual([])
  expect(await query('select count(*) as n from deliveries')).toEqual(notices)
})
