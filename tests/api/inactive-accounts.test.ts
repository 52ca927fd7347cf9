import { describe, expect } from 'vitest'
import { monthsBefore, retentionTerms } from '#worker/contracts/retention-terms.ts'
import { day, hour } from '#tests/support/drivers/durations.ts'
import { callAs, createMember, password, type Member } from '#tests/support/factories/members.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'

const now = Date.UTC(2029, 2, 24, 12)
/** A day on which the term of a year and more is over. */
const before = (months: number, days = 0) => monthsBefore(now, months) - days * day

async function unusedSince(at: number, options: Parameters<typeof createMember>[1] = {}) {
  const member = await createMember(worker, { hasPassword: true, ...options })
  await worker.sql`update users set seen_at = ${at} where id = ${member.userId}`
  return member
}

async function runHour(at: number): Promise<void> {
  await worker.hour(at)
  await worker.drainQueue(at)
  await worker.minute(at)
}

const isThere = async ({ userId }: Member) =>
  (await worker.sql`select 1 from users where id = ${userId}`).length === 1
const mailsTo = async ({ email }: Member) => await worker.mails(email)
const inactiveMonths = retentionTerms.inactiveAccounts.months
const unwarnedMonths = retentionTerms.unwarnedAccounts.months

describe('an account that nobody uses', () => {
  test('is announced a month and a week before, and then deleted', async () => {
    const member = await unusedSince(before(inactiveMonths, -29), { language: 'en' })
    const used = await unusedSince(before(inactiveMonths, -33))
    await runHour(now)
    await runHour(now + hour)
    const [first, ...others] = await mailsTo(member)
    expect(others).toEqual([])
    expect(first?.subject).toContain('Still want your')
    expect(first?.text).toContain('before April 23, 2029')
    expect(await mailsTo(used)).toEqual([])
    await runHour(now + 22 * day)
    expect(await mailsTo(member)).toHaveLength(1)
    await runHour(now + 23 * day + hour)
    await runHour(now + 24 * day)
    expect(await mailsTo(member)).toHaveLength(2)
    await runHour(now + 30 * day - hour)
    expect(await isThere(member)).toBe(true)
    await runHour(now + 30 * day + 2 * hour)
    expect(await isThere(member)).toBe(false)
    const events = await worker.sql`select kind, user_id, detail from security_events
      where kind = 'account_deleted'`
    expect(events).toEqual([{ kind: 'account_deleted', user_id: null, detail: 'inactive' }])
    expect(await isThere(used)).toBe(true)
  })

  test('stays once its owner logs in', async () => {
    const member = await unusedSince(before(inactiveMonths, -29))
    await runHour(now)
    const body = new URLSearchParams({ username: member.username, password })
    const at = now + 29 * day
    expect((await worker.call('POST', 'auth/login', { body, now: at })).status).toBe(200)
    expect(
      await worker.sql`select seen_at, deletion_at from users where id = ${member.userId}`,
    ).toEqual([{ seen_at: at - (at % day), deletion_at: null }])
    await runHour(now + 31 * day)
    expect(await isThere(member)).toBe(true)
  })

  test('is never deleted within a warning that came late', async () => {
    const member = await unusedSince(before(inactiveMonths + 2))
    await runHour(now)
    await runHour(now + 60 * day)
    await runHour(now + 66 * day)
    expect(await isThere(member)).toBe(true)
    const [, second] = await mailsTo(member)
    expect(second?.text).toMatch(/May 30, 2029/)
    await runHour(now + 67 * day + hour)
    expect(await isThere(member)).toBe(false)
  })

  test.each([
    ['an unverified address', { isVerified: false }],
    ['a closed account', { isActive: false }],
  ])('has another year without a warning: %s', async (_, options) => {
    const member = await unusedSince(before(unwarnedMonths, -1), options)
    await runHour(now)
    expect([await isThere(member), await mailsTo(member)]).toEqual([true, []])
    await runHour(now + 2 * day)
    expect(await isThere(member)).toBe(false)
  })

  test('has another year where mail comes back, and goes whole', async () => {
    const member = await unusedSince(before(unwarnedMonths, 1))
    await worker.sql`insert into mail_suppressions (address_hash, user_id, reason, at)
      values (${`x${member.userId}`}, ${member.userId}, 'bounce', ${now})`
    await runHour(now)
    expect(await isThere(member)).toBe(false)
    expect(await worker.sql`select 1 from sessions where user_id = ${member.userId}`).toEqual([])
  })

  test('stays where it is of staff, or was never seen since visits are recorded', async () => {
    const moderator = await unusedSince(1, { role: 'moderator' })
    const unseen = await createMember(worker, { createdAt: 1 })
    await worker.sql`update users set seen_at = null where id = ${unseen.userId}`
    await runHour(now)
    for (const member of [moderator, unseen]) {
      expect([await isThere(member), await mailsTo(member)]).toEqual([true, []])
    }
  })
})

describe('a day of use', () => {
  const visits = ({ userId }: Member) =>
    worker.sql`select subject from xp_entries where user_id = ${userId} and action = 'daily_visit'`
  async function logIn({ username }: Member, at: number): Promise<void> {
    const body = new URLSearchParams({ username, password })
    expect((await worker.call('POST', 'auth/login', { body, now: at })).status).toBe(200)
  }

  test('is in no ledger while rewards are off, and counts from then on', async () => {
    const member = await createMember(worker, { hasPassword: true })
    await callAs(worker, member, 'PUT', 'users/me/settings', { body: { is_gamified: false } })
    await logIn(member, now)
    expect(await visits(member)).toEqual([])
    await worker.sql`update users set is_gamified = 1 where id = ${member.userId}`
    await logIn(member, now + hour)
    expect(await visits(member)).toEqual([{ subject: 'day:2029-03-24' }])
    const [streak] = await worker.sql`select value from achievement_progress
      where user_id = ${member.userId} and counter = 'visit.streak:1'`
    expect(streak).toEqual({ value: 1 })
  })
})
