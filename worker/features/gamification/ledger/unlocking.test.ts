import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { write } from '#worker/context.ts'
import { startOutbox, type Account, type Outbox } from '#tests/support/drivers/delivery-harness.ts'
import { createEvent, type EventOptions } from '#tests/support/factories/events.ts'
import { earnXp, reverseXp } from './ledger.ts'
import type { XpAction } from './ledger-rules.ts'

const hour = 3_600_000
const day = 24 * hour

let outbox: Outbox
let member: Account
let names = 0
beforeAll(async () => {
  outbox = await startOutbox(Date.UTC(2027, 1, 10, 12))
})
afterAll(() => outbox.close())
beforeEach(async () => {
  names += 1
  outbox.now = Date.UTC(2027, 1, 10, 12)
  member = await outbox.addPerson(`member${names}`)
  // Achievements are announced nowhere unless a member wants it.
  await outbox.database.query(
    `insert into notification_channels (user_id, kind, channel, is_enabled)
      values (${member.userId}, 'achievement', 'in_app', 1)`,
  )
})

type EventFacts = EventOptions & { listedAgo?: number; in?: number }

async function insertEvent(facts: EventFacts = {}): Promise<number> {
  const { listedAgo = 2 * day, in: wait = 2 * day, ...options } = facts
  const event = await createEvent(outbox, {
    category: 'esports',
    startAt: outbox.now + wait,
    approvedAt: outbox.now - listedAgo,
    ...options,
  })
  return event.id
}

async function act(action: XpAction, subject: string): Promise<void> {
  const ctx = outbox.contextFor({ kind: 'system' })
  await write(ctx, earnXp(ctx, { userId: member.userId, action, subject }))
  outbox.now += 1
}

async function hype(facts: EventFacts = {}): Promise<number> {
  const id = await insertEvent(facts)
  await act('hype', `event:${id}`)
  return id
}

async function unlocked(): Promise<string[]> {
  const found = await outbox.database.query<{ achievement: string }>(
    `select achievement from unlocked_achievements where user_id = ${member.userId} order by achievement`,
  )
  return found.map(({ achievement }) => achievement)
}

async function visitOn(at: number): Promise<void> {
  outbox.now = at
  await act('daily_visit', `day:${new Date(at).toISOString().slice(0, 10)}`)
}

describe('an achievement', () => {
  test('comes with the act that fulfils it, once, and is announced', async () => {
    await hype()
    await hype()
    expect(await unlocked()).toEqual(['first_hype'])
    const notices = await outbox.database.query(
      `select key, payload from deliveries where user_id = ${member.userId} and kind = 'achievement'`,
    )
    expect(notices).toEqual([
      { key: 'achievement:first_hype', payload: '{"achievement":"first_hype"}' },
    ])
  })

  test('stays when the act is undone, and counts no subject twice', async () => {
    const id = await hype({ category: 'charity' })
    const ctx = outbox.contextFor({ kind: 'system' })
    for (let round = 0; round < 5; round += 1) {
      const fact = { userId: member.userId, action: 'hype', subject: `event:${id}` } as const
      await write(ctx, [reverseXp(ctx, fact)])
      await act('hype', `event:${id}`)
    }
    expect(await unlocked()).toEqual(['first_hype'])
    for (let more = 0; more < 4; more += 1) await hype({ category: 'charity' })
    expect(await unlocked()).toContain('good_heart')
  })

  test('of variety counts different values', async () => {
    await hype({ category: 'charity' })
    await hype({ category: 'charity' })
    await hype({ category: 'music' })
    expect(await unlocked()).not.toContain('curious')
    await hype({ category: 'sport', language: 'fr', platform: 'youtube' })
    expect(await unlocked()).toEqual(['both_platforms', 'curious', 'first_hype'])
  })

  test('reads what the event was when it was hyped', async () => {
    await hype({ listedAgo: 30 * 60_000, in: 8 * day })
    expect(await unlocked()).toEqual(['early_bird', 'first_hype'])
    await outbox.database.query(`update events set category = 'music', approved_at = 0`)
    await hype()
    const [row] = await outbox.database.query(
      `select value from achievement_progress where user_id = ${member.userId}
        and counter = 'hype.category:esports'`,
    )
    expect(row).toEqual({ value: 2 })
  })

  test('of days in a row starts anew after a day left out', async () => {
    const start = Date.UTC(2027, 2, 1, 12)
    for (const index of [0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12]) await visitOn(start + index * day)
    expect(await unlocked()).not.toContain('week_streak')
    await visitOn(start + 13 * day)
    expect(await unlocked()).toContain('week_streak')
  })

  test('of an anniversary comes with the first visit after it', async () => {
    await outbox.database.query(
      `update users set created_at = ${Date.UTC(2024, 1, 29)} where id = ${member.userId}`,
    )
    await visitOn(Date.UTC(2025, 1, 28, 12))
    expect(await unlocked()).not.toContain('first_anniversary')
    await visitOn(Date.UTC(2025, 2, 1, 12))
    expect(await unlocked()).toContain('first_anniversary')
    await visitOn(Date.UTC(2027, 2, 1, 12))
    expect(await unlocked()).toContain('third_anniversary')
  })

  test('of a season is earned in one occurrence of it', async () => {
    outbox.now = Date.UTC(2027, 11, 31, 12)
    await hype()
    await hype()
    outbox.now = Date.UTC(2028, 11, 1, 12)
    await hype()
    expect(await unlocked()).not.toContain('winter')
    await hype()
    await hype()
    expect(await unlocked()).toContain('winter')
  })

  test('of a level comes with the points that bring it', async () => {
    for (const subject of ['twitch:a', 'twitch:b', 'youtube:c']) {
      outbox.now += 25 * hour
      await act('account_verified', `account:${subject}`)
    }
    expect(await unlocked()).toEqual(['dual_host', 'level_2', 'on_stage'])
  })

  test('comes once from fifty acts at the same time', async () => {
    const ids = await Promise.all(Array.from({ length: 2 }, () => insertEvent()))
    const ctx = outbox.contextFor({ kind: 'system' })
    const acts = Array.from({ length: 50 }, (_, index) =>
      write(
        ctx,
        earnXp(ctx, { userId: member.userId, action: 'hype', subject: `event:${ids[index % 2]}` }),
      ),
    )
    await Promise.all(acts)
    expect(await unlocked()).toEqual(['first_hype'])
    const [held] = await outbox.database.query<{ n: number }>(
      `select count(*) as n from deliveries where user_id = ${member.userId} and kind = 'achievement'`,
    )
    expect(held?.n).toBe(1)
  })

  test('is neither earned while gamification is suspended, nor announced where it is switched off', async () => {
    const flag = (set: string) =>
      outbox.database.query(`update users set ${set} where id = ${member.userId}`)
    await flag('gamification_suspended_at = 1')
    await hype()
    expect(await unlocked()).toEqual([])
    await flag('gamification_suspended_at = null, is_gamified = 0')
    await hype()
    expect(await unlocked()).toEqual(['first_hype'])
    const notices = await outbox.database.query(
      `select 1 from deliveries where user_id = ${member.userId}`,
    )
    expect(notices).toEqual([])
  })
})
