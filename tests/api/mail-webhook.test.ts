import { createHmac } from 'node:crypto'
import { describe, expect } from 'vitest'
import type { MemberHistory } from '#worker/features/moderation/members/contract.ts'
import type { NotificationSettingsView } from '#worker/features/notifications/contract.ts'
import { insertDelivery } from '#tests/support/factories/deliveries.ts'
import { everyLane } from '#tests/support/drivers/lanes.ts'
import { hour, minute } from '#tests/support/drivers/durations.ts'
import { type Member, callAs, getAs, createMember } from '#tests/support/factories/members.ts'
import { startTestApi } from '#tests/support/drivers/api.ts'
import { waitFor } from '#tests/support/drivers/worker.ts'
import { testWith, worker } from '#tests/support/fixtures/api.ts'
import { mailedToken } from '#tests/support/factories/people.ts'

const key = Buffer.from('a key of the mail service alone')
const token = 'the token of the second service alone'
const test = testWith({
  MAIL_WEBHOOK_SECRET: `whsec_${key.toString('base64')}`,
  BREVO_WEBHOOK_TOKEN: token,
})

const now = Date.now()

type Call = { id?: string; at?: number; sentAt?: number; signature?: string }

function bounceOf(email: string, type = 'Permanent', at = now) {
  const created_at = new Date(at).toISOString()
  return { type: 'email.bounced', created_at, data: { to: [email], bounce: { type } } }
}

function complaintOf(email: string, at = now) {
  return { type: 'email.complained', created_at: new Date(at).toISOString(), data: { to: [email] } }
}

async function send(event: object, call: Call = {}): Promise<number> {
  const { id = `msg_${crypto.randomUUID()}`, at = now, sentAt = at } = call
  const body = JSON.stringify(event)
  const timestamp = String(Math.floor(sentAt / 1000))
  const signed = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')
  const response = await worker.fetch('/api/v1/webhooks/mail', {
    method: 'POST',
    body,
    headers: {
      'Content-Type': 'application/json',
      'X-Test-Now': String(at),
      'svix-id': id,
      'svix-timestamp': timestamp,
      'svix-signature': call.signature ?? `v1,${signed}`,
    },
  })
  return response.status
}

async function problemOf(member: Member) {
  const path = 'users/me/notification_settings'
  const body = await getAs<NotificationSettingsView>(worker, member, path)
  const isUsable = body.channels.find(({ channel }) => channel === 'email')?.is_usable
  return { reason: body.mail_problem?.reason ?? null, isUsable }
}

async function outcomeOf(member: Member, kind: string): Promise<string> {
  const facts = { channel: 'email', kind, status: 'pending', attempts: 0, nextAt: now }
  const id = await insertDelivery(worker, { userId: member.userId, ...facts })
  for (const message of everyLane(now)) await worker.enqueue(message, now)
  return waitFor(async () => {
    const [row] = await worker.sql<{
      status: string
      reason: string | null
      attempts: number
    }>`select
      status, reason, attempts from deliveries where id = ${id}`
    if (!row || ['pending', 'claimed'].includes(row.status)) return undefined
    return `${row.status} ${row.reason} ${row.attempts}`
  }, `the end of ${kind}`)
}

describe('a call of the mail service', () => {
  test('is taken with its signature, and refused without', async ({ member }) => {
    const event = bounceOf(member.email)
    expect(await send(event, { signature: 'v1,bm90aGluZw==' })).toBe(403)
    expect(await send(event, { signature: '' })).toBe(403)
    expect(await send(event, { sentAt: now - 6 * minute })).toBe(403)
    expect(await send(event, { sentAt: now + 6 * minute })).toBe(403)
    expect(await problemOf(member)).toEqual({ reason: null, isUsable: true })
    expect(await send(event, { id: 'msg_once' })).toBe(204)
    expect(await send(event, { id: 'msg_once' })).toBe(204)
    expect(await problemOf(member)).toEqual({ reason: 'bounce', isUsable: false })
    expect(
      await worker.sql`select 1 from mail_suppressions where user_id = ${member.userId}`,
    ).toHaveLength(1)
    const stored = JSON.stringify(await worker.sql`select * from mail_suppressions`)
    expect(stored).not.toContain(member.email)
  })

  test('about what may pass, or about something else, changes nothing', async ({ member }) => {
    expect(await send(bounceOf(member.email, 'Transient'))).toBe(204)
    const delivered = { ...bounceOf(member.email), type: 'email.delivered' }
    expect(await send(delivered)).toBe(204)
    expect(await problemOf(member)).toEqual({ reason: null, isUsable: true })
  })

  test('is not known where no secret is set', async () => {
    const other = await startTestApi()
    const body = bounceOf('a@example.com')
    expect((await other.call('POST', 'webhooks/mail', { body })).status).toBe(404)
    await other.close()
  })
})

