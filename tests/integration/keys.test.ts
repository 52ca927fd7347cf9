import { describe, expect } from 'vitest'
import { encrypt, sha256, deriveKeyId } from '#worker/auth/crypto.ts'
import { signAccessToken } from '#worker/auth/tokens.ts'
import type { EventId } from '#worker/contracts/ids.ts'
import type { CalendarFeedsView } from '#worker/features/events/feeds/contract.ts'
import { signAccountToken } from '#worker/auth/mailed-tokens.ts'
import { createUnhypeToken } from '#worker/auth/unhype-token.ts'
import { createUnsubscribeToken } from '#worker/features/notifications/preferences/unsubscribe.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { createMember, type Member } from '#tests/support/factories/members.ts'
import { day } from '#tests/support/drivers/durations.ts'
import { waitFor } from '#tests/support/drivers/worker.ts'
import { testWith, worker } from '#tests/support/fixtures/built-worker.ts'

const former = 'the former secret of this site, until yesterday'
const stranger = 'a secret that this site has never had, of somebody'
const now = Date.now()
let member: Member
const test = testWith({ JWT_SECRET_PREVIOUS: former, ENCRYPTION_KEY_PREVIOUS: former })

test.beforeAll(async () => {
  member = await createMember(worker)
})

const secrets: [string, string, number][] = [
  ['the former', former, 200],
  ['an unknown', stranger, 404],
]

describe('after a change of keys [ASVS 11.2.2]', () => {
  test('who was signed in stays so', async () => {
    const claims = { userId: member.userId, sessionId: member.sessionId, scopes: ['user' as const] }
    const statusWith = async (secret: string) => {
      const token = await signAccessToken(secret, now, claims)
      return (await worker.call('GET', 'users/me', { token, now })).status
    }
    expect([await statusWith(former), await statusWith(stranger)]).toEqual([200, 401])
  })

  test.each(secrets)('a link to unsubscribe of %s secret answers', async (_, secret, status) => {
    const token = createUnsubscribeToken(secret, member.userId, 'reminder')
    const response = await worker.fetch(`/unsubscribe/${token}`, { method: 'POST' })
    await response.body?.cancel()
    expect(response.status).toBe(status)
  })

  test.each(secrets)(
    'a link to take a hype back of %s secret answers',
    async (_, secret, status) => {
      const event = await createEvent(worker, { startAt: now + 5 * day })
      const eventId = event.id as EventId
      await worker.sql`insert into hypes (event_id, user_id, created_at)
        values (${eventId}, ${member.userId}, 1)`
      const token = createUnhypeToken(secret, { userId: member.userId, eventId })
      const response = await worker.fetch(`/unhype/${token}`, { method: 'POST' })
      await response.body?.cancel()
      expect(response.status).toBe(status)
      const left = await worker.sql`select 1 from hypes where event_id = ${eventId}`
      expect(left).toHaveLength(status === 200 ? 0 : 1)
    },
  )

  test('the address of a private calendar is shown, and answers', async () => {
    const token = 'a'.repeat(43)
    await worker.sql`insert into calendar_feeds (user_id, token_hash, token, scope, created_at)
      values (${member.userId}, ${sha256(token)}, ${encrypt(former, token)}, 'both', 1)`
    const body = await worker.get<CalendarFeedsView>('users/me/calendar_feeds', {
      token: member.token,
    })
    const shown = JSON.stringify(body)
    expect(shown).toContain(token)
    const address = /https?:[^"]*\.ics/.exec(shown)?.[0] ?? ''
    expect((await worker.fetch(new URL(address).pathname)).status).toBe(200)
  })

  test('a mail that was queued before holds the link that counts [ASVS 14.2.4] [abuse 26]', async () => {
    const id = 'B'.repeat(22)
    const { userId, email } = member
    await worker.sql`insert into account_tokens (id, user_id, kind, hash, email, created_at,
      expires_at)
      values (${id}, ${userId}, 'reset_password', ${sha256(signAccountToken(former, id))}, ${email},
      ${now}, ${now + day})`
    const [row] = await worker.sql<{ id: number }>`insert into deliveries (key, user_id, channel,
      kind, payload, status, next_at, created_at)
      values (${`reset_password:${id}`}, ${userId}, 'email', 'reset_password',
      ${JSON.stringify({ token_id: id, key: deriveKeyId(former), to: email })}, 'pending', ${now},
      ${now}) returning id`
    await worker.minute(now + 1000)
    const mail = await waitFor(async () => (await worker.mails(email))[0], 'the mail')
    expect(mail.text).toContain(signAccountToken(former, id))
    const [sent] = await worker.sql<{ status: string; payload: string }>`select status, payload
      from deliveries where id = ${row?.id ?? 0}`
    expect(sent?.status).toBe('sent')
    expect(JSON.parse(sent?.payload ?? '')).toEqual({ token_id: id, key: deriveKeyId(former) })
  })
})
