import { describe, expect } from 'vitest'
import { readScopes } from '#site/lib/session/access-token.ts'
import { needsSession } from '#site/lib/personal-calls.ts'
import type { AccessLevel } from '#worker/auth/access.ts'
import type { ErrorEnvelope } from '#worker/contracts/errors.ts'
import type { ProposalView } from '#worker/features/moderation/proposals/contract.ts'
import type { MyStreamerView } from '#worker/features/directory/streamers/my-contract.ts'
import { createEvent } from '#tests/support/factories/events.ts'
import { type Member, createMember, tokenOf, password } from '#tests/support/factories/members.ts'
import { accessLevelOf, unusedRules } from '#tests/support/tables/access-levels.ts'
import { listOperations, pathWith, type Operation } from '#tests/support/tables/api-document.ts'
import { day } from '#tests/support/drivers/durations.ts'
import { logIn, proposeEvent } from '#tests/support/factories/people.ts'
import { test, worker } from '#tests/support/fixtures/api.ts'

type DeliveryResult = 'admitted' | `${401 | 403} ${string}`
const refused = '403 forbidden'

const verdicts: Record<string, Record<AccessLevel, DeliveryResult>> = {
  nobody: {
    visitor: 'admitted',
    member: '401 unauthenticated',
    contributor: '401 unauthenticated',
    moderator: '401 unauthenticated',
    admin: '401 unauthenticated',
  },
  member: {
    visitor: 'admitted',
    member: 'admitted',
    contributor: 'admitted',
    moderator: refused,
    admin: refused,
  },
  unverified: {
    visitor: 'admitted',
    member: 'admitted',
    contributor: 'admitted',
    moderator: refused,
    admin: refused,
  },
  streamer: {
    visitor: 'admitted',
    member: 'admitted',
    contributor: 'admitted',
    moderator: refused,
    admin: refused,
  },
  softBanned: {
    visitor: 'admitted',
    member: 'admitted',
    contributor: '403 account_restricted',
    moderator: refused,
    admin: refused,
  },
  inactive: {
    visitor: 'admitted',
    member: '401 account_inactive',
    contributor: '401 account_inactive',
    moderator: '401 account_inactive',
    admin: '401 account_inactive',
  },
  moderator: {
    visitor: 'admitted',
    member: 'admitted',
    contributor: 'admitted',
    moderator: 'admitted',
    admin: refused,
  },
  admin: {
    visitor: 'admitted',
    member: 'admitted',
    contributor: 'admitted',
    moderator: 'admitted',
    admin: 'admitted',
  },
}
const guardCodes = /unauthenticated|session_ended|account_inactive|account_restricted|forbidden/
let operations: Operation[]
let people: Record<string, Pick<Member, 'token'> | undefined>

test.beforeAll(async () => {
  operations = await listOperations(worker)
  people = {
    nobody: undefined,
    member: await createMember(worker),
    unverified: await createMember(worker, { isVerified: false }),
    streamer: await createStreamerMember(),
    softBanned: await createMember(worker, { isSoftBanned: true }),
    inactive: await createMember(worker, { role: 'admin', isActive: false }),
    moderator: await createMember(worker, { role: 'moderator' }),
    admin: await createMember(worker, { role: 'admin' }),
  }
})

/** Only a new token carries the scope of the new profile. */
async function createStreamerMember(): Promise<Member> {
  const person = await createMember(worker, { isVerified: false, hasPassword: true })
  const body = { display_name: person.username }
  const { status } = await worker.call('POST', 'users/me/streamer', { token: person.token, body })
  if (status !== 201) throw new Error(`the streamer profile answered ${status}`)
  return { ...person, token: await logIn(worker, person.username) }
}

type Shape = { id: string; body?: string }

/** Wrong in every way after the guard, so that only the guard can answer 401 or 403. */
const shapes: Record<string, Shape> = {
  'an unknown id and no body': { id: '999999' },
  'an unknown id and an empty body': { id: '999999', body: '{}' },
  'an unknown id and a body of wrong types': { id: '999999', body: '{"name":7,"hyped":"yes"}' },
  'an impossible id and broken JSON': { id: 'abc', body: '{' },
}

async function verdictFor(operation: Operation, person: (typeof people)[string], shape: Shape) {
  const response = await worker.fetch(`/api/v1/${pathWith(operation, shape.id)}`, {
    method: operation.method,
    headers: {
      // Logging out is open to all and would end the session that the rest of the walk needs.
      ...(person && operation.name !== 'POST /auth/logout'
        ? { Authorization: `Bearer ${person.token}` }
        : {}),
      ...(shape.body ? { 'Content-Type': 'application/json' } : {}),
    },
    body: operation.method === 'GET' ? undefined : shape.body,
  })
  const text = await response.text()
  const code = response.ok ? '' : (JSON.parse(text) as ErrorEnvelope).code
  return guardCodes.test(code) ? `${response.status} ${code}` : 'admitted'
}