describe('a call of the second mail service', () => {
  const event = (email: string, name: string, at = now) => ({
    ...{ event: name, email, ts_event: Math.floor(at / 1000), 'message-id': '1' },
  })
  async function tell(body: object, authorization = `Bearer ${token}`): Promise<number> {
    const headers = { 'X-Test-Now': String(now), Authorization: authorization }
    return (await worker.call('POST', 'webhooks/brevo', { body, headers })).status
  }

  test('is taken with its token, and refused without', async ({ member }) => {
    const bounce = event(member.email, 'hard_bounce')
    for (const wrong of ['', 'Bearer ', `Bearer ${token}2`, token]) {
      expect(await tell(bounce, wrong)).toBe(403)
    }
    expect(await problemOf(member)).toEqual({ reason: null, isUsable: true })
    expect(await tell(bounce)).toBe(204)
    expect(await tell(bounce)).toBe(204)
    expect(await problemOf(member)).toEqual({ reason: 'bounce', isUsable: false })
  })

  test('feeds the list of the first, whose complaint stays', async ({ member }) => {
    expect(await send(complaintOf(member.email, now - minute))).toBe(204)
    expect(await tell(event(member.email, 'invalid_email'))).toBe(204)
    expect(await problemOf(member)).toEqual({ reason: 'complaint', isUsable: false })
  })

  test('about something else changes nothing', async ({ member }) => {
    for (const name of ['delivered', 'soft_bounce', 'opened', 'toString']) {
      expect(await tell(event(member.email, name))).toBe(204)
    }
    expect(await problemOf(member)).toEqual({ reason: null, isUsable: true })
    expect(await tell({ event: 'spam' })).toBe(422)
  })

  test('is not known where no token is set', async () => {
    const other = await startTestApi()
    const body = event('a@example.com', 'spam')
    expect((await other.call('POST', 'webhooks/brevo', { body })).status).toBe(404)
    await other.close()
  })
})

describe('mail', () => {
  test('that nobody asked for stops after a bounce, with its reason and no try', async () => {
    const member = await createMember(worker)
    await send(bounceOf(member.email.toUpperCase()))
    for (const kind of ['level_up', 'password_changed']) {
      expect([kind, await outcomeOf(member, kind)]).toEqual([kind, 'stopped address_suppressed 0'])
    }
    expect(await worker.mails(member.email)).toEqual([])
  })

  test('about the account goes on after a complaint, and nothing else', async ({ member }) => {
    await send(complaintOf(member.email))
    await send(bounceOf(member.email, 'Permanent', now - 1))
    expect(await problemOf(member)).toEqual({ reason: 'complaint', isUsable: false })
    const stopped = await outcomeOf(member, 'level_up')
    expect(stopped).toBe('stopped address_suppressed 0')
    expect(await outcomeOf(member, 'password_changed')).toMatch(/^sent /)
  })

  test('comes again once the address is confirmed anew, whatever old event is sent again', async () => {
    const member = await createMember(worker)
    const before = await worker.sql<{ at: number }>`select email_verified_at as at from users
      where id = ${member.userId}`
    await send(bounceOf(member.email))
    expect((await callAs(worker, member, 'POST', 'auth/verify_email/resend')).status).toBe(200)
    const token = await mailedToken(worker, member.email, 'verify')
    const later = Date.now() + minute
    const confirmed = await worker.call('POST', 'auth/verify_email', {
      body: { token },
      now: later,
    })
    expect(confirmed.status).toBe(200)
    expect(await problemOf(member)).toEqual({ reason: null, isUsable: true })
    expect(await send(bounceOf(member.email))).toBe(204)
    expect(await problemOf(member)).toEqual({ reason: null, isUsable: true })
    const after = await worker.sql<{ at: number }>`select email_verified_at as at from users
      where id = ${member.userId}`
    expect(after).toEqual(before)
    const again = { at: later + hour }
    expect(await send(bounceOf(member.email, 'Permanent', later + hour), again)).toBe(204)
    expect(await problemOf(member)).toEqual({ reason: 'bounce', isUsable: false })
  })
})

test('moderators see in the member’s view that mails are held back', async () => {
  const [moderator, member] = [
    await createMember(worker, { role: 'moderator' }),
    await createMember(worker),
  ]
  await send(complaintOf(member.email))
  const path = `admin/users/${member.userId}`
  const body = await getAs<MemberHistory>(worker, moderator, path)
  expect(body.mail_problem).toMatchObject({ reason: 'complaint' })
})
