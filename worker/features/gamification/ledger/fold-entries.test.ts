import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { writeInOrder, type Ctx, type System } from '#worker/context.ts'
import type { UserId } from '#worker/contracts/ids.ts'
import { batch, inOrder } from '#worker/db/client.ts'
import { startOutbox, type Outbox } from '#tests/support/drivers/delivery-harness.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { runsOf } from '#tests/support/runs.ts'
import { correctXp } from './correction.ts'
import { foldedBefore, foldEntriesPage, foldOldEntries } from './fold-entries.ts'
import { earnXp, earnXpForEach, reverseXp } from './ledger.ts'
import { recomputeHolderCounts, recomputeProgress, unlockMissingAchievements } from './recompute.ts'

const hour = 3_600_000
const day = 24 * hour
const start = Date.UTC(2024, 10, 25, 12)
const membersPerRun = 20

let folded: Outbox
let unfolded: Outbox
const members: UserId[] = []
beforeAll(async () => {
  ;[folded, unfolded] = [await startOutbox(start), await startOutbox(start)]
  for (const outbox of [folded, unfolded]) {
    for (let index = 1; index <= membersPerRun; index += 1) {
      const { userId } = await outbox.addPerson(`p${index}`)
      if (outbox === folded) members.push(userId)
    }
    for (const [index, category] of ['charity', 'music', 'speedrun', 'sport'].entries()) {
      await createEvent(outbox, {
        category: category as 'music',
        startAt: start + 700 * day,
        approvedAt: start - index * hour,
      })
    }
  }
}, 60_000)
afterAll(async () => {
  await folded.close()
  await unfolded.close()
})

const ctxOf = (outbox: Outbox, now: number): Ctx<System> => ({
  ...outbox.contextFor({ kind: 'system' }),
  now,
})

const subjects = {
  daily_visit: (at: number) => `day:${new Date(at).toISOString().slice(0, 10)}`,
  hype: (_: number, which: number) => `event:${which + 1}`,
  follow: (_: number, which: number) => `game:${which + 1}`,
  article_read: (_: number, which: number) => `article:${which + 1}`,
  account_verified: (_: number, which: number) => `account:twitch:name${which}`,
}
type Action = keyof typeof subjects

const act = fc.record({
  action: fc.constantFrom<Action[]>(
    'daily_visit',
    'daily_visit',
    'hype',
    'follow',
    'article_read',
    'account_verified',
  ),
  which: fc.nat(3),
  how: fc.constantFrom('earn', 'earn', 'earn', 'undo', 'undo', 'correct'),
  points: fc.constantFrom(-40, -3, 70),
})
type Act = typeof act extends fc.Arbitrary<infer Value> ? Value : never

const isUndoable = ({ action }: Act) => action !== 'daily_visit' && action !== 'article_read'