describe('access', () => {
  test('every call of the API has the level of its path, and every rule a call [ASVS 8.2.1]', () => {
    const described = operations.map(({ name, access }) => [name, access])
    expect(described).toEqual(operations.map(({ name }) => [name, accessLevelOf(name)]))
    expect(unusedRules(operations.map(({ name }) => name))).toEqual([])
  })

  test('the site knows which calls are not to be made without a session', () => {
    const isPersonal = (one: Operation) => needsSession(one.method, pathWith(one, '7'))
    const personal = operations.filter(({ access }) => access !== 'visitor')
    expect(operations.filter(isPersonal).map(({ name }) => name)).toEqual(
      personal.map(({ name }) => name),
    )
  })

  // Everybody once; that a guard comes first shows in those it refuses.
  const refused = ['nobody', 'member', 'softBanned']
  const walks = Object.keys(shapes).flatMap((shape, index) =>
    (index === 0 ? Object.keys(verdicts) : refused).map((who) => ({ shape, who })),
  )

  test.each(walks)(
    'with $shape every call gives $who the answer of its level [ASVS 8.2.1]',
    async (listAllIds) => {
      const { shape, who } = listAllIds
      const found: Record<string, string> = {}
      const expected: Record<string, string> = {}
      for (const operation of operations) {
        expected[operation.name] = verdicts[who]?.[accessLevelOf(operation.name)] ?? ''
        found[operation.name] = await verdictFor(operation, people[who], shapes[shape]!)
      }
      expect(found).toEqual(expected)
    },
  )
})

describe('a streamer', () => {
  test('does with the own profile, channels and events what a contributor may, and no more', async () => {
    const { token } = await createStreamerMember()
    const call = <Body = ErrorEnvelope>(method: string, path: string, body?: unknown) =>
      worker.call<Body>(method, path, { token, body })
    expect(readScopes(token)).toEqual(['user', 'streamer'])
    const named = await call('PATCH', 'users/me/streamer', { display_name: 'On Stage' })
    expect(named.status).toBe(200)
    const channel = { platform: 'youtube', name: 'on-stage' }
    const added = await call<MyStreamerView>('POST', 'users/me/streaming_accounts', channel)
    expect(added.body.items).toMatchObject([{ name: 'on-stage', is_verified: false }])

    const event = await proposeEvent(worker, token, Date.now() + 3 * day, {
      changes: { platform: 'youtube', streaming_account_name: 'on-stage' },
    })
    const approved = await call('POST', `admin/proposals/${event.id}/approve`, {})
    expect([approved.status, approved.body.code]).toEqual([403, 'forbidden'])
    const own = await call<ProposalView>('GET', `users/me/events/${event.id}`)
    expect([own.status, own.body.status]).toEqual([200, 'pending'])

    const [account] = added.body.items
    const removed = await call<MyStreamerView>(
      'DELETE',
      `users/me/streaming_accounts/${account?.id}`,
    )
    expect([removed.status, removed.body.items]).toEqual([200, []])
  })
})

describe('an access token that is still valid', () => {
  async function settings(token: string) {
    const { status, body } = await worker.call('GET', 'users/me/settings', { token })
    return `${status} ${body.code ?? ''}`.trim()
  }

  test('stops at once when the member is deactivated [ASVS 7.4.2]', async () => {
    const { token, userId } = await createMember(worker)
    expect(await settings(token)).toBe('200')
    await worker.sql`update users set is_active = 0 where id = ${userId}`
    expect(await settings(token)).toBe('401 account_inactive')
  })

  test('stops at once when the member is deleted [ASVS 7.4.2]', async () => {
    const { token, userId } = await createMember(worker)
    await worker.sql`delete from users where id = ${userId}`
    expect(await settings(token)).toBe('401 session_ended')
  })

  test('stops at once when its session expired or was revoked [ASVS 7.4.1]', async () => {
    const { token, sessionId } = await createMember(worker)
    await worker.sql`update sessions set expires_at = 1 where id = ${sessionId}`
    expect(await settings(token)).toBe('401 session_ended')
  })

  test('stops at once at logout [ASVS 7.4.1]', async () => {
    const person = await createMember(worker, { isVerified: false, hasPassword: true })
    const login = await worker.call<{ access_token: string; refresh_token: string }>(
      'POST',
      'auth/login',
      { body: new URLSearchParams({ username: person.username, password }) },
    )
    const { access_token, refresh_token } = login.body
    expect(await settings(access_token)).toBe('200')
    await worker.call('POST', `auth/logout?refresh_token=${refresh_token}`)
    expect(await settings(access_token)).toBe('401 session_ended')
    expect(await settings(person.token)).toBe('200')
  })

  test('proposes and hypes no more once the member is soft-banned, but still reads', async () => {
    const { token, userId } = await createMember(worker)
    const startAt = Date.now() + day
    const { id } = await createEvent(worker, { startAt, endAt: startAt + day })
    await worker.sql`update users set is_soft_banned = 1 where id = ${userId}`
    expect(await settings(token)).toBe('200')
    for (const [method, path] of [
      ['POST', 'events'],
      ['PUT', 'events/1'],
      ['PUT', `events/${id}/toggle_hype`],
    ] as const) {
      const answer = await worker.call(method, path, { token, body: {} })
      expect([answer.status, answer.body.code]).toEqual([403, 'account_restricted'])
    }
  })

  test('moderates no more once its moderator is demoted [ASVS 8.3.1]', async () => {
    const { token, userId } = await createMember(worker, { role: 'moderator' })
    const proposals = () => worker.call('GET', 'admin/proposals', { token })
    expect((await proposals()).status).toBe(200)
    await worker.sql`update users set role = 'member' where id = ${userId}`
    expect((await proposals()).body.code).toBe('forbidden')
    expect(await settings(token)).toBe('200')
  })

  test('says nothing by its scopes that the database does not confirm [ASVS 8.3.1]', async () => {
    const member = await createMember(worker)
    const token = await tokenOf(worker, { ...member, role: 'admin' }, Date.now())
    const answer = await worker.call('GET', 'admin/proposals', { token })
    expect([answer.status, answer.body.code]).toEqual([403, 'forbidden'])
  })
})
