import { describe, expect } from 'vitest'
import type { AdminPage } from '#worker/contracts/pagination.ts'
import type { TokensView } from '#worker/features/accounts/contract.ts'
import type { SecurityEventView } from '#worker/features/operations/security-log/contract.ts'
import { day, minute } from '#tests/support/drivers/durations.ts'
import {
  type Member,
  callAs,
  getAs,
  createMember,
  password,
} from '#tests/support/factories/members.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'
import { mailedToken } from '#tests/support/factories/people.ts'
import { reasons } from '#tests/support/factories/moderation.ts'
let admin: Member
test.beforeAll(async () => {
  admin = await createMember(worker, { role: 'admin' })
})

const address = '198.51.100.7'

function logIn(username: string, secret = password, from = address, now = Date.now()) {
  return worker.call<TokensView>('POST', 'auth/login', {
    now,
    body: new URLSearchParams({ username, password: secret }),
    headers: { 'CF-Connecting-IP': from },
  })
}

async function list(more: Record<string, string> = {}): Promise<SecurityEventView[]> {
  const path = `admin/security_log?${new URLSearchParams({ per_page: '100', ...more })}`
  const body = await getAs<AdminPage<SecurityEventView>>(worker, admin, path)
  return body.items
}

/** Newest first, as `kind detail`. */
async function eventsOf({ username }: { username: string }): Promise<string[]> {
  const events = await list({ person: username })
  return events.map(({ kind, detail }) => [kind, detail].filter(Boolean).join(' '))
}

type Case = [name: string, act: (member: Member) => Promise<unknown>, events: string[]]

const cases: Case[] = [
  ['a sign-in', ({ username }) => logIn(username), ['sign_in password']],
  [
    'a refused one',
    ({ username }) => logIn(username, 'not the password'),
    ['sign_in_refused bad_credentials'],
  ],
  [
    'one of a deactivated account',
    async ({ username, userId }) => {
      await worker.sql`update users set is_active = 0 where id = ${userId}`
      await logIn(username)
    },
    ['sign_in_refused account_inactive'],
  ],
  [
    'a refresh token that came again',
    async ({ username }) => {
      const { body } = await logIn(username)
      const refresh = (token: string, now: number) =>
        worker.call<TokensView>('POST', `auth/refresh_access_token?refresh_token=${token}`, { now })
      const next = await refresh(body.refresh_token, Date.now())
      expect((await refresh(next.body.refresh_token, Date.now())).status).toBe(200)
      expect((await refresh(body.refresh_token, Date.now() + minute)).status).toBe(401)
      expect((await refresh(body.refresh_token, Date.now() + minute)).status).toBe(401)
    },
    ['session_revoked', 'sign_in password'],
  ],
  [
    'a changed password',
    (member) =>
      callAs(worker, member, 'PUT', 'users/me/password', {
        body: { current_password: password, password: 'staple of another horse' },
      }),
    ['password_changed'],
  ],
  [
    'a reset password',
    async ({ email }) => {
      await worker.call('POST', 'auth/reset_password/request', { body: { email } })
      const token = await mailedToken(worker, email, 'reset-password')
      const body = { token, password: 'staple of another horse' }
      expect((await worker.call('POST', 'auth/reset_password', { body })).status).toBe(200)
      expect((await worker.call('POST', 'auth/reset_password', { body })).status).toBe(422)
    },
    ['password_reset mailed_link'],
  ],
  [
    'a changed address',
    async (member) => {
      const email = `moved-${member.userId}@example.com`
      await callAs(worker, member, 'PUT', 'users/me/email', { body: { email, password } })
      const token = await mailedToken(worker, email, 'verify')
      for (const status of [200, 200]) {
        const answer = await worker.call('POST', 'auth/verify_email', { body: { token } })
        expect(answer.status).toBe(status)
      }
    },
    ['email_changed mailed_link'],
  ],
  [
    'a changed role',
    async ({ userId }) => {
      const body = { scopes: ['moderator'], reason: 'helps' }
      for (const status of [200, 200]) {
        const path = `admin/users/${userId}/scopes`
        expect((await callAs(worker, admin, 'PUT', path, { body })).status).toBe(status)
      }
    },
    ['role_changed moderator'],
  ],
  [
    'a download of all data',
    (member) => callAs(worker, member, 'GET', 'users/me/export'),
    ['data_exported'],
  ],
]

describe('the security log', () => {
  test.each(cases)('holds %s [ASVS 16.3.1, 16.3.3]', async (_, act, expected) => {
    const member = await createMember(worker, { hasPassword: true })
    await act(member)
    expect(await eventsOf(member)).toEqual(expected)
  })

  test('holds an account that was deleted, and no longer whose its entries are', async () => {
    const own = await createMember(worker, { hasPassword: true })
    const other = await createMember(worker, { hasPassword: true })
    await logIn(own.username, password, '192.0.2.9')
    await callAs(worker, own, 'DELETE', 'users/me', { body: { password } })
    await callAs(worker, admin, 'DELETE', `admin/users/${other.userId}`, { body: reasons })
    const deleted = await list({ kind: 'account_deleted' })
    expect(deleted.map(({ detail, username }) => [detail, username])).toEqual([
      ['administrator', null],
      ['self', null],
    ])
    const rows = await worker.sql`select 1 from security_events where user_id = ${own.userId}`
    expect(rows).toEqual([])
  })

  test('finds what came from the same network, and knows no address or name', async () => {
    const one = await createMember(worker, { hasPassword: true })
    const from = '203.0.113.77'
    await logIn(one.username, password, from)
    await logIn('nobody-of-this-name', 'a guess', from)
    await logIn(one.username, password, '203.0.113.78')
    const [newest, before] = await list({ person: one.username })
    expect(newest?.network).not.toBe(before?.network)
    const together = await list({ network: before?.network ?? '' })
    expect(together.map(({ kind, username }) => [kind, username])).toEqual([
      ['sign_in_refused', null],
      ['sign_in', one.username],
    ])
    const stored = JSON.stringify(await worker.sql`select * from security_events`)
    for (const known of [from, 'nobody-of-this-name', one.username, one.email]) {
      expect(stored).not.toContain(known)
    }
  })

  test('cannot tell whether what came in two months is of one network', async () => {
    const { userId, username } = await createMember(worker, { hasPassword: true })
    const today = new Date()
    const month = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 1)
    for (const at of [month - 2 * minute, month - minute, month]) {
      await logIn(username, password, address, at)
    }
    const rows = await worker.sql<{ network: string }>`select network from security_events
      where user_id = ${userId} order by id`
    const [first, second, third] = rows.map(({ network }) => network)
    expect(second).toBe(first)
    expect(third).toMatch(/^[\w-]{16}$/)
    expect(third).not.toBe(first)
  })

  test('is for administrators alone [ASVS 16.4.2, 16.4.3]', async ({ moderator }) => {
    const { status } = await callAs(worker, moderator, 'GET', 'admin/security_log')
    expect(status).toBe(403)
  })

  test('is kept for 180 days', async () => {
    const later = Date.now() + 181 * day
    await worker.hour(later - 2 * day)
    expect(await worker.sql`select 1 from security_events limit 1`).toHaveLength(1)
    await worker.hour(later)
    expect(await worker.sql`select 1 from security_events`).toEqual([])
  })
})