const step = fc.record({
  after: fc.constantFrom(1, hour, day, day, day, 25 * day, 150 * day),
  acts: fc.array(act, { minLength: membersPerRun, maxLength: membersPerRun }),
  isFolded: fc.boolean(),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

function statementsOf(ctx: Ctx<System>, userId: UserId, one: Act, key: string) {
  const { action, which, how, points } = one
  const fact = { userId, action, subject: subjects[action](ctx.now, which) }
  if (how === 'undo' && isUndoable(one)) return inOrder([reverseXp(ctx, fact)])
  if (how === 'correct') {
    const correction = { userId, points, reason: 'Counted wrongly', key }
    const { entry, rewards } = correctXp(ctx, correction)
    return inOrder([entry, rewards])
  }
  return inOrder([earnXp(ctx, fact)])
}

/** Answers of all acts: the points of each. */
async function live(outbox: Outbox, steps: readonly Step[], from: number): Promise<unknown[]> {
  const answers: unknown[] = []
  let now = from
  for (const [index, { after, acts, isFolded }] of steps.entries()) {
    now += after
    const ctx = ctxOf(outbox, now)
    const written = acts.map((one, member) =>
      statementsOf(ctx, members[member] as UserId, one, `${from} ${index}`),
    )
    answers.push(await writeInOrder(ctx, written))
    if (isFolded && outbox === folded) await foldOldEntries(ctx)
  }
  return answers
}

const figures = [
  'select id, total_xp, trust from users order by id',
  'select user_id, counter, value from achievement_progress order by user_id, counter',
  `select user_id, achievement, unlocked_at from unlocked_achievements order by user_id, achievement`,
  `select period, user_id, xp from leaderboard_entries where xp <> 0 order by period, user_id`,
  'select * from leaderboard_counts where members <> 0 order by period, scale, bucket',
]

async function readFigures(outbox: Outbox): Promise<unknown[]> {
  return Promise.all(figures.map((text) => outbox.database.query(text)))
}

async function recompute(outbox: Outbox, now: number): Promise<unknown[]> {
  const { db } = outbox.contextFor({ kind: 'system' })
  await batch(db, 'write', recomputeProgress({ now }))
  await unlockMissingAchievements({ db })
  await batch(db, 'write', recomputeHolderCounts())
  return readFigures(outbox)
}

async function clear(outbox: Outbox): Promise<void> {
  const tables = ['xp_entries', 'achievement_progress', 'unlocked_achievements', 'deliveries']
  for (const table of [...tables, 'leaderboard_entries', 'leaderboard_counts']) {
    await outbox.database.query(`delete from ${table}`)
  }
  await outbox.database.query('update users set total_xp = 0, seen_level = 1')
}

const dueWhere = (now: number) => `at < ${foldedBefore(now)} and subject <> 'total' and
  (action in ('daily_visit', 'article_read') or is_reversal = 1)`

describe('a ledger whose old entries were folded', () => {
  test('is worth the same as one that keeps them, also for what is done again', async () => {
    const course = fc.tuple(
      fc.array(step, { minLength: 4, maxLength: 25 }),
      fc.array(step, { minLength: 1, maxLength: 6 }),
    )
    const runs = runsOf({ few: 40, many: 1000 }) / membersPerRun
    await fc.assert(
      fc.asyncProperty(course, async ([before, after]) => {
        await clear(folded)
        await clear(unfolded)
        expect(await live(folded, before, start)).toEqual(await live(unfolded, before, start))
        const later = start + 13 * 365 * day
        await foldOldEntries(ctxOf(folded, later))
        expect(
          await folded.database.query(`select * from xp_entries where ${dueWhere(later)}`),
        ).toEqual([])
        expect(await recompute(folded, later)).toEqual(await recompute(unfolded, later))
        const again = [await live(folded, after, later), await live(unfolded, after, later)]
        expect(again[0]).toEqual(again[1])
        expect(await readFigures(folded)).toEqual(await readFigures(unfolded))
        // Periods that were folded since are not computed anew: the clock is that of the last act.
        const end = after.reduce((at, one) => at + one.after, later)
        expect(await recompute(folded, end)).toEqual(await recompute(unfolded, end))
      }),
      { numRuns: runs, endOnFailure: true },
    )
  }, 900_000)
})

describe('folding', () => {
  const member = () => members[0] as UserId
  const rows = () =>
    folded.database.query<{ action: string; subject: string; points: number; facts: string }>(
      `select action, subject, is_reversal, round, points, facts from xp_entries order by id`,
    )
  async function earn(
    action: Action,
    at: number,
    { which = 0, outbox = folded } = {},
  ): Promise<unknown> {
    const ctx = ctxOf(outbox, at)
    const fact = { userId: member(), action, subject: subjects[action](at, which) }
    return (await writeInOrder(ctx, earnXp(ctx, fact)))[0]
  }
  async function undo(action: Action, at: number): Promise<void> {
    const ctx = ctxOf(folded, at)
    const fact = { userId: member(), action, subject: subjects[action](at, 0) }
    await writeInOrder(ctx, [reverseXp(ctx, fact)])
  }

  test('leaves neither days nor names, and nothing older than thirteen months', async () => {
    await clear(folded)
    await earn('daily_visit', start)
    await earn('daily_visit', start + day)
    await earn('article_read', start)
    await earn('hype', start)
    await undo('hype', start + 1)
    await earn('hype', start, { which: 1 })
    await foldOldEntries(ctxOf(folded, Date.UTC(2025, 9, 31)))
    expect(await rows()).toHaveLength(6)
    await foldOldEntries(ctxOf(folded, Date.UTC(2025, 11, 1)))
    const left = await rows()
    expect(left.map(({ action, subject, points }) => [action, subject, points]).sort()).toEqual([
      ['article_read', 'total', 2],
      ['daily_visit', 'total', 10],
      ['hype', 'event:2', 5],
      ['hype', 'total', 0],
    ])
    const totals = JSON.stringify(left.filter(({ subject }) => subject === 'total'))
    expect(totals).not.toMatch(/event:1|article:1|2024|at"/)
    expect(foldedBefore(Date.UTC(2027, 2, 31, 23))).toBe(Date.UTC(2026, 2, 1))
  })

  test('gives back no points and no counter of what was taken back', async () => {
    const later = start + 500 * day
    await foldOldEntries(ctxOf(folded, later))
    const counter = `select value from achievement_progress where counter = 'hype'`
    const before = await folded.database.query(counter)
    expect(await earn('hype', later)).toEqual([{ points: 5, isDayCapped: false }])
    expect(await folded.database.query(counter)).toEqual(before)
    expect(await earn('article_read', later)).toEqual([])
    const ctx = ctxOf(folded, later)
    const many = { userId: member(), action: 'hype' } as const
    const [entries] = earnXpForEach(ctx, {
      ...many,
      subjects: sql`select 'event:1' as subject`,
      possible: ['event:1'],
    })
    await undo('hype', later)
    await foldOldEntries(ctxOf(folded, later + 500 * day))
    expect(await writeInOrder(ctx, [entries])).toEqual([[{ points: 5, isDayCapped: false }]])
    expect(await folded.database.query(counter)).toEqual(before)
  })

  test('knows what it met after the secret was replaced', async () => {
    await clear(folded)
    await earn('article_read', start)
    await foldOldEntries(ctxOf(folded, start + 500 * day))
    const ctx = ctxOf(folded, start + 500 * day)
    const { JWT_SECRET } = ctx.config
    const rotated = {
      ...ctx,
      config: { ...ctx.config, JWT_SECRET: 'new '.repeat(8), JWT_SECRET_PREVIOUS: JWT_SECRET },
    }
    const fact = { userId: member(), action: 'article_read', subject: 'article:1' } as const
    expect((await writeInOrder(rotated, earnXp(rotated, fact)))[0]).toEqual([])
  })

  test('by two runs at once changes nothing twice', async () => {
    await clear(folded)
    for (let index = 0; index < 40; index += 1) await earn('daily_visit', start + index * day)
    const total = () => folded.database.query('select total_xp from users where total_xp > 0')
    const before = await total()
    const ctx = ctxOf(folded, start + 500 * day)
    await Promise.allSettled([1, 2, 3].map(() => foldEntriesPage(ctx)))
    await foldOldEntries(ctx)
    expect((await rows()).map(({ points }) => points)).toEqual([200])
    await recompute(folded, start + 500 * day)
    expect(await total()).toEqual(before)
  })
})
