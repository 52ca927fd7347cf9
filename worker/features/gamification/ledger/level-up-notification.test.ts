import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { write } from '#worker/context.ts'
import { startOutbox, type Account, type Outbox } from '#tests/support/drivers/delivery-harness.ts'
import { earnXp, reverseXp } from './ledger.ts'

let outbox: Outbox
let member: Account
let names = 0
beforeAll(async () => {
  outbox = await startOutbox(Date.UTC(2027, 0))
})
afterAll(() => outbox.close())
beforeEach(async () => {
  names += 1
  member = await outbox.addPerson(`member${names}`)
  outbox.mail.arrivals.length = 0
})

const fact = (subject: string) =>
  ({ userId: member.userId, action: 'account_verified', subject }) as const

/** Forty points. */
async function earn(subject: string): Promise<void> {
  outbox.now += 25 * 3_600_000
  const ctx = outbox.contextFor({ kind: 'system' })
  await write(ctx, earnXp(ctx, fact(subject)))
}

async function undo(subject: string): Promise<void> {
  outbox.now += 1000
  const ctx = outbox.contextFor({ kind: 'system' })
  await write(ctx, [reverseXp(ctx, fact(subject))])
}

async function listLevels(channel = 'in_app'): Promise<unknown[]> {
  const rows = await outbox.database.query<{ key: string; level: number }>(
    `select key, payload ->> 'level' as level from deliveries
      where user_id = ${member.userId} and channel = '${channel}' and kind = 'level_up' order by id`,
  )
  return rows.map(({ key, level }) => [key, level])
}

test('a level is told of with the points that bring it, and no other points', async () => {
  for (const subject of ['a', 'b']) await earn(subject)
  expect(await listLevels()).toEqual([])
  await earn('c')
  expect(await listLevels()).toEqual([['level_up:2', 2]])
  await earn('d')
  expect(await listLevels()).toHaveLength(1)
})

test('a level that is lost and reached again is told of once', async () => {
  for (const subject of ['a', 'b', 'c']) await earn(subject)
  await undo('c')
  await earn('c')
  expect(await listLevels()).toEqual([['level_up:2', 2]])
})

test('points that were there before bring no notice of an old level', async () => {
  await outbox.database.query(`insert into xp_entries (user_id, action, subject, points, at)
    values (${member.userId}, 'daily_visit', 'long ago', 5000, 0)`)
  await earn('a')
  expect(await listLevels()).toEqual([])
})

test('points that bring several levels at once tell of the last', async () => {
  const at = outbox.now + 25 * 3_600_000
  await outbox.database.query(`insert into xp_entries (user_id, action, subject, points, at)
    values (${member.userId}, 'daily_visit', 'much', 460, ${at})`)
  await earn('a')
  expect(await listLevels()).toEqual([['level_up:3', 3]])
})

test('repeated at the same time, it is told of once', async () => {
  for (const subject of ['a', 'b']) await earn(subject)
  outbox.now += 1000
  const ctx = outbox.contextFor({ kind: 'system' })
  await Promise.all([1, 2, 3].map(() => write(ctx, earnXp(ctx, fact('c')))))
  expect(await listLevels()).toEqual([['level_up:2', 2]])
})

test('by mail where it is switched on, with a way to switch it off', async () => {
  await outbox.database.query(`insert into notification_channels
    values (${member.userId}, 'level_up', 'email', 1)`)
  for (const subject of ['a', 'b', 'c']) await earn(subject)
  await outbox.minute(2)
  expect(outbox.mail.taken()).toMatchObject([
    { body: { headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } } },
  ])
})
